import CloudKitRecords
import GRDB

/// A lookup of records by name, across all types.
///
/// A name identifies a record of any type. Searching the name index of every type reads a few pages; a single table of
/// all names would write a random page for every new record.
struct RecordLocator {
  private let layout: ContainerLayout
  private let database: Database

  init(_ layout: ContainerLayout, in database: Database) {
    self.layout = layout
    self.database = database
  }

  /// Returns the stored records with these names, searching the most likely tables first.
  /// - Parameter measures: Whether to measure the records' sizes.
  func locate(
    _ names: [RecordName], likelyIn likely: Set<Int>, measures: Bool
  ) throws -> [RecordName: StoredRecord] {
    var found = [RecordName: StoredRecord](minimumCapacity: names.count)
    var missing = names
    func search(_ tables: [Int]) throws {
      for index in tables where !missing.isEmpty {
        let table = layout.tables[index]
        let columns = "t.\"___rowid\", t.\"___etag\", " + (measures ? table.measurement : "0")
        missing = try forEachRow(of: table, columns: columns, named: missing) { name, row in
          found[name] = StoredRecord(
            table: index, rowID: row.integer(0), changeTag: row.text(1) ?? "", size: Int(row.integer(2)))
        }
      }
    }
    try search(likely.sorted())
    if missing.isEmpty { return found }
    let others = try layout.tables.indices.filter { try !likely.contains($0) && !isEmpty(layout.tables[$0]) }
    missing = try existing(missing, in: others)
    try search(others)
    return found
  }

  private func isEmpty(_ table: TableLayout) throws -> Bool {
    let statement = try PreparedStatement("SELECT 1 FROM \(table.table) LIMIT 1", in: database)
    defer { statement.reset() }
    return try !statement.step()
  }

  /// Returns the names that are in any of some tables, with one statement per name: most names of a request to create
  /// records are in none. Returns all names if there are more tables than an SQL expression should have terms.
  private func existing(_ names: [RecordName], in tables: [Int]) throws -> [RecordName] {
    guard !names.isEmpty, (1...100).contains(tables.count) else { return names }
    let conditions = tables.map { "EXISTS (SELECT 1 FROM \(layout.tables[$0].table) WHERE \"___recordID\" = ?1)" }
    let statement = try PreparedStatement("SELECT \(conditions.joined(separator: " OR "))", in: database)
    defer { statement.reset() }
    return try names.filter { name in
      statement.reset()
      try statement.bind(.text(name.rawValue), at: 1)
      return try statement.step() && statement.integer(0) != 0
    }
  }

  /// Calls `body` with the row of every record of a type that has one of the names; the table is aliased `t`.
  /// - Returns: The names without a record of the type.
  @discardableResult
  func forEachRow(
    of table: TableLayout, columns: String, named names: [RecordName],
    _ body: (RecordName, PreparedStatement) throws -> Void
  ) throws -> [RecordName] {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM \(table.table) AS t WHERE t.\"___recordID\" = ?", in: database)
    defer { statement.reset() }
    return try names.filter { name in
      statement.reset()
      try statement.bind(.text(name.rawValue), at: 1)
      guard try statement.step() else { return true }
      try body(name, statement)
      return false
    }
  }
}
