import CloudKitSchema

/// A table, index or trigger that the schema requires.
struct SchemaObject: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case records
    /// A table derived from the records, which can be recreated from them.
    case derived
    case index
    case trigger
  }

  let kind: Kind
  let name: String
  let sql: String
  /// The statement that fills a derived table from the existing records.
  var fill: String?

  var drop: String {
    let keyword =
      switch kind {
      case .records, .derived: "TABLE"
      case .index: "INDEX"
      case .trigger: "TRIGGER"
      }
    return "DROP \(keyword) \(quoted(name))"
  }
}

extension TableLayout {
  /// The system columns of every record, in the table's order. The integer key makes the table a rowid table, which was
  /// faster by a third or more (measured 2026-11), and defines the order of a query without sorts.
  static let systemColumns: [(name: String, declaration: String)] = [
    ("___rowid", "INTEGER PRIMARY KEY"),
    (SystemField.recordID.rawValue, "TEXT NOT NULL UNIQUE"),
    (SystemField.createTime.rawValue, "INTEGER NOT NULL"),
    (SystemField.createdBy.rawValue, "TEXT"),
    (SystemField.modTime.rawValue, "INTEGER NOT NULL"),
    (SystemField.modifiedBy.rawValue, "TEXT"),
    (SystemField.etag.rawValue, "TEXT NOT NULL"),
  ]

  /// All objects of the type, in creation order.
  var objects: [SchemaObject] {
    [records] + indexObjects + columns.filter(\.hasMemberTable).flatMap(memberObjects) + searchObjects
  }

  static func declarations(of column: FieldColumn) -> [String] {
    [column.declaration] + (column.actionColumn.map { ["\($0) TEXT"] } ?? [])
  }

  private var records: SchemaObject {
    let lines =
      Self.systemColumns.map { "\(quoted($0.name)) \($0.declaration)" } + columns.flatMap(Self.declarations)
    return SchemaObject(
      kind: .records, name: type.name, sql: "CREATE TABLE \(table) (\n  \(lines.joined(separator: ",\n  "))\n)")
  }

  private var indexObjects: [SchemaObject] {
    var objects: [SchemaObject] = []
    // The record name already has an index: it is unique.
    let declared = type.fields.filter { $0.name != SystemField.recordID.rawValue }.map(FieldColumn.init)
    for column in declared where !column.type.isList {
      if !column.indexes.isDisjoint(with: [.queryable, .sortable]) {
        let name = "\(type.name).\(column.name):index"
        objects.append(
          SchemaObject(kind: .index, name: name, sql: "CREATE INDEX \(quoted(name)) ON \(table) (\(column.sql))"))
      }
      if let action = column.actionColumn, SystemField(rawValue: column.name) == nil {
        let name = "\(type.name).\(column.name):action"
        objects.append(
          SchemaObject(
            kind: .index, name: name,
            sql: "CREATE INDEX \(quoted(name)) ON \(table) (\(column.sql)) WHERE \(action) IS NOT NULL"))
      }
    }
    return objects
  }

  func trigger(_ name: String, _ event: String, when: String?, _ body: [String]) -> SchemaObject {
    let condition = when.map { " WHEN \($0)" } ?? ""
    let statements = body.map { "  " + $0.replacing("\n", with: "\n    ") + ";\n" }.joined()
    return SchemaObject(
      kind: .trigger, name: name,
      sql: "CREATE TRIGGER \(quoted(name)) AFTER \(event) ON \(table)\(condition) BEGIN\n\(statements)END")
  }
}
