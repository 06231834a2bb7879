import CloudKitRecords
import CloudKitSchema
import GRDB

extension TableLayout {
  /// Returns the number of records per value of a field, excluding records without a value.
  /// - Parameter byCreator: Whether to count the records that are not their creator's first. With ten million records,
  ///   counting distinct creators takes 3 s; a custom aggregate takes 1 s (measured 2026-11).
  func counts(
    by column: FieldColumn, byCreator: Bool, in database: Database
  ) throws -> [FieldValue: CreatorCount] {
    let creator = quoted(SystemField.createdBy.rawValue)
    let repeats = byCreator ? "count(\(creator)) - count(DISTINCT \(creator))" : "0"
    let columns = column.sqlNames.joined(separator: ", ")
    let statement = try PreparedStatement(
      "SELECT count(*), \(repeats), \(columns) FROM \(table) WHERE \(column.sql) IS NOT NULL GROUP BY \(columns)",
      in: database)
    defer { statement.reset() }
    var counts: [FieldValue: CreatorCount] = [:]
    while try statement.step() {
      // Values that differ in SQL may be equal in Swift, such as 0.0 and -0.0 in a list.
      if let value = try column.value(in: statement, at: 2) {
        counts[value, default: CreatorCount(records: 0)].records += Int(statement.integer(0))
        counts[value]?.repeats += Int(statement.integer(1))
      }
    }
    return counts
  }
}
