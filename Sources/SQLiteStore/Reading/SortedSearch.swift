import GRDB

/// A full-text search as the only filter of a sorted query, and the ways to find its first records.
///
/// Reading and sorting the matches costs 5 µs per match. Collecting the matches' row IDs costs 0.3 µs per match; the
/// records are then read in the order of the sort field's index until the page is full. If most records match, each
/// record in that order is tested by itself. Of 1,000,000 articles, sorting 40,000 matches took 100 ms, and a page
/// of the other ways at most 20 ms (measured 2026-11).
struct SortedSearch {
  /// The table of the words.
  let table: String
  /// The FTS5 query.
  let words: String

  private static let fewMatches = 1000
  private static let manyMatches = 30_000

  /// Returns the condition that finds the matches in the order of an index, or `nil` if few records match, so that
  /// sorting them costs less.
  func condition(in database: Database) throws -> SQLFragment? {
    let matches = try count(upTo: Self.manyMatches, in: database)
    if matches < Self.fewMatches { return nil }
    if matches < Self.manyMatches {
      // The sign keeps SQLite from looking up the rows in the order of their IDs.
      return SQLFragment("+t.\"___rowid\" IN (SELECT rowid FROM \(table) WHERE \(table) MATCH ?)", [.text(words)])
    }
    return SQLFragment(
      "EXISTS (SELECT 1 FROM \(table) AS m WHERE m.\(table) MATCH ? AND m.rowid = t.\"___rowid\")", [.text(words)])
  }

  private func count(upTo limit: Int, in database: Database) throws -> Int {
    let statement = try PreparedStatement(
      "SELECT count(*) FROM (SELECT rowid FROM \(table) WHERE \(table) MATCH ? LIMIT ?)", in: database)
    defer { statement.reset() }
    try statement.bind([.text(words), .integer(Int64(limit))])
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}
