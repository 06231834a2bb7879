import GRDB

/// The change tags of a container: a counter in base 36, so that no two versions of any record share one.
struct ChangeTags {
  private let start: Int64
  private var last: Int64

  /// Goes on after the last tag the container gave.
  init(in database: Database) throws {
    start = try Int64.fetchOne(database, sql: "SELECT value FROM \"___container\" WHERE key = 'lastChangeTag'") ?? 0
    last = start
  }

  /// A new tag.
  mutating func next() -> String {
    last += 1
    return String(last, radix: 36)
  }

  /// Remembers the last tag, where there is a new one.
  func save(in database: Database) throws {
    guard last != start else { return }
    let statement = try database.cachedStatement(
      sql: "UPDATE \"___container\" SET value = ? WHERE key = 'lastChangeTag'")
    try statement.execute(arguments: [last])
  }
}
