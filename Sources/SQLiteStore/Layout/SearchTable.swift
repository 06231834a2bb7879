import CloudKitSchema

extension TableLayout {
  /// The full-text table of the SEARCHABLE fields and the triggers that keep it consistent; empty without such fields.
  var searchObjects: [SchemaObject] {
    guard !searchable.isEmpty else { return [] }
    let name = quoted(searchTable)
    let names = searchable.map { quoted(Self.searchColumn($0.name)) }.joined(separator: ", ")
    func texts(of row: String) -> String {
      searchable.map { column in
        column.type.isList
          ? "(SELECT group_concat(value, char(10)) FROM json_each(\(row).\(column.sql)))" : "\(row).\(column.sql)"
      }.joined(separator: ", ")
    }
    func present(_ row: String) -> String {
      searchable.map { "\(row).\($0.sql) IS NOT NULL" }.joined(separator: " OR ")
    }
    func insert(_ row: String, from source: String = "") -> String {
      "INSERT INTO \(name) (rowid, \(names))\nSELECT \(row).\"___rowid\", \(texts(of: row))\(source)"
        + "\nWHERE \(present(row))"
    }
    // FTS5 finds the words to delete from the text that was indexed.
    let delete =
      "INSERT INTO \(name) (\(name), rowid, \(names))\nSELECT 'delete', OLD.\"___rowid\", \(texts(of: "OLD"))"
      + "\nWHERE \(present("OLD"))"
    let changed = searchable.map { "OLD.\($0.sql) IS NOT NEW.\($0.sql)" }.joined(separator: " OR ")
    return [
      SchemaObject(
        kind: .derived, name: searchTable,
        sql: "CREATE VIRTUAL TABLE \(name) USING fts5(\n  \(names),\n  content=\(table),"
          + " content_rowid=\"___rowid\", columnsize=0, tokenize=unicode61)",
        fill: insert("t", from: " FROM \(table) AS t")),
      trigger("\(searchTable):insert", "INSERT", when: nil, [insert("NEW")]),
      trigger(
        "\(searchTable):update", "UPDATE OF \(searchable.map(\.sql).joined(separator: ", "))", when: changed,
        [delete, insert("NEW")]),
      trigger("\(searchTable):delete", "DELETE", when: nil, [delete]),
    ]
  }
}
