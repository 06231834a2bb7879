import CloudKitSchema

/// A printer for schemas in the form of an Apple export. Reading the text gives back the schema in export order.
struct SchemaPrinter {
  private var text = "DEFINE SCHEMA\n"

  /// Returns the text of a schema, without undeclared system fields.
  static func print(_ schema: Schema) -> String {
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
      if !field.indexes.isEmpty { text += " \(field.indexes)" }
    }
    for grant in recordType.grants where !grant.permissions.isEmpty {
      text += separator
      separator = ",\n        "
      text += grant.description
    }
    text += "\n    );\n"
  }
}

extension Schema {
  /// The schema in the order of an Apple export: sorted by the bytes of the names, with grants to system roles first.
  ///
  /// Source: thirty exports in public repositories (seen 2026-11).
  var inExportOrder: Schema {
    Schema(
      roles: roles.sorted(),
      recordTypes: recordTypes.sorted { $0.name < $1.name }.map { type in
        RecordType(
          name: type.name, fields: type.fields.sorted { $0.name < $1.name },
          grants: type.grants.sorted {
            (SystemRole(rawValue: $0.role) == nil ? 1 : 0, $0.role)
              < (SystemRole(rawValue: $1.role) == nil ? 1 : 0, $1.role)
          })
      })
  }
}
