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

  /// The schema as an export prints it; record types stay in the order of their creation.
  ///
  /// Source: exports in public repositories (seen).
  var exportText: String { Schema(roles: roles.sorted(), recordTypes: recordTypes.map(\.inExportOrder)).text() }
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
