/// What a `.ckdb` file says, without how it says it: no order that matters, no comments, no places.
package struct Schema: Hashable, Sendable {
  /// The custom roles, in the order of the file.
  package var roles: [String]
  /// The record types, in the order of the file.
  package var recordTypes: [RecordType]

  /// A schema; empty by default.
  package init(roles: [String] = [], recordTypes: [RecordType] = []) {
    self.roles = roles
    self.recordTypes = recordTypes
  }

  /// The record type of a name.
  package func recordType(named name: RecordType.Name) -> RecordType? {
    recordTypes.first { $0.name == name }
  }
}

/// A kind of record: its fields and who may do what with it.
package struct RecordType: Hashable, Sendable {
  /// The bare name, without quotes.
  package typealias Name = String

  /// The bare name, without quotes.
  package var name: Name
  /// The fields that are declared, system fields among them, in the order of the file.
  package var fields: [Field]
  /// One grant per role, in the order of the file.
  package var grants: [Grant]

  /// A record type.
  package init(name: Name, fields: [Field] = [], grants: [Grant] = []) {
    self.name = name
    self.fields = fields
    self.grants = grants
  }

  /// A field of the record type. System fields exist on every type, declared or not; an undeclared one has no index.
  package func field(named name: String) -> Field? {
    if let declared = fields.first(where: { $0.name == name }) { return declared }
    return SystemField(rawValue: name).map { Field(name: name, type: $0.type) }
  }
}

/// A field of a record type.
package struct Field: Hashable, Sendable {
  /// The bare name, without quotes.
  package var name: String
  /// The type of its values.
  package var type: FieldType
  /// What it is indexed for.
  package var indexes: Indexes

  /// A field, without an index by default.
  package init(name: String, type: FieldType, indexes: Indexes = []) {
    self.name = name
    self.type = type
    self.indexes = indexes
  }
}

/// What a field is indexed for: the options of its line.
package struct Indexes: OptionSet, Hashable, Sendable {
  /// The options as bits.
  package let rawValue: UInt8

  /// Options of raw bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Equality and membership.
  package static let queryable = Indexes(rawValue: 1)
  /// Text tokens.
  package static let searchable = Indexes(rawValue: 2)
  /// Order and ranges.
  package static let sortable = Indexes(rawValue: 4)

  /// Every option with its keyword, in the order of an export (alphabetical).
  package static let keywords: [(option: Indexes, keyword: String)] = [
    (.queryable, "QUERYABLE"), (.searchable, "SEARCHABLE"), (.sortable, "SORTABLE"),
  ]
}

/// What a role may do with the records of a type.
package struct Grant: Hashable, Sendable {
  /// The bare name of the role, without quotes.
  package var role: String
  /// What it may do.
  package var permissions: Permissions

  /// A grant of permissions to one role.
  package init(role: String, permissions: Permissions) {
    self.role = role
    self.permissions = permissions
  }
}

/// What may be done with a record.
package struct Permissions: OptionSet, Hashable, Sendable {
  /// The permissions as bits.
  package let rawValue: UInt8

  /// Permissions of raw bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Read a record.
  package static let read = Permissions(rawValue: 1)
  /// Create a record.
  package static let create = Permissions(rawValue: 2)
  /// Change or delete a record.
  package static let write = Permissions(rawValue: 4)

  /// Every permission with its keyword, in the order of an export.
  package static let keywords: [(permission: Permissions, keyword: String)] = [
    (.read, "READ"), (.create, "CREATE"), (.write, "WRITE"),
  ]
}
