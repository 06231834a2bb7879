import CloudKitSchema

/// How the records of one type lie in SQL: a table named like the type, a column named like each field, and what keeps
/// them searchable.
struct TableLayout: Sendable {
  /// The record type.
  let type: RecordType
  /// The columns of its fields, in the schema's order, system fields left out.
  let columns: [FieldColumn]
  /// Where a field's column is in `columns`.
  let columnIndex: [String: Int]
  /// What to select of it for whole records.
  let selection: RecordSelection

  init(_ type: RecordType) {
    self.type = type
    columns = type.fields.filter { SystemField(rawValue: $0.name) == nil }.map(FieldColumn.init)
    columnIndex = Dictionary(
      columns.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    selection = RecordSelection(of: columns)
  }

  /// The table's name in SQL.
  var table: String { quoted(type.name) }

  /// The name of the table of a list field's members.
  func memberTable(of column: FieldColumn) -> String { "\(type.name).\(column.name)" }

  /// The name of the table of the words of the SEARCHABLE fields.
  var searchTable: String { "\(type.name):search" }

  /// The columns whose words are searched for.
  var searchable: [FieldColumn] {
    columns.filter { $0.indexes.contains(.searchable) && $0.type.primitive == .string }
  }

  /// A field's column in the search table; FTS5 keeps two names for itself.
  static func searchColumn(_ name: String) -> String {
    ["rank", "rowid"].contains(name.lowercased()) ? name + ":text" : name
  }

  /// A field's column in SQL, system fields among them.
  func column(named name: String) -> FieldColumn? {
    if let index = columnIndex[name] { return columns[index] }
    return SystemField(rawValue: name).flatMap { type.field(named: $0.rawValue) }.map(FieldColumn.init)
  }
}

/// How a whole schema lies in SQL.
struct ContainerLayout: Sendable {
  /// The schema.
  let schema: Schema
  /// One per record type, in the schema's order.
  let tables: [TableLayout]
  private let indexes: [RecordType.Name: Int]

  init(_ schema: Schema) {
    self.schema = schema
    tables = schema.recordTypes.map(TableLayout.init)
    indexes = Dictionary(
      tables.enumerated().map { ($0.element.type.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where a type's table is in `tables`.
  func index(of type: RecordType.Name) -> Int? { indexes[type] }

  /// SQLite's own limit (`SQLITE_MAX_COLUMN`).
  private static let columnsPerTable = 2000

  /// Why SQLite cannot hold the schema; `nil` when it can. SQL's names know no case, CloudKit's do.
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
