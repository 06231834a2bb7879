import CloudKitSchema

/// The column of a record type's table that holds a field's values.
struct FieldColumn: Hashable, Sendable {
  /// The field's name, which is the column's.
  let name: String
  /// What the column holds.
  let type: FieldType
  /// What the field is indexed for.
  let indexes: Indexes

  init(_ field: Field) {
    name = field.name
    type = field.type
    indexes = field.indexes
  }

  /// The column's name in SQL.
  var sql: String { quoted(name) }

  /// The column beside it that holds a reference's action, where it is not `NONE`; only a single reference has one.
  var actionColumn: String? { isReference ? quoted(name + ":action") : nil }

  /// Whether it holds a single reference.
  var isReference: Bool { type.primitive == .reference && !type.isList }

  /// The declared type in SQL. NUMBER keeps integers and doubles apart, so its column converts nothing.
  var declaration: String {
    let affinity = type.isList ? "TEXT" : type.primitive.affinity
    return affinity.isEmpty ? sql : "\(sql) \(affinity)"
  }

  /// Whether the members of its lists have a table of their own. Those of reference lists always have: deleting a
  /// record has to find who points at it.
  var hasMemberTable: Bool {
    type.isList && (!indexes.isDisjoint(with: [.queryable, .sortable]) || type.primitive == .reference)
  }
}

extension FieldType.Primitive {
  /// How SQLite keeps a value of the type. Timestamps are milliseconds since 1970, references the record's name,
  /// locations and assets JSON.
  var affinity: String {
    switch self {
    case .asset, .location, .reference, .string: "TEXT"
    case .bytes: "BLOB"
    case .double: "REAL"
    case .int64, .timestamp: "INTEGER"
    case .number: ""
    }
  }

  /// How SQLite keeps a member of a list, which comes out of JSON: bytes are base64 there.
  var memberAffinity: String { self == .bytes ? "TEXT" : affinity }
}
