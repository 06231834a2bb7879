import CloudKitSchema

/// The column of a record type's table that stores a field's values.
struct FieldColumn: Hashable, Sendable {
  let name: String
  let type: FieldType
  let indexes: Indexes

  init(_ field: Field) {
    name = field.name
    type = field.type
    indexes = field.indexes
  }

  var sql: String { quoted(name) }

  /// The column that stores a reference's action unless it is `NONE`; only a single reference has one.
  var actionColumn: String? { isReference ? quoted(name + ":action") : nil }

  /// The names in SQL of the column and, for a reference, its action column.
  var sqlNames: [String] { [sql] + (actionColumn.map { [$0] } ?? []) }

  var isReference: Bool { type.primitive == .reference && !type.isList }

  /// The declared SQL type. NUMBER keeps integers and doubles distinct, so such a column gets no type and converts
  /// nothing.
  var declaration: String {
    let affinity = type.isList ? "TEXT" : type.primitive.affinity
    return affinity.isEmpty ? sql : "\(sql) \(affinity)"
  }

  /// Whether the members of the field's lists have their own table. Reference lists always do: deleting a record must
  /// find the records that reference it.
  var hasMemberTable: Bool {
    type.isList && (!indexes.isDisjoint(with: [.queryable, .sortable]) || type.primitive == .reference)
  }
}

extension FieldType.Primitive {
  /// The affinity for a value of the type. Timestamps are milliseconds since 1970, references are record names,
  /// locations and assets are JSON.
  var affinity: String {
    switch self {
    case .asset, .location, .reference, .string: "TEXT"
    case .bytes: "BLOB"
    case .double: "REAL"
    case .int64, .timestamp: "INTEGER"
    case .number: ""
    }
  }

  /// The affinity for a member of a list, which comes from JSON: bytes are base64 there.
  var memberAffinity: String { self == .bytes ? "TEXT" : affinity }
}
