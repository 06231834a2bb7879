import CloudKitRecords
import CloudKitSchema

// The form of an export. Source: exports in public repositories (seen).

extension Schema {
  /// The schema as the server stores it, with `Users` and all six system fields of each type.
  var withSystemParts: Schema {
    let hasUsers = recordTypes.contains { $0.name == "Users" }
    return Schema(roles: roles, recordTypes: ((hasUsers ? [] : [Self.users]) + recordTypes).map(\.withSystemFields))
  }

  private static let users = RecordType(
    name: "Users", fields: [Field(name: "roles", type: .list(.int64))],
    grants: [
      Grant(role: SystemRole.creator.rawValue, permissions: .write),
      Grant(role: SystemRole.world.rawValue, permissions: .read),
    ])

  /// The schema as an export prints it; record types keep their order.
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
