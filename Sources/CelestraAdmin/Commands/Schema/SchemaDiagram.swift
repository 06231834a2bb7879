import CloudKitSchema
import SchemaReview

/// A Mermaid entity relationship diagram of a schema: record types, custom fields, and relationships.
///
/// Source: mermaid-js/mermaid, packages/mermaid/src/diagrams/er/parser/erDiagram.jison (seen 2026-11).
struct SchemaDiagram {
  private let schema: Schema
  private let descriptions: SchemaDescriptions
  private let relationships: [Relationship]

  init(_ schema: Schema, _ descriptions: SchemaDescriptions) {
    self.schema = schema
    self.descriptions = descriptions
    relationships = Relationship.all(in: schema, descriptions)
  }

  /// The diagram, including a final newline. References are solid lines, strings with record names dotted lines.
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
    // Older versions reject a block without attributes.
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

  /// Returns the attribute name of a field: without dots, and not a keyword for keys.
  private static func word(_ name: String) -> String {
    let word = name.replacing(".", with: "_")
    return ["PK", "FK", "UK"].contains(word.uppercased()) ? word + "_" : word
  }

  /// Returns a type as one word, such as `STRING[]` for a list of strings.
  private static func word(of type: FieldType) -> String {
    var element = type
    element.isList = false
    return element.description.replacing(" ", with: "_") + (type.isList ? "[]" : "")
  }

  /// Returns a text for a quoted string, with special characters as Mermaid entity codes.
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
