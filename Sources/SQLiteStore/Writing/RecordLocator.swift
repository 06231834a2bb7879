import CloudKitRecords
import GRDB

/// Finds records by their names, whatever their type.
///
/// A name identifies a record of any type. Looking into every type's index of names costs a read of a few pages; a table of
/// all names would cost a write of a random page for every new record.
struct RecordLocator {
  /// Names in one statement.
  private static let chunk = 200

  private let layout: ContainerLayout
  private let database: Database

  init(_ layout: ContainerLayout, in database: Database) {
    self.layout = layout
    self.database = database
  }

  /// The records there are of these names.
  func locate(_ names: [RecordName]) throws -> [RecordName: StoredRecord] {
    var found: [RecordName: StoredRecord] = [:]
    for (index, table) in layout.tables.enumerated() {
      let statement = try PreparedStatement(
        "SELECT \"___rowid\", \"___etag\" FROM \(table.table) WHERE \"___recordID\" = ?", in: database)
      for name in names {
        try statement.bind(.text(name.rawValue), at: 1)
        if try statement.step() {
          found[name] = StoredRecord(table: index, rowID: statement.integer(0), changeTag: statement.text(1) ?? "")
        }
        statement.reset()
      }
    }
    return found
  }

  /// Calls `body` on the row of every record of a type that has one of the names; the table is called `t`.
  func forEachRow(
    of table: TableLayout, columns: String, named names: [RecordName], _ body: (PreparedStatement) throws -> Void
  ) throws {
    let sql =
      "SELECT \(columns) FROM \(table.table) AS t WHERE t.\"___recordID\" IN (\(SQLFragment.parameters(Self.chunk)))"
    let statement = try PreparedStatement(sql, in: database)
    for start in stride(from: 0, to: names.count, by: Self.chunk) {
      // NULL equals nothing, so one statement serves every number of names.
      for offset in 0..<Self.chunk {
        let index = start + offset
        try statement.bind(index < names.count ? .text(names[index].rawValue) : .null, at: offset + 1)
      }
      defer { statement.reset() }
      while try statement.step() { try body(statement) }
    }
  }
}
