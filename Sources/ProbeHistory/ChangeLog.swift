import CloudKitRecords
import FeedHealth
import GRDB

/// The changes of feeds in a history.
struct ChangeLog {
  /// The kind of the entry from whose time on the history knows all changes.
  private static let beginning = "begin"

  private static let removed = "removed"

  /// The columns of `feed` that remember how the catalog was last seen.
  static let columns: KeyValuePairs = ["state": "TEXT", "catalog_title": "TEXT", "catalog_url": "TEXT"]

  static let table = """
    CREATE TABLE IF NOT EXISTS change (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, feed INTEGER NOT NULL, kind TEXT NOT NULL, since INTEGER,
      detail TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS change_by_time ON change (at);
    """

  private let database: Database

  init(in database: Database) { self.database = database }

  // MARK: Reading

  func changes(after start: Timestamp, upTo end: Timestamp) throws -> [FeedChange] {
    guard try database.tableExists("change") else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT change.*, name, catalog_title, catalog_url FROM change JOIN feed ON feed.id = change.feed
        WHERE at > ? AND at <= ? ORDER BY change.id
        """, arguments: [start.milliseconds, end.milliseconds])
    return rows.compactMap { row in
      FeedChange.Kind(rawValue: row["kind"]).map { kind in
        FeedChange(
          of: RecordName(row["name"] as String), kind, at: Timestamp(milliseconds: row["at"]),
          since: (row["since"] as Int64?).map { Timestamp(milliseconds: $0) }, detail: row["detail"],
          title: row["catalog_title"], feedURL: row["catalog_url"])
      }
    }
  }

  func begin() throws -> Timestamp? {
    guard try database.tableExists("change") else { return nil }
    let time = try Int64.fetchOne(database, sql: "SELECT at FROM change WHERE kind = ?", arguments: [Self.beginning])
    return time.map { Timestamp(milliseconds: $0) }
  }

  // MARK: Writing

  func add(_ changes: [FeedChange], feed: Int64) throws {
    let insert = try database.cachedStatement(
      sql: "INSERT INTO change (at, feed, kind, since, detail) VALUES (?, ?, ?, ?, ?)")
    for change in changes {
      try insert.execute(arguments: [
        change.at.milliseconds, feed, change.kind.rawValue, change.since?.milliseconds, change.detail,
      ])
    }
  }

  func see(_ feeds: [SeenFeed], at time: Timestamp) throws {
    try database.execute(
      sql: """
        INSERT INTO change (at, feed, kind, detail) SELECT ?, 0, ?, ''
        WHERE NOT EXISTS (SELECT 1 FROM change WHERE kind = ?)
        """, arguments: [time.milliseconds, Self.beginning, Self.beginning])
    let find = try database.cachedStatement(
      sql: "SELECT feed.*, moved_to FROM feed LEFT JOIN probe ON probe.id = last WHERE name = ?")
    let accept = try database.cachedStatement(sql: "UPDATE feed SET accepts_another = 1 WHERE name = ?")
    let store = try database.cachedStatement(
      sql: """
        INSERT INTO feed (name, state, catalog_title, catalog_url) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (name) DO UPDATE SET state = ?2, catalog_title = ?3, catalog_url = ?4
        """)
    for feed in feeds {
      let state = feed.isActive ? "active" : "inactive"
      let known = try Row.fetchOne(find, arguments: [feed.name.rawValue])
      let columns = ["state", "catalog_title", "catalog_url"].map { name in known.flatMap { $0[name] as String? } }
      if columns == [state, feed.title, feed.feedURL] { continue }
      try store.execute(arguments: [feed.name.rawValue, state, feed.title, feed.feedURL])
      // A person who corrects an address means the feed that it serves, whatever the former address listed.
      let movedTo = known.flatMap { $0["moved_to"] as String? }
      if let former = columns[2], feed.isElsewhere(than: [former, movedTo ?? former]) {
        try accept.execute(arguments: [feed.name.rawValue])
      }
      guard let known, let last = columns[0], last != state else { continue }
      try add([FeedChange(of: feed.name, feed.isActive ? .reactivated : .deactivated, at: time)], feed: known["id"])
    }
  }

  func seeAll(_ feeds: Set<RecordName>, at time: Timestamp) throws {
    let known = try Row.fetchCursor(
      database, sql: "SELECT id, name, state FROM feed WHERE state IS NOT ?", arguments: [Self.removed])
    var gone: [(id: Int64, change: FeedChange?)] = []
    while let row = try known.next() {
      let name = RecordName(row["name"] as String)
      if feeds.contains(name) { continue }
      // An earlier program did not know when the feed was removed.
      let isKnown = (row["state"] as String?) != nil
      gone.append((row["id"] as Int64, isKnown ? FeedChange(of: name, .removed, at: time) : nil))
    }
    for (id, change) in gone {
      try database.execute(sql: "UPDATE feed SET state = ? WHERE id = ?", arguments: [Self.removed, id])
      try add([change].compactMap(\.self), feed: id)
    }
  }

  func deleteEntries(before time: Int64) throws {
    try database.execute(
      sql: "UPDATE change SET at = ? WHERE kind = ? AND at < ?", arguments: [time, Self.beginning, time])
    try database.execute(sql: "DELETE FROM change WHERE at < ?", arguments: [time])
  }
}
