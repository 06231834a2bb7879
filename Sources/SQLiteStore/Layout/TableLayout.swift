import CloudKitSchema

/// The SQL layout of one record type: a table with the name of the type, a column with the name of each field, and the
/// objects that keep them searchable.
struct TableLayout: Sendable {
  let type: RecordType
  /// The columns of the fields, in the schema's order, without system fields.
  let columns: [FieldColumn]
  /// The index in `columns` of each field.
  let columnIndex: [String: Int]
  private let reader: RecordReader

  init(_ type: RecordType) {
    self.type = type
    columns = type.fields.filter { SystemField(rawValue: $0.name) == nil }.map(FieldColumn.init)
    columnIndex = Dictionary(
      columns.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    reader = RecordReader(type, fields: columns)
  }

  /// The table's name in SQL.
  var table: String { quoted(type.name) }

  /// Returns a reader of the desired fields; `nil` for all.
  func reader(of desiredFields: [String]?) -> RecordReader {
    guard let desired = desiredFields.map(Set.init) else { return reader }
    return RecordReader(type, fields: columns.filter { desired.contains($0.name) })
  }

  /// Returns the name of the table of a list field's members.
  func memberTable(of column: FieldColumn) -> String { "\(type.name).\(column.name)" }

  /// The name of the table of the SEARCHABLE fields' words.
  var searchTable: String { "\(type.name):search" }

  /// The columns that full-text search covers.
  var searchable: [FieldColumn] {
    columns.filter { $0.indexes.contains(.searchable) && $0.type.primitive == .string }
  }

  /// Returns a field's column in the search table; FTS5 reserves two names.
  static func searchColumn(_ name: String) -> String {
    ["rank", "rowid"].contains(name.lowercased()) ? name + ":text" : name
  }

  /// Returns a field's column in SQL, including system fields.
  func column(named name: String) -> FieldColumn? {
    if let index = columnIndex[name] { return columns[index] }
    return SystemField(rawValue: name).flatMap { type.field(named: $0.rawValue) }.map(FieldColumn.init)
  }
}

/// The SQL layout of a whole schema.
struct ContainerLayout: Sendable {
  let schema: Schema
  /// The table layouts, one per record type, in the schema's order.
  let tables: [TableLayout]
  private let indexes: [RecordType.Name: Int]

  init(_ schema: Schema) {
    self.schema = schema
    tables = schema.recordTypes.map(TableLayout.init)
    indexes = Dictionary(
      tables.enumerated().map { ($0.element.type.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  func index(of type: RecordType.Name) -> Int? { indexes[type] }

  /// SQLite's default limit (`SQLITE_MAX_COLUMN`).
  private static let columnsPerTable = 2000

  /// The reason SQLite cannot store the schema, or `nil`. SQL names are case-insensitive, CloudKit names are
  /// case-sensitive.
  var problem: String? {
    var seen = ["___container": "the container's own table"]
    for table in tables {
      if table.type.name.isEmpty || table.type.name.lowercased().hasPrefix("sqlite_") {
        return "SQLite keeps the name '\(table.type.name)' for itself"
      }
      for object in table.objects {
        if let other = seen.updateValue(object.name, forKey: object.name.lowercased()) {
          return "'\(object.name)' and '\(other)' would be one table or index, as SQL does not tell their names apart"
        }
      }
      var columns = Set(TableLayout.systemColumns.map { $0.name.lowercased() })
      for column in table.columns {
        for name in [column.name] + (column.isReference ? [column.name + ":action"] : [])
        where !columns.insert(name.lowercased()).inserted {
          return "'\(table.type.name)' has two columns '\(name)', as SQL does not tell their names apart"
        }
      }
      if columns.count > Self.columnsPerTable {
        return "'\(table.type.name)' has \(columns.count) columns, and SQLite holds \(Self.columnsPerTable)"
      }
    }
    return nil
  }
}
