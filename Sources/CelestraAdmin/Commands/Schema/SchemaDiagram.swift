import CloudKitSchema
import SchemaReview

/// A schema as a Mermaid entity relationship diagram: record types, their own fields, and what refers to what.
///
/// Source: mermaid-js/mermaid, packages/mermaid/src/diagrams/er/parser/erDiagram.jison (seen 2026-11): which words need
/// quotes, and which no quotes help.
struct SchemaDiagram {
  private let schema: Schema
  private let descriptions: SchemaDescriptions
  private let relationships: [Relationship]

  /// The diagram of a schema.
  init(_ schema: Schema, _ descriptions: SchemaDescriptions) {
    self.schema = schema
    self.descriptions = descriptions
    relationships = Relationship.all(in: schema, descriptions)
  }

  /// The diagram, with a final newline; strings that hold record names make dotted lines, references solid ones.
  var mermaid: String {
    var text = "erDiagram\n"
    let keys = Dictionary(grouping: relationships, by: \.recordType).mapValues { Set($0.map(\.field)) }
    for type in schema.recordTypes { text += entity(type, keys: keys[type.name] ?? []) }
    for relationship in relationships {
      guard let target = relationship.target else { continue }
      let line: String =
        switch relationship.kind {
        case .reference: "}o--o|"
        case .references: "}o--o{"
        case .recordName: "}o..o|"
        }
      text += "    \"\(relationship.recordType)\" \(line) \"\(target)\" : \"\(relationship.field)\"\n"
    }
    return text
  }

  private func entity(_ type: RecordType, keys: Set<String>) -> String {
    let fields = type.fields.filter { SystemField(rawValue: $0.name) == nil }
    // A block without attributes is a mistake in older versions.
    guard !fields.isEmpty else { return "    \"\(type.name)\"\n" }
    var text = "    \"\(type.name)\" {\n"
    for field in fields {
      let name = Self.word(field.name)
      let words = descriptions.field(field.name, of: type.name).joined(separator: " ")
      let comment = [name == field.name ? "" : field.name, words].filter { !$0.isEmpty }.joined(separator: ": ")
      text += "        \(Self.word(of: field.type)) \(name)"
      if keys.contains(field.name) { text += " FK" }
      text += comment.isEmpty ? "\n" : " \"\(Self.string(comment))\"\n"
    }
    return text + "    }\n"
  }

  /// A field's name as an attribute's, which has neither dots nor quotes, and is not the word for a key.
  private static func word(_ name: String) -> String {
    let word = name.replacing(".", with: "_")
    return ["PK", "FK", "UK"].contains(word.uppercased()) ? word + "_" : word
  }

  /// A type as one word: `STRING[]` for a list of strings.
  private static func word(of type: FieldType) -> String {
    var member = type
    member.isList = false
    return member.description.replacing(" ", with: "_") + (type.isList ? "[]" : "")
  }

  /// A text in quotes: what ends it, or opens something in it, as Mermaid's entity codes.
  private static func string(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "#quot;"
      case "<": escaped += "#lt;"
      case ">": escaped += "#gt;"
      case "#", "%", "~", "\\", "`": escaped += "#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
