package import CloudKitRecords
package import FeedHealth
import GRDB

/// A history of probes in an SQLite file beside the container. Rows are added, and deleted only when they are old.
package struct SQLiteProbeHistory: ProbeHistory {
  /// The age in milliseconds at which a robots.txt is fetched again (RFC 9309 §2.4).
  private static let robotsAge: Int64 = 86_400_000

  private let path: String
  private let queue: DatabaseQueue

  /// Opens a history and creates it if it is missing.
  package static func open(_ path: String) throws(ProbeHistoryError) -> SQLiteProbeHistory {
    do { return SQLiteProbeHistory(path: path, queue: try HistoryFile.open(path)) } catch {
      throw ProbeHistoryError(error, path: path)
    }
  }

  /// Opens a history for reading; returns `nil` if it is missing.
  package static func openForReading(_ path: String) throws(ProbeHistoryError) -> SQLiteProbeHistory? {
    do {
      return try HistoryFile.openForReading(path).map { SQLiteProbeHistory(path: path, queue: $0) }
    } catch {
      throw ProbeHistoryError(error, path: path)
    }
  }

  package static func inMemory() throws(ProbeHistoryError) -> SQLiteProbeHistory {
    try open(":memory:")
  }

  // MARK: Reading

  package func records(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: FeedRecord] {
    try await read { try FeedProbes(in: $0).records(of: feeds) }
  }

  package func recent(
    of feeds: [RecordName], asOf: Timestamp
  ) async throws(ProbeHistoryError) -> [RecordName: RecentProbes] {
    try await read { database in
      let last = FeedProbes(in: database)
      var recent: [RecordName: RecentProbes] = [:]
      for feed in feeds { recent[feed] = try last.record(of: feed).map { try last.recent(of: $0, asOf: asOf) } }
      return recent
    }
  }

  package func probes(of feed: RecordName) async throws(ProbeHistoryError) -> [FeedRecord] {
    try await read { try FeedProbes(in: $0).all(of: feed) }
  }

  package func days(
    of feeds: [RecordName], after start: Timestamp, upTo end: Timestamp
  ) async throws(ProbeHistoryError) -> [RecordName: [ProbedDay]] {
    try await read { database in
      let last = FeedProbes(in: database)
      var days: [RecordName: [ProbedDay]] = [:]
      for feed in feeds { days[feed] = try last.days(of: feed, after: start, upTo: end) }
      return days
    }
  }

  package func feeds() async throws(ProbeHistoryError) -> [RecordName] {
    try await read { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM feed WHERE last IS NOT NULL ORDER BY id")
      return names.map { RecordName($0) }
    }
  }

  package func changes(
    after start: Timestamp, upTo end: Timestamp
  ) async throws(ProbeHistoryError) -> [FeedChange] {
    try await read { try ChangeLog(in: $0).changes(after: start, upTo: end) }
  }

  package func changesBegin() async throws(ProbeHistoryError) -> Timestamp? {
    try await read { try ChangeLog(in: $0).begin() }
  }

  package func descriptions(
    of feeds: [RecordName]
  ) async throws(ProbeHistoryError) -> [RecordName: SelfDescription] {
    try await read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT * FROM feed WHERE name = ?")
      var descriptions: [RecordName: SelfDescription] = [:]
      for feed in feeds {
        guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else { continue }
        descriptions[feed] = SelfDescription(
          siteURL: row["site_url"], imageURL: row["image_url"], language: row["language"], subtitle: row["subtitle"],
          title: row["title"])
      }
      return descriptions
    }
  }

  package func dismissals(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: Set<String>] {
    try await read { database in
      guard try database.tableExists("dismissal") else { return [:] }
      let statement = try database.cachedStatement(
        sql: "SELECT proposal FROM dismissal JOIN feed ON feed.id = dismissal.feed WHERE name = ?")
      var found: [RecordName: Set<String>] = [:]
      for feed in feeds {
        let proposals = try String.fetchSet(statement, arguments: [feed.rawValue])
        if !proposals.isEmpty { found[feed] = proposals }
      }
      return found
    }
  }

  package func trend(lastDays count: Int) async throws(ProbeHistoryError) -> [DayTotals] {
    try await read { database in
      let days = try Row.fetchAll(
        database,
        sql: """
          SELECT max(id) AS last_id, max(at) AS last_at, sum(probes) AS day_probes FROM run WHERE finished
          GROUP BY at / 86400000 ORDER BY last_at DESC LIMIT ?
          """, arguments: [count])
      return try days.reversed().map { run in
        var totals = DayTotals(at: Timestamp(milliseconds: run["last_at"]), probes: run["day_probes"])
        let rows = try Row.fetchCursor(
          database, sql: "SELECT kind, name, feeds FROM run_total WHERE run = ?", arguments: [run["last_id"] as Int64])
        while let row = try rows.next() {
          if row["kind"] == "level" { totals.levels[row["name"]] = row["feeds"] }
          if row["kind"] == "verdict" { totals.verdicts[row["name"]] = row["feeds"] }
        }
        return totals
      }
    }
  }

  package func lastRun() async throws(ProbeHistoryError) -> FinishedRun? {
    try await read { database in
      let run = try Row.fetchOne(database, sql: "SELECT * FROM run WHERE finished ORDER BY id DESC LIMIT 1")
      return run.map {
        FinishedRun(at: Timestamp(milliseconds: $0["at"]), probes: $0["probes"], seconds: $0["seconds"])
      }
    }
  }

  package func pauses(after time: Timestamp) async throws(ProbeHistoryError) -> [String: Timestamp] {
    try await read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT host, until FROM pause WHERE until > ?", arguments: [time.milliseconds])
      return Dictionary(
        rows.map { ($0["host"], Timestamp(milliseconds: $0["until"])) }, uniquingKeysWith: { max($0, $1) })
    }
  }

  package func robots(asOf: Timestamp) async throws(ProbeHistoryError) -> [String: String] {
    try await read { database in
      guard try database.tableExists("robots") else { return [:] }
      let rows = try Row.fetchAll(
        database, sql: "SELECT origin, rules FROM robots WHERE at > ? AND at <= ?",
        arguments: [asOf.milliseconds - Self.robotsAge, asOf.milliseconds])
      return Dictionary(rows.map { ($0["origin"], $0["rules"]) }, uniquingKeysWith: { $1 })
    }
  }

  // MARK: Writing

  package func see(_ feeds: [SeenFeed], at time: Timestamp) async throws(ProbeHistoryError) {
    try await write { try ChangeLog(in: $0).see(feeds, at: time) }
  }

  package func seeAll(_ feeds: Set<RecordName>, at time: Timestamp) async throws(ProbeHistoryError) {
    try await write { try ChangeLog(in: $0).seeAll(feeds, at: time) }
  }

  package func begin(at time: Timestamp) async throws(ProbeHistoryError) -> HistoryRun {
    try await write { database in
      try database.execute(sql: "INSERT INTO run (at) VALUES (?)", arguments: [time.milliseconds])
      return HistoryRun(id: database.lastInsertedRowID, at: time)
    }
  }

  @discardableResult
  package func add(
    _ probes: [Probe], to run: HistoryRun, foundAt time: Timestamp
  ) async throws(ProbeHistoryError) -> [FeedRecord] {
    try await write { database in
      let last = FeedProbes(in: database)
      let insert = try database.cachedStatement(sql: FeedRecord.insertion)
      let known = try database.cachedStatement(
        sql: "INSERT INTO feed (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id, state")
      let point = try database.cachedStatement(
        sql:
          "UPDATE feed SET last = ?, certificate_end = ?, robots_unreadable_since = ?, failing_since = ? WHERE id = ?")
      let describe = try database.cachedStatement(sql: FeedRecord.saying)
      let added = try probes.map { probe in
        let before = try last.record(of: probe.feed)
        let record = FeedRecord(probe, at: run.at, after: before)
        guard let row = try Row.fetchOne(known, arguments: [probe.feed.rawValue]) else { return record }
        let feed: Int64 = row["id"]
        if (row["state"] as String?) ?? "active" == "active" {
          let changes = try record.changes(after: before, foundAt: time) { try last.workingVerdict(of: probe.feed) }
          try ChangeLog(in: database).add(changes, feed: feed)
        }
        try insert.execute(arguments: record.arguments(feed: feed, run: run.id))
        let certificateEnd = record.probe.certificateEnd?.milliseconds
        try point.execute(
          arguments: [
            database.lastInsertedRowID, certificateEnd, record.robotsUnreadableSince?.milliseconds,
            record.failingSince?.milliseconds, feed,
          ])
        if let said = record.probe.description {
          try describe.execute(arguments: record.saidArguments(said, feed: feed))
        }
        return record
      }
      try database.execute(
        sql: "UPDATE run SET probes = probes + ? WHERE id = ?", arguments: [probes.count, run.id])
      return added
    }
  }

  package func accept(_ feeds: [RecordName]) async throws(ProbeHistoryError) {
    try await write { database in
      let accept = try database.cachedStatement(sql: "UPDATE feed SET accepts_another = 1 WHERE name = ?")
      for feed in feeds { try accept.execute(arguments: [feed.rawValue]) }
    }
  }

  package func dismiss(_ proposals: [RecordName: Set<String>]) async throws(ProbeHistoryError) {
    try await write { database in
      let insert = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO dismissal SELECT id, ? FROM feed WHERE name = ?")
      for (feed, some) in proposals {
        for proposal in some { try insert.execute(arguments: [proposal, feed.rawValue]) }
      }
    }
  }

  package func pause(_ host: String, until time: Timestamp) async throws(ProbeHistoryError) {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO pause VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET until = max(until, excluded.until)",
        arguments: [host, time.milliseconds])
    }
  }

  package func addRobots(_ rules: [String: String], at time: Timestamp) async throws(ProbeHistoryError) {
    try await write { database in
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO robots (origin, at, rules) VALUES (?, ?, ?)")
      for (origin, rules) in rules { try insert.execute(arguments: [origin, time.milliseconds, rules]) }
    }
  }

  package func finish(
    _ run: HistoryRun, keepingDays days: Int, took seconds: Double?
  ) async throws(ProbeHistoryError) {
    let oldest = run.at.milliseconds - Int64(days) * 86_400_000
    try await write { database in
      for kind in ["level", "verdict"] {
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO run_total
            SELECT ?, ?, probe.\(kind), count(*) FROM feed JOIN probe ON probe.id = feed.last
            WHERE state IS NULL OR state = 'active' GROUP BY probe.\(kind)
            """, arguments: [run.id, kind])
      }
      try database.execute(
        sql: "UPDATE run SET finished = 1, seconds = ? WHERE id = ?", arguments: [seconds, run.id])
      // A feed's last probe is never deleted, because the next probe continues its sums.
      try database.execute(
        sql: "DELETE FROM probe WHERE at < ? AND id NOT IN (SELECT last FROM feed WHERE last IS NOT NULL)",
        arguments: [oldest])
      try ChangeLog(in: database).deleteEntries(before: oldest)
      try database.execute(
        sql: "DELETE FROM run_total WHERE run IN (SELECT id FROM run WHERE at < ?)", arguments: [oldest])
      try database.execute(sql: "DELETE FROM run WHERE at < ?", arguments: [oldest])
      try database.execute(sql: "DELETE FROM pause WHERE until < ?", arguments: [run.at.milliseconds])
      try database.execute(
        sql: "DELETE FROM robots WHERE at <= ?", arguments: [run.at.milliseconds - Self.robotsAge])
    }
  }

  func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(ProbeHistoryError) -> Value {
    do { return try await queue.read(body) } catch { throw ProbeHistoryError(error, path: path) }
  }

  func write<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(ProbeHistoryError) -> Value {
    do { return try await queue.write(body) } catch { throw ProbeHistoryError(error, path: path) }
  }
}
