import CloudKitSchema

extension TableLayout {
  /// Returns the table of a list's members and the triggers that keep it consistent, even when a user edits the
  /// records.
  ///
  /// The table has no index of records: a trigger finds a record's members by the list they came from.
  func memberObjects(_ column: FieldColumn) -> [SchemaObject] {
    let name = memberTable(of: column)
    let isReference = column.type.primitive == .reference
    let affinity = column.type.primitive.memberAffinity
    let columns =
      ["\"value\" " + (affinity.isEmpty ? "" : affinity + " ") + "NOT NULL", "\"record\" INTEGER NOT NULL"]
      + (isReference ? ["\"action\" TEXT"] : []) + ["PRIMARY KEY (\"value\", \"record\")"]

    // In the list, a reference with an action is an object, and a reference without one is its record name.
    let member = isReference ? "iif(type = 'object', json_extract(value, '$.recordName'), value)" : "value"
    let action = "max(iif(type = 'object', json_extract(value, '$.action'), NULL))"
    // A repeated member is stored once. For references, the member with an action wins.
    func insert(from row: String, _ source: String) -> String {
      isReference
        ? "INSERT INTO \(quoted(name))\nSELECT \(member), \(row).\"___rowid\",\n  \(action)\n"
          + "FROM \(source) GROUP BY 1, 2"
        : "INSERT OR IGNORE INTO \(quoted(name))\nSELECT \(member), \(row).\"___rowid\" FROM \(source)"
    }
    let added = insert(from: "NEW", "json_each(NEW.\(column.sql))")
    let removed =
      "DELETE FROM \(quoted(name)) WHERE \"record\" = OLD.\"___rowid\" AND \"value\" IN (\n"
      + "  SELECT \(member) FROM json_each(OLD.\(column.sql)))"
    let changed = "OLD.\(column.sql) IS NOT NEW.\(column.sql)"
    return [
      SchemaObject(
        kind: .derived, name: name,
        sql: "CREATE TABLE \(quoted(name)) (\n  \(columns.joined(separator: ",\n  "))\n) WITHOUT ROWID",
        fill: insert(from: "t", "\(table) AS t, json_each(t.\(column.sql))")),
      trigger("\(name):insert", "INSERT", when: "NEW.\(column.sql) IS NOT NULL", [added]),
      trigger("\(name):update", "UPDATE OF \(column.sql)", when: changed, [removed, added]),
      trigger("\(name):delete", "DELETE", when: "OLD.\(column.sql) IS NOT NULL", [removed]),
    ]
  }
}
