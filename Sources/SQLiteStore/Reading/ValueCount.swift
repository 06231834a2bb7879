import CloudKitRecords
import CloudKitSchema
import GRDB

/// How many records of a type there are per value of a field.
struct ValueCount {
  private let column: FieldColumn
  private let table: TableLayout
  private let sql: String

  init(of column: FieldColumn, in table: TableLayout) {
    self.column = column
    self.table = table
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
      // Values that differ in SQL may be one in Swift, as 0.0 and -0.0 in a list.
      if let value = try column.value(in: statement, at: 1) {
        counts[value, default: 0] += Int(statement.integer(0))
      }
    }
    return counts
  }

  /// The counts, with how many of each are one creator's second or later.
  func countsByCreator(in database: Database) throws -> [FieldValue: CreatorCount] {
    if let index = table.creatorIndex(of: column), try database.hasIndex(index),
      let counts = try countsByCreator(in: database, sortedBy: index)
    {
      return counts
    }
    var result = try counts(in: database).mapValues { CreatorCount(records: $0) }
    let known = try PreparedStatement(
      "SELECT 1 FROM \(table.table) WHERE \(creator) IS NOT NULL LIMIT 1", in: database)
    defer { known.reset() }
    guard try known.step() else { return result }
    let statement = try PreparedStatement(
      "SELECT count(\(creator)) - count(DISTINCT \(creator)) AS repeats, \(column.sql), NULL FROM \(table.table)"
        + " WHERE \(column.sql) IS NOT NULL GROUP BY \(column.sql) HAVING repeats > 0", in: database)
    defer { statement.reset() }
    while try statement.step() {
      if let value = try column.value(in: statement, at: 1) { result[value]?.repeats += Int(statement.integer(0)) }
    }
    return result
  }

  /// One pass over the index, which has a text's creators side by side; `nil` where something is no text.
  private func countsByCreator(
    in database: Database, sortedBy index: String
  ) throws -> [FieldValue: CreatorCount]? {
    let statement = try PreparedStatement(
      "SELECT count_repeats(\(column.sql), \(creator)) FROM \(table.table) INDEXED BY \(quoted(index))"
        + " WHERE \(column.sql) IS NOT NULL", in: database)
    defer { statement.reset() }
    guard try statement.step(), case .blob(let result) = statement.column(0) else { return nil }
    return Dictionary(
      RepeatCount.groups(of: result).map { (.string($0.text), CreatorCount(records: $0.rows, repeats: $0.repeats)) },
      uniquingKeysWith: { CreatorCount(records: $0.records + $1.records, repeats: $0.repeats + $1.repeats) })
  }

  private var creator: String { quoted(SystemField.createdBy.rawValue) }
}

extension Database {
  /// Whether there is an index; a container made by an earlier version may lack one.
  fileprivate func hasIndex(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      self, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)", arguments: [name])
      ?? false
  }
}
