import CloudKitSchema

/// A table, index or trigger the container has because of its schema.
struct SchemaObject: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The table of a record type.
    case records
    /// A table that follows from the records and can be made anew from them.
    case derived
    case index
    case trigger
  }

  let kind: Kind
  let name: String
  /// What makes it.
  let sql: String
  /// What fills a derived table from the records that are there.
  var fill: String?

  /// What removes it.
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
  /// The columns every record has, in the table's order. The integer key makes the table a rowid table, which was the
  /// faster kind by a third or more when measured (2026-11), and is the order of a query without sorts.
  static let systemColumns: [(name: String, declaration: String)] = [
    ("___rowid", "INTEGER PRIMARY KEY"),
    (SystemField.recordID.rawValue, "TEXT NOT NULL UNIQUE"),
    (SystemField.createTime.rawValue, "INTEGER NOT NULL"),
    (SystemField.createdBy.rawValue, "TEXT"),
    (SystemField.modTime.rawValue, "INTEGER NOT NULL"),
    (SystemField.modifiedBy.rawValue, "TEXT"),
    (SystemField.etag.rawValue, "TEXT NOT NULL"),
  ]

  /// All there is of the type, in the order to make it.
  var objects: [SchemaObject] {
    [records] + indexObjects + columns.filter(\.hasMemberTable).flatMap(memberObjects) + searchObjects
  }

  /// The declarations of a field's columns.
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
    // The name's own index is there already: it is unique.
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

  /// The table of a list's members and the triggers that keep it right, also when a person edits the records.
  private func memberObjects(_ column: FieldColumn) -> [SchemaObject] {
    let name = memberTable(of: column)
    let isReference = column.type.primitive == .reference
    let value = ["\"value\"", column.type.primitive.memberAffinity, "NOT NULL"].filter { !$0.isEmpty }
    let lines =
      [value.joined(separator: " "), "\"record\" INTEGER NOT NULL"] + (isReference ? ["\"action\" TEXT"] : [])
      + ["PRIMARY KEY (\"value\", \"record\")"]
    // A reference with an action is an object in the list, one without is its record's name.
    let member =
      isReference ? "iif(type = 'object', json_extract(value, '$.recordName'), value)" : "value"
    func members(of row: String, select: String) -> String {
      "SELECT \(select) FROM json_each(\(row).\(column.sql))"
    }
    let action = "max(iif(type = 'object', json_extract(value, '$.action'), NULL))"
    func insert(_ row: String) -> String {
      // A member that is there twice is kept once. Of a reference that is, the action counts.
      isReference
        ? "INSERT INTO \(quoted(name)) "
          + members(of: row, select: "\(member), \(row).\"___rowid\", \(action)") + " GROUP BY 1"
        : "INSERT OR IGNORE INTO \(quoted(name)) " + members(of: row, select: "\(member), \(row).\"___rowid\"")
    }
    let delete =
      "DELETE FROM \(quoted(name)) WHERE \"record\" = OLD.\"___rowid\" AND \"value\" IN ("
      + members(of: "OLD", select: member) + ")"
    let fill =
      "INSERT INTO \(quoted(name)) SELECT \(member), t.\"___rowid\"" + (isReference ? ", \(action)" : "")
      + " FROM \(table) AS t, json_each(t.\(column.sql)) GROUP BY 1, 2"
    return [
      SchemaObject(
        kind: .derived, name: name,
        sql: "CREATE TABLE \(quoted(name)) (\n  \(lines.joined(separator: ",\n  "))\n) WITHOUT ROWID", fill: fill),
      trigger("\(name):insert", "INSERT", when: "NEW.\(column.sql) IS NOT NULL", [insert("NEW")]),
      trigger(
        "\(name):update", "UPDATE OF \(column.sql)", when: "OLD.\(column.sql) IS NOT NEW.\(column.sql)",
        [delete, insert("NEW")]),
      trigger("\(name):delete", "DELETE", when: "OLD.\(column.sql) IS NOT NULL", [delete]),
    ]
  }

  /// The full-text table of the SEARCHABLE fields and its triggers.
  private var searchObjects: [SchemaObject] {
    guard !searchable.isEmpty else { return [] }
    let name = quoted(searchTable)
    let names = searchable.map { quoted(Self.searchColumn($0.name)) }.joined(separator: ", ")
    func texts(_ row: String) -> String {
      searchable.map { column in
        column.type.isList
          ? "(SELECT group_concat(value, char(10)) FROM json_each(\(row).\(column.sql)))" : "\(row).\(column.sql)"
      }.joined(separator: ", ")
    }
    func present(_ row: String) -> String {
      searchable.map { "\(row).\($0.sql) IS NOT NULL" }.joined(separator: " OR ")
    }
    // `'delete'` has to be told the text that was indexed: FTS5 finds its words through it.
    let delete =
      "INSERT INTO \(name) (\(name), rowid, \(names)) SELECT 'delete', OLD.\"___rowid\", \(texts("OLD"))"
      + " WHERE \(present("OLD"))"
    func insert(_ row: String, from source: String = "") -> String {
      "INSERT INTO \(name) (rowid, \(names)) SELECT \(row).\"___rowid\", \(texts(row))\(source) WHERE \(present(row))"
    }
    let changed = searchable.map { "OLD.\($0.sql) IS NOT NEW.\($0.sql)" }.joined(separator: " OR ")
    let fields = searchable.map(\.sql).joined(separator: ", ")
    return [
      SchemaObject(
        kind: .derived, name: searchTable,
        sql: "CREATE VIRTUAL TABLE \(name) USING fts5(\(names), content=\(table), content_rowid=\"___rowid\","
          + " columnsize=0, tokenize=unicode61)",
        fill: insert("t", from: " FROM \(table) AS t")),
      trigger("\(searchTable):insert", "INSERT", when: nil, [insert("NEW")]),
      trigger("\(searchTable):update", "UPDATE OF \(fields)", when: changed, [delete, insert("NEW")]),
      trigger("\(searchTable):delete", "DELETE", when: nil, [delete]),
    ]
  }

  private func trigger(_ name: String, _ event: String, when: String?, _ body: [String]) -> SchemaObject {
    let condition = when.map { " WHEN \($0)" } ?? ""
    let statements = body.map { "  \($0);\n" }.joined()
    return SchemaObject(
      kind: .trigger, name: name,
      sql: "CREATE TRIGGER \(quoted(name)) AFTER \(event) ON \(table)\(condition) BEGIN\n\(statements)END")
  }
}
