import CloudKitRecords
import Diagnostics
import Foundation
import GRDB

import struct CloudKitRecords.Cursor
import struct CloudKitRecords.Record

/// A query in SQL, read page by page.
///
/// A page continues after the last record of the previous page (keyset paging), so the hundredth page costs as much as
/// the first. The records after a position are read in stages, each a plain range of an index: the records equal in all
/// sorts, then those that differ only in the last sort, and so on. A single condition with OR would make SQLite read
/// from the start.
struct PageQuery {
  private struct SortKey {
    let expression: SQLFragment
    let ascending: Bool
  }

  private let limit: Int
  private let reader: RecordReader
  private let from: String
  private let conditions: [SQLFragment]
  private let keys: [SortKey]
  private let rowID: String

  /// Creates the SQL of a query that `QueryRules` has accepted.
  init(_ query: Query, table: TableLayout) throws(RecordStoreError) {
    var source: FilterCondition.Source?
    var conditions: [SQLFragment] = []
    for filter in query.filters {
      guard let column = table.column(named: filter.field) else { continue }
      let condition = FilterCondition(filter, column: column, of: table)
      if source == nil, let found = condition.source {
        source = found
        conditions.append(found.condition)
      } else {
        conditions.append(condition.condition)
      }
    }
    keys = query.sorts.compactMap { sort in
      guard let column = table.column(named: sort.field) else { return nil }
      let expression = sort.relativeTo.map { FilterCondition.distance(column, from: $0) }
      return SortKey(expression: expression ?? SQLFragment("t.\(column.sql)"), ascending: sort.ascending)
    }
    self.conditions = conditions
    limit = query.limit
    var reader = table.reader(of: query.desiredFields)
    reader.isTolerant = query.toleratesInvalidValues
    self.reader = reader
    from = " FROM \(table.table) AS t" + (source?.join ?? "")
    rowID = keys.isEmpty ? source?.rowID ?? "t.\"___rowid\"" : "t.\"___rowid\""
    try Self.check(arguments: conditions.reduce(0) { $0 + $1.arguments.count }, query)
  }

  /// Returns the fingerprint that distinguishes this query's cursors from others. Most queries by name have one page
  /// and need none.
  private func fingerprint() throws -> String {
    let order = keys.map { $0.expression + ($0.ascending ? " ASC" : " DESC") }
    let query = (conditions + [SQLFragment(from)] + order).joined(separator: "\n")
    var hash = StableHash(query.sql.utf8)
    hash.add(try JSONEncoder().encode(query.arguments))
    return String(hash.value, radix: 36)
  }

  /// Checks SQLite's limits: 32,766 parameters and 1,000 conditions per statement. CloudKit's limits are not
  /// documented.
  private static func check(arguments: Int, _ query: Query) throws(RecordStoreError) {
    if query.filters.count > 200 {
      throw .badRequest(reason: "a query has at most 200 filters, this one has \(query.filters.count)")
    }
    if query.sorts.count > 32 {
      throw .badRequest(reason: "a query has at most 32 sorts, this one has \(query.sorts.count)")
    }
    if arguments > 32_000 {
      throw .badRequest(reason: "the filters of a query have at most 32000 values, these have \(arguments)")
    }
    // The time of a full-text search grows with the square of the number of words.
    let searched = query.filters.reduce(0) { $0 + ($1.comparator.isTokenSearch ? $1.value.string?.utf8.count ?? 0 : 0) }
    if searched > 16_000 {
      throw .badRequest(reason: "the words a query searches for have at most 16000 bytes, these have \(searched)")
    }
  }

  func page(after cursor: Cursor?, in database: Database) throws -> QueryPage {
    let position = try cursor.map { try PageCursor($0, of: fingerprint(), sorts: keys.count) }
    var records: [Record] = []
    var last: (values: [StoredValue], rowID: Int64) = ([], 0)
    for stage in stages(after: position) {
      let rest = StoredValue.integer(Int64(limit + 1 - records.count))
      let rows = try database.rows(stage.sql, stage.arguments + [rest], isReused: false)
      while let row = try rows.next() {
        if records.count == limit {
          let end = PageCursor(query: try fingerprint(), values: last.values, rowID: last.rowID)
          return QueryPage(records: records, next: try end.cursor())
        }
        records.append(try reader.record(row))
        if records.count == limit {
          last = (keys.indices.map { row.value(reader.width + $0) }, row.integer(0))
        }
      }
    }
    return QueryPage(records: records, next: nil)
  }

  /// Returns the statements whose results, in order, are the records after a position.
  private func stages(after position: PageCursor?) -> [SQLFragment] {
    guard let position else { return [select([], equalKeys: 0)] }
    var stages = [
      select(
        equal(position, keys.count)
          + [SQLFragment("\(rowID) \(rowIDAscends ? ">" : "<") ?", [.integer(position.rowID)])],
        equalKeys: keys.count)
    ]
    for index in keys.indices.reversed() {
      let expression = keys[index].expression
      let value = position.values[index]
      // NULL is the smallest value: first when ascending, last when descending.
      let beyond: [SQLFragment] =
        switch (keys[index].ascending, value) {
        case (true, .null): [expression + " IS NOT NULL"]
        case (true, _): [expression + SQLFragment(" > ?", [value])]
        case (false, .null): []
        case (false, _): [expression + SQLFragment(" < ?", [value]), expression + " IS NULL"]
        }
      stages += beyond.map { select(equal(position, index) + [$0], equalKeys: index) }
    }
    return stages
  }

  private func equal(_ position: PageCursor, _ count: Int) -> [SQLFragment] {
    keys.indices.prefix(count).map { keys[$0].expression + SQLFragment(" IS ?", [position.values[$0]]) }
  }

  /// Whether row IDs ascend. Records equal in all sorts follow the direction of the first sort, so that its index
  /// returns them in order.
  private var rowIDAscends: Bool { keys.first?.ascending ?? true }

  private func select(_ more: [SQLFragment], equalKeys: Int) -> SQLFragment {
    let columns = ([SQLFragment(reader.columns)] + keys.map(\.expression)).joined(separator: ", ")
    let keyOrder = keys.dropFirst(equalKeys).map { $0.expression + ($0.ascending ? " ASC" : " DESC") }
    let order = (keyOrder + [SQLFragment(rowID + (rowIDAscends ? " ASC" : " DESC"))]).joined(separator: ", ")
    let all = conditions + more
    let condition = all.isEmpty ? SQLFragment("") : SQLFragment(" WHERE ") + all.joined(separator: " AND ")
    return SQLFragment("SELECT ") + columns + from + condition + " ORDER BY " + order + " LIMIT ?"
  }
}
