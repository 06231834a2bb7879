// A schema as a `.ckdb` text, without comments: the one printer of schemas. What also prints comments takes its lines
// from here.

extension Schema {
  /// Returns the schema as a file, with four spaces per level and aligned types. Undeclared system fields are not in
  /// it.
  package func text() -> String {
    var text = "DEFINE SCHEMA\n"
    for role in roles { text += "\n    \(Self.line(ofRole: role))\n" }
    for type in recordTypes {
      text += "\n    \(type.openingLine)\n"
      text += type.itemLines.map { "        \($0)" }.joined(separator: ",\n")
      text += (type.itemLines.isEmpty ? "" : "\n") + "    );\n"
    }
    return text
  }

  package static func line(ofRole name: String) -> String { "CREATE ROLE \(NameSpelling.spelling(name));" }

  /// The schema in the order of an Apple export: sorted by the bytes of the names, with grants to system roles first.
  ///
  /// Source: thirty exports in public repositories (seen 2026-11).
  package var inExportOrder: Schema {
    Schema(roles: roles.sorted(), recordTypes: recordTypes.sorted { $0.name < $1.name }.map(\.inExportOrder))
  }
}

extension RecordType {
  /// The line before the fields, such as `RECORD TYPE Feed (`.
  package var openingLine: String { "RECORD TYPE \(NameSpelling.spelling(name)) (" }

  /// The fields with aligned types, then the grants; a grant without permissions has no line.
  fileprivate var itemLines: [String] {
    let width = fields.map(\.spelledWidth).max() ?? 0
    return fields.map { $0.line(nameWidth: width) }
      + grants.filter { !$0.permissions.isEmpty }.map(\.description)
  }

  package var inExportOrder: RecordType {
    RecordType(
      name: name, fields: fields.sorted { $0.name < $1.name }, grants: grants.sorted { $0.exportKey < $1.exportKey })
  }
}

extension Field {
  /// The number of bytes of the name as in a schema file.
  package var spelledWidth: Int { NameSpelling.spelling(name).utf8.count }

  /// Returns the field as in a schema file, with the name padded to a width.
  package func line(nameWidth: Int) -> String {
    let padding = String(repeating: " ", count: max(0, nameWidth - spelledWidth))
    return "\(NameSpelling.spelling(name))\(padding) \(typeAndIndexes)"
  }

  /// The type and the indexes as in a schema file.
  package var typeAndIndexes: String { indexes.isEmpty ? "\(type)" : "\(type) \(indexes)" }
}

extension Grant {
  /// The place of the grant in an export.
  package var exportKey: (isCustom: Int, role: String) { (SystemRole(rawValue: role) == nil ? 1 : 0, role) }
}
