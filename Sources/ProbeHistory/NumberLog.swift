import CloudKitRecords
import FeedHealth
import GRDB

/// The numbers of feeds in a history: a row per feed and day on which a number changed, and the totals of every day.
struct NumberLog {
  /// `number_basis` stores once what many rows were computed by.
  static let tables = """
    CREATE TABLE IF NOT EXISTS number_basis (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS number (
      kind TEXT NOT NULL, feed INTEGER NOT NULL, day INTEGER NOT NULL, value INTEGER NOT NULL, detail TEXT NOT NULL,
      basis INTEGER NOT NULL, PRIMARY KEY (kind, feed, day)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS number_total (
      kind TEXT NOT NULL, day INTEGER NOT NULL, feeds INTEGER NOT NULL, sum INTEGER NOT NULL, basis INTEGER NOT NULL,
      PRIMARY KEY (kind, day)) WITHOUT ROWID;
    """

  /// The ages in days from which on only the last row of a period is kept, with the period of a day.
  private static let periods: [(age: Int, period: @Sendable (String) -> String)] = [
    // Day 0 was a Thursday.
    (90, { "(\($0) + 3) / 7" }), (730, { "strftime('%Y-%m', \($0) * 86400, 'unixepoch')" }),
  ]

  private let database: Database

  init(in database: Database) { self.database = database }

  // MARK: Reading

  /// Returns the last number of each feed before a day.
  func numbers(_ kind: FeedNumber.Kind, before day: Int) throws -> [RecordName: FeedNumber] {
    guard try database.tableExists("number") else { return [:] }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT name, number.*, text FROM feed CROSS JOIN number ON kind = ?1 AND number.feed = feed.id AND day = (
          SELECT max(day) FROM number AS last WHERE last.kind = ?1 AND last.feed = feed.id AND last.day < ?2)
        JOIN number_basis ON number_basis.id = basis
        """, arguments: [kind.rawValue, day])
    var numbers: [RecordName: FeedNumber] = [:]
    while let row = try rows.next() { numbers[RecordName(row["name"] as String)] = Self.number(row) }
    return numbers
  }

  /// Returns the numbers of a feed, oldest first.
  func numbers(_ kind: FeedNumber.Kind, of feed: RecordName, before day: Int) throws -> [FeedNumber] {
    guard try database.tableExists("number") else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number.*, text FROM feed JOIN number ON number.feed = feed.id JOIN number_basis ON number_basis.id = basis
        WHERE name = ? AND kind = ? AND day < ? ORDER BY day
        """, arguments: [feed.rawValue, kind.rawValue, day])
    return rows.map(Self.number)
  }

  func totals(_ kind: FeedNumber.Kind) throws -> [NumberTotal] {
    guard try database.tableExists("number") else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT number_total.*, text FROM number_total JOIN number_basis ON number_basis.id = basis WHERE kind = ?
        ORDER BY day
        """, arguments: [kind.rawValue])
    return rows.map { NumberTotal(day: $0["day"], feeds: $0["feeds"], sum: $0["sum"], basis: $0["text"]) }
  }

  private static func number(_ row: Row) -> FeedNumber {
    FeedNumber(row["value"], day: row["day"], detail: row["detail"], basis: row["text"])
  }

  // MARK: Writing

  func keep(_ numbers: [RecordName: FeedNumber], _ kind: FeedNumber.Kind) throws {
    for (feed, number) in numbers.sorted(by: { $0.key < $1.key }) { try keep(number, kind, of: feed) }
  }

  func keep(_ total: NumberTotal, _ kind: FeedNumber.Kind) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO number_total (kind, day, feeds, sum, basis) VALUES (?, ?, ?, ?, ?)",
      arguments: [kind.rawValue, total.day, total.feeds, total.sum, try basis(total.basis)])
  }

  /// Stores a number if it differs from the last one of an earlier day; it replaces another one of its day. Otherwise
  /// that one gets the new detail, so that the next change is explained by what was known just before it.
  private func keep(_ number: FeedNumber, _ kind: FeedNumber.Kind, of name: RecordName) throws {
    let known = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM feed WHERE name = ?"), arguments: [name.rawValue])
    let feed = try known ?? insert(name)
    let last = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT day, value, detail FROM number WHERE kind = ? AND feed = ? AND day <= ? ORDER BY day DESC LIMIT 2"),
      arguments: [kind.rawValue, feed, number.day]
    ).map { (day: $0["day"] as Int, value: $0["value"] as Int, detail: $0["detail"] as String) }
    let today = last.first { $0.day == number.day }
    let before = last.first { $0.day < number.day }
    let isSame = before?.value == number.value
    if isSame, today != nil {
      try database.cachedStatement(sql: "DELETE FROM number WHERE kind = ? AND feed = ? AND day = ?")
        .execute(arguments: [kind.rawValue, feed, number.day])
    }
    let kept = isSame ? before : today
    if kept?.value == number.value, kept?.detail == number.detail { return }
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO number (kind, feed, day, value, detail, basis) VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(
      arguments: [
        kind.rawValue, feed, kept?.day ?? number.day, number.value, number.detail, try basis(number.basis),
      ])
    // Once a week is enough.
    if !isSame, let before, (before.day + 3) / 7 != (number.day + 3) / 7 { try thin(kind, feed, asOf: number.day) }
  }

  private func insert(_ name: RecordName) throws -> Int64 {
    try database.execute(sql: "INSERT INTO feed (name) VALUES (?)", arguments: [name.rawValue])
    return database.lastInsertedRowID
  }

  private func basis(_ text: String) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: "INSERT INTO number_basis (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = text RETURNING id"),
      arguments: [text])
  }

  /// Deletes the rows of a feed that a later one of the same period follows, if both are old enough. A period has at
  /// most 31 days.
  private func thin(_ kind: FeedNumber.Kind, _ feed: Int64, asOf day: Int) throws {
    for (age, period) in Self.periods {
      let statement = try database.cachedStatement(
        sql: """
          DELETE FROM number WHERE kind = ?1 AND feed = ?2 AND day < ?3 AND EXISTS (
            SELECT 1 FROM number AS later WHERE later.kind = ?1 AND later.feed = ?2 AND later.day > number.day
              AND later.day < min(?3, number.day + 31) AND \(period("later.day")) = \(period("number.day")) LIMIT 1)
          """)
      try statement.execute(arguments: [kind.rawValue, feed, day - age])
    }
  }
}
