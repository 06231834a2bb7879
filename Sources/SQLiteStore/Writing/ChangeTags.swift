import GRDB

/// The change tags of a container: a counter in base 36, so that no two versions of any record share a tag.
struct ChangeTags {
  private let start: Int64
  private var last: Int64

  /// Continues after the last tag that the container issued.
  init(in database: Database) throws {
    start = try Int64.fetchOne(database, sql: "SELECT value FROM \"___container\" WHERE key = 'lastChangeTag'") ?? 0
    last = start
  }

  mutating func next() -> String {
    last += 1
    return String(last, radix: 36)
  }

  /// Skips the tags up to one that came from another container, so that it is not issued for another version.
  mutating func reserve(_ tag: String?) {
    if let number = tag.flatMap({ Int64($0, radix: 36) }), number < Int64.max / 2 { last = max(last, number) }
  }

  /// Saves the last tag if it has changed.
  func save(in database: Database) throws {
    guard last != start else { return }
    let statement = try database.cachedStatement(
      sql: "UPDATE \"___container\" SET value = ? WHERE key = 'lastChangeTag'")
    try statement.execute(arguments: [last])
  }
}
