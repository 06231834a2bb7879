import CloudKitSchema
import CloudKitWire
import Diagnostics

// What CloudKit does with the schemas of an environment.

extension Schema {
  /// Returns the schema as the server stores it: record types in the order of their creation, `Users`, and all six
  /// system fields of each type.
  ///
  /// Source: exports in public repositories (seen); the order of types was observed in one project.
  /// - Parameter earlier: The schema that this one replaces.
  func withSystemParts(over earlier: Schema) -> Schema {
    var types = recordTypes
    if !types.contains(where: { $0.name == "Users" }) {
      types.insert(earlier.recordType(named: "Users") ?? Self.users, at: 0)
    }
    let known = earlier.recordTypes.compactMap { old in types.first { $0.name == old.name } }
    let added = types.filter { earlier.recordType(named: $0.name) == nil }
    return Schema(roles: roles, recordTypes: (known + added).map(\.withSystemFields))
  }

  private static let users = RecordType(
    name: "Users", fields: [Field(name: "roles", type: .list(.int64))],
    grants: [
      Grant(role: SystemRole.creator.rawValue, permissions: .write),
      Grant(role: SystemRole.world.rawValue, permissions: .read),
    ])

  /// Returns why an import is refused; `nil` if it is accepted.
  ///
  /// The texts about record types are reported from live use. The texts about fields are inferred from them.
  func refusal(importing new: Schema, production: Schema) -> String? {
    for type in recordTypes where type.name.hasPrefix("cloudkit.") && new.recordType(named: type.name) == nil {
      return "invalid attempt to delete cloudkit managed record type"
    }
    for type in production.recordTypes where !RecordType.isSystem(type.name) {
      guard let kept = new.recordType(named: type.name) else {
        return "invalid attempt to delete a record type which is active in a production container"
      }
      for field in type.fields {
        guard let same = kept.field(named: field.name) else {
          return "invalid attempt to delete a field which is active in a production container"
        }
        if same.type != field.type {
          return "invalid attempt to change the type of a field which is active in a production container"
        }
      }
    }
    return nil
  }

  /// Returns production after a deployment: nothing is removed, and indexes, grants, and roles are development's.
  func deployed(over production: Schema) -> Schema {
    var types = production.recordTypes
    for type in recordTypes {
      guard let index = types.firstIndex(where: { $0.name == type.name }) else {
        types.append(type)
        continue
      }
      let fields = types[index].fields.map { old in type.fields.first { $0.name == old.name } ?? old }
      let added = type.fields.filter { field in !fields.contains { $0.name == field.name } }
      types[index] = RecordType(name: type.name, fields: fields + added, grants: type.grants)
    }
    return Schema(roles: roles, recordTypes: types)
  }

  /// The schema as an export prints it: fields sorted by the bytes of their names, types aligned, grants last.
  ///
  /// Source: exports in public repositories (seen).
  var exportText: String {
    var statements = roles.sorted().map { "    CREATE ROLE \(NameSpelling.spelling($0));\n" }
    for type in recordTypes {
      let fields = type.fields.sorted { $0.name < $1.name }.map { field in
        let name = field.name.hasPrefix("_") ? "\"\(field.name)\"" : NameSpelling.spelling(field.name)
        return (name: name, rest: field.indexes.isEmpty ? "\(field.type)" : "\(field.type) \(field.indexes)")
      }
      let width = fields.map(\.name.count).max() ?? 0
      let lines = fields.map { $0.name + String(repeating: " ", count: width + 1 - $0.name.count) + $0.rest }
      let grants = type.grants.sorted { $0.exportKey < $1.exportKey }.map { grant in
        let role = grant.role.hasPrefix("_") ? "\"\(grant.role)\"" : NameSpelling.spelling(grant.role)
        return "GRANT \(grant.permissions) TO \(role)"
      }
      let items = (lines + grants).map { "        \($0)" }.joined(separator: ",\n")
      statements.append("    RECORD TYPE \(NameSpelling.spelling(type.name)) (\n\(items)\n    );\n")
    }
    return "DEFINE SCHEMA\n" + statements.map { "\n" + $0 }.joined()
  }
}

extension RecordType {
  fileprivate var withSystemFields: RecordType {
    var type = self
    for system in SystemField.allCases where !fields.contains(where: { $0.name == system.rawValue }) {
      type.fields.append(Field(name: system.rawValue, type: system.type))
    }
    return type
  }
}

extension Grant {
  fileprivate var exportKey: (isCustom: Int, role: String) { (SystemRole(rawValue: role) == nil ? 1 : 0, role) }
}

extension SchemaFile {
  /// Returns the server's message for the first syntax mistake; `nil` if the file is valid.
  ///
  /// Source: apple/sample-cloudkit-tooling, `validate-schema.md`: the parser is made by JavaCC, and reports one error.
  var serverMessage: String? {
    guard let mistake = syntaxDiagnostics.first(where: { $0.severity == .error }) else { return nil }
    let place = LineTable(source).position(at: mistake.range?.start ?? 0)
    let text = mistake.range.map { source.string($0) } ?? ""
    return "Encountered \" <IDENTIFIER> \"\(text) \"\" at line \(place.line), column \(place.column)."
  }
}
