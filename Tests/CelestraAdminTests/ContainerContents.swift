extension Session {
  /// The record names and fields of all records in a container file, without system fields.
  func contents(of container: String = "celestra.sqlite") throws -> [String] {
    let tables = try sqlite(
      "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE c.name = '___rowid' ORDER BY 1",
      in: container)
    return try tables.flatMap { table in
      let fields = try sqlite(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name NOT LIKE '\\_\\_\\_%' ESCAPE '\\' ORDER BY 1",
        in: container)
      let list = fields.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
      return try sqlite(
        "SELECT '\(table) ' || ___recordID || ' ' || \(list) FROM \"\(table)\" ORDER BY ___recordID", in: container)
    }
  }
}
