import CloudKitRecords
import GRDB
import JSON

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
    _ names: Set<RecordName>, likelyIn likely: Set<Int>, measures: Bool
  ) throws -> [RecordName: StoredRecord] {
    var found = [RecordName: StoredRecord](minimumCapacity: names.count)
    var missing = names
    let tables = likely.sorted() + layout.tables.indices.filter { !likely.contains($0) }
    for index in tables where !missing.isEmpty {
      let table = layout.tables[index]
      let columns = "t.\"___rowid\", t.\"___recordID\", t.\"___etag\", " + (measures ? table.measurement : "0")
      try forEachRow(of: table, columns: columns, named: missing) { name, row in
        missing.remove(name)
        found[name] = StoredRecord(
          table: index, rowID: row.integer(0), changeTag: row.text(2) ?? "", size: Int(row.integer(3)))
      }
    }
    return found
  }

  /// Calls `body` with the row of every record of a type that has one of the names.
  /// - Parameter columns: The columns to select, the second being the name; the table is aliased `t`.
  func forEachRow(
    of table: TableLayout, columns: String, named names: Set<RecordName>, _ body: (RecordName, Row) throws -> Void
  ) throws {
    let list = JSONWriter.document { writer in writer.array(names) { $0.string($1.rawValue) } }
    let rows = try database.rows(
      "SELECT \(columns) FROM \(table.table) AS t WHERE t.\"___recordID\" IN (SELECT value FROM json_each(?))",
      [.text(String(decoding: list, as: UTF8.self))])
    while let row = try rows.next() { try body(RecordName(row.text(1) ?? ""), row) }
  }
}
