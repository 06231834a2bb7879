import Diagnostics

/// The declarations of a `.ckdb` file, without comments, layout, and positions.
package struct Schema: Hashable, Sendable {
  /// The custom roles, in file order.
  package var roles: [String]
  /// The record types, in file order.
  package var recordTypes: [RecordType]

  package init(roles: [String] = [], recordTypes: [RecordType] = []) {
    self.roles = roles
    self.recordTypes = recordTypes
  }

  package func recordType(named name: RecordType.Name) -> RecordType? {
    recordTypes.first { $0.name == name }
  }
}

/// A record type: its fields and the permissions on its records.
package struct RecordType: Hashable, Sendable {
  /// The name without quotes.
  package typealias Name = String

  package var name: Name
  /// The declared fields, including declared system fields, in file order.
  package var fields: [Field]
  /// One grant per role, in file order.
  package var grants: [Grant]

  package init(name: Name, fields: [Field] = [], grants: [Grant] = []) {
    self.name = name
    self.fields = fields
    self.grants = grants
  }

  /// Whether CloudKit itself declares the record types of a name. Every container has `Users`, and `cloudkit.share`
  /// appears with the first share. They stay whether or not a file declares them.
  package static func isSystem(_ name: Name) -> Bool { name == "Users" || name.hasPrefix("cloudkit.") }

  /// Returns the field with a name. Every record type has the system fields; undeclared ones have no index.
  package func field(named name: String) -> Field? {
    if let declared = fields.first(where: { $0.name == name }) { return declared }
    return SystemField(rawValue: name).map { Field(name: name, type: $0.type) }
  }
}

package struct Field: Hashable, Sendable {
  /// The name without quotes.
  package var name: String
  package var type: FieldType
  package var indexes: Indexes

  package init(name: String, type: FieldType, indexes: Indexes = []) {
    self.name = name
    self.type = type
    self.indexes = indexes
  }
}

package struct Indexes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Index for equality and list membership.
  package static let queryable = Indexes(rawValue: 1)
  /// Index for tokens of text.
  package static let searchable = Indexes(rawValue: 2)
  /// Index for order and ranges.
  package static let sortable = Indexes(rawValue: 4)

  /// Every index with its keyword, in export order (alphabetical).
  package static let keywords: [(option: Indexes, keyword: String)] = [
    (.queryable, "QUERYABLE"), (.searchable, "SEARCHABLE"), (.sortable, "SORTABLE"),
  ]
}

/// The permissions of a role on the records of a type.
package struct Grant: Hashable, Sendable {
  /// The name of the role without quotes.
  package var role: String
  package var permissions: Permissions

  package init(role: String, permissions: Permissions) {
    self.role = role
    self.permissions = permissions
  }

  /// The grants that CloudKit adds when an app creates a record type.
  package static let ofNewType = [
    Grant(role: SystemRole.creator.rawValue, permissions: .write),
    Grant(role: SystemRole.icloud.rawValue, permissions: .create),
    Grant(role: SystemRole.world.rawValue, permissions: .read),
  ]
}

package struct Permissions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let read = Permissions(rawValue: 1)
  package static let create = Permissions(rawValue: 2)
  /// Permission to change and delete records.
  package static let write = Permissions(rawValue: 4)

  /// Every permission with its keyword, in export order.
  package static let keywords: [(permission: Permissions, keyword: String)] = [
    (.read, "READ"), (.create, "CREATE"), (.write, "WRITE"),
  ]
}

extension Indexes: CustomStringConvertible {
  /// The keywords of the indexes, in export order.
  package var keywords: [String] { Self.keywords.filter { contains($0.option) }.map(\.keyword) }

  /// The keywords as in a schema file; empty without indexes.
  package var description: String { keywords.joined(separator: " ") }
}

extension Permissions: CustomStringConvertible {
  /// The keywords of the permissions, in export order.
  package var keywords: [String] { Self.keywords.filter { contains($0.permission) }.map(\.keyword) }

  /// The keywords as in a schema file; empty without permissions.
  package var description: String { keywords.joined(separator: ", ") }
}

extension Grant: CustomStringConvertible {
  /// The grant as in a schema file.
  package var description: String { "GRANT \(permissions) TO \(NameSpelling.spelling(role))" }
}

extension Field: CustomStringConvertible {
  /// The field as in a schema file, without alignment.
  package var description: String { line(nameWidth: 0) }
}
