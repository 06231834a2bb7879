import CloudKitRecords
import CloudKitSchema
import GRDB

extension TableLayout {
  /// Returns the number of records per value of a field, excluding records without a value.
  /// - Parameter byCreator: Whether to count the records that are not their creator's first.
  func counts(
    by column: FieldColumn, byCreator: Bool, in database: Database
  ) throws -> [FieldValue: CreatorCount] {
    let creator = quoted(SystemField.createdBy.rawValue)
    let repeats = byCreator ? "count(\(creator)) - count(DISTINCT \(creator))" : "0"
    let columns = column.sqlNames.joined(separator: ", ")
    let rows = try database.rows(
      "SELECT count(*), \(repeats), \(columns) FROM \(table) WHERE \(column.sql) IS NOT NULL GROUP BY \(columns)")
    var counts: [FieldValue: CreatorCount] = [:]
    while let row = try rows.next() {
      // Values that differ in SQL may be equal in Swift, such as 0.0 and -0.0 in a list.
      if let value = try column.value(in: row, at: 2) {
        counts[value, default: CreatorCount(records: 0)].records += Int(row.integer(0))
        counts[value]?.repeats += Int(row.integer(1))
      }
    }
    return counts
  }
}
