/// Writes a schema as an Apple export writes it: reading the text gives the schema back, in that order.
package struct SchemaPrinter {
  private var text = "DEFINE SCHEMA\n"

  /// Returns the text of a schema, without the system fields it does not declare.
  package static func print(_ schema: Schema) -> String {
    var printer = SchemaPrinter()
    let schema = schema.inExportOrder
    for role in schema.roles { printer.text += "\n    CREATE ROLE \(NameSpelling.spelling(role));\n" }
    for recordType in schema.recordTypes { printer.print(recordType) }
    return printer.text
  }

  private mutating func print(_ recordType: RecordType) {
    text += "\n    RECORD TYPE \(NameSpelling.spelling(recordType.name)) ("
    let names = recordType.fields.map { NameSpelling.spelling($0.name) }
    let width = names.lazy.map(\.utf8.count).max() ?? 0
    var separator = "\n        "
    for (name, field) in zip(names, recordType.fields) {
      text += separator
      separator = ",\n        "
      text += name
      text += String(repeating: " ", count: width - name.utf8.count + 1)
      text += field.type.description
      for (option, keyword) in Indexes.keywords where field.indexes.contains(option) {
        text += " "
        text += keyword
      }
    }
    for grant in recordType.grants where !grant.permissions.isEmpty {
      text += separator
      separator = ",\n        "
      text += grant.description
    }
    text += "\n    );\n"
  }
}

extension Indexes: CustomStringConvertible {
  /// The options as a schema file writes them; empty for none.
  package var description: String {
    Self.keywords.filter { contains($0.option) }.map(\.keyword).joined(separator: " ")
  }
}

extension Permissions: CustomStringConvertible {
  /// The permissions as a schema file writes them; empty for none.
  package var description: String {
    Self.keywords.filter { contains($0.permission) }.map(\.keyword).joined(separator: ", ")
  }
}

extension Grant: CustomStringConvertible {
  /// The grant as a schema file writes it.
  package var description: String { "GRANT \(permissions) TO \(NameSpelling.spelling(role))" }
}

extension Field: CustomStringConvertible {
  /// The field as a schema file writes it, without alignment.
  package var description: String {
    let declaration = "\(NameSpelling.spelling(name)) \(type)"
    return indexes.isEmpty ? declaration : "\(declaration) \(indexes)"
  }
}
