import CloudKitRecords
import GRDB

/// How many records of a type there are per value of a field.
struct ValueCount {
  private let column: FieldColumn
  private let sql: String

  init(of column: FieldColumn, in table: TableLayout) {
    self.column = column
    let columns = [column.sql] + (column.actionColumn.map { [$0] } ?? [])
    sql =
      "SELECT count(*), \(columns.joined(separator: ", ")) FROM \(table.table) WHERE \(column.sql) IS NOT NULL"
      + " GROUP BY \(columns.joined(separator: ", "))"
  }

  /// The counts, records without a value left out.
  func counts(in database: Database) throws -> [FieldValue: Int] {
    let statement = try PreparedStatement(sql, in: database)
    defer { statement.reset() }
    var counts: [FieldValue: Int] = [:]
    while try statement.step() {
      let action = column.isReference ? statement.text(2) : nil
      // Values that differ in SQL may be one in Swift, as 0.0 and -0.0 in a list.
      if let value = try column.value(statement.column(1), action: action) {
        counts[value, default: 0] += Int(statement.integer(0))
      }
    }
    return counts
  }
}
