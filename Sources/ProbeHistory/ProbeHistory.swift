package import CloudKitRecords
import GRDB

/// What probes found, in an SQLite file of its own beside the container: rows are added, and go only when they are old.
///
/// It keeps what FeedMetadata has no fields for: classes, evidence, since when a feed is down, uptime by time, redirects
/// seen, and the totals of every run.
package struct ProbeHistory: Sendable {
  /// What a run is called here.
  package struct Run: Hashable, Sendable {
    let id: Int64
    /// The moment it judged by.
    package let at: Timestamp
  }

  /// The days of uptime that are looked back on.
  package static let uptimeDays = 30

  private let path: String
  private let queue: DatabaseQueue

  /// Opens a history, making it where there is none.
  package static func open(_ path: String) throws(ProbeHistoryError) -> ProbeHistory {
    do { return ProbeHistory(path: path, queue: try HistoryFile.open(path)) } catch {
      throw ProbeHistoryError(error, path: path)
    }
  }

  /// Opens a history to read it; `nil` where there is none.
  package static func openForReading(_ path: String) throws(ProbeHistoryError) -> ProbeHistory? {
    do {
      return try HistoryFile.openForReading(path).map { ProbeHistory(path: path, queue: $0) }
    } catch {
      throw ProbeHistoryError(error, path: path)
    }
  }

  /// An empty history, which is gone with the value.
  package static func inMemory() throws(ProbeHistoryError) -> ProbeHistory {
    try open(":memory:")
  }

  // MARK: Reading

  /// What is known of some feeds; one never probed is absent.
  package func records(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: FeedRecord] {
    try await read { try LastProbes(in: $0).records(of: feeds) }
  }

  /// The share of time some feeds were up in the 30 days before a moment, 0…100; one of which nothing is known is absent.
  ///
  /// What a probe found is taken to have lasted until the next. Right after a feed's first probe it is 0 or 100.
  package func uptimes(
    of feeds: [RecordName], asOf: Timestamp
  ) async throws(ProbeHistoryError) -> [RecordName: Double] {
    try await read { database in
      let last = LastProbes(in: database)
      var uptimes: [RecordName: Double] = [:]
      for feed in feeds {
        guard let record = try last.record(of: feed) else { continue }
        uptimes[feed] = try last.uptime(of: record, asOf: asOf)
      }
      return uptimes
    }
  }

  /// The feeds that were ever probed, in the order they came into the history.
  package func feeds() async throws(ProbeHistoryError) -> [RecordName] {
    try await read { try String.fetchAll($0, sql: "SELECT name FROM feed ORDER BY id").map { RecordName($0) } }
  }

  /// The feeds that were at a level by the last probe before a moment; `nil` where nothing is as old as that.
  package func feeds(at level: String, before moment: Timestamp) async throws(ProbeHistoryError) -> Set<RecordName>? {
    try await read { database in
      let oldest = try Int64.fetchOne(database, sql: "SELECT min(at) FROM run WHERE finished")
      guard let oldest, oldest <= moment.milliseconds else { return nil }
      let names = try String.fetchCursor(
        database,
        sql: """
          SELECT name FROM feed WHERE ? = (
            SELECT level FROM probe WHERE probe.feed = feed.id AND at <= ? ORDER BY at DESC, id DESC LIMIT 1)
          """, arguments: [level, moment.milliseconds])
      return Set(try Array(names).map { RecordName($0) })
    }
  }

  /// What some feeds said of themselves when they were last read; one never read is absent.
  package func descriptions(
    of feeds: [RecordName]
  ) async throws(ProbeHistoryError) -> [RecordName: SelfDescription] {
    try await read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT site_url, image_url, language, subtitle FROM feed WHERE name = ?")
      var descriptions: [RecordName: SelfDescription] = [:]
      for feed in feeds {
        guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else { continue }
        descriptions[feed] = SelfDescription(
          siteURL: row["site_url"], imageURL: row["image_url"], language: row["language"], subtitle: row["subtitle"])
      }
      return descriptions
    }
  }

  /// The last runs, the oldest first, with how many feeds of the whole catalogue were at each level and of each class after it.
  package func trend(last count: Int) async throws(ProbeHistoryError) -> [RunTotals] {
    try await read { database in
      let runs = try Row.fetchAll(
        database, sql: "SELECT id, at, probes FROM run WHERE finished ORDER BY id DESC LIMIT ?", arguments: [count])
      return try runs.reversed().map { run in
        var totals = RunTotals(at: Timestamp(milliseconds: run["at"]), probes: run["probes"])
        let rows = try Row.fetchCursor(
          database, sql: "SELECT kind, name, feeds FROM run_total WHERE run = ?", arguments: [run["id"] as Int64])
        while let row = try rows.next() {
          if row["kind"] == "level" { totals.levels[row["name"]] = row["feeds"] }
          if row["kind"] == "verdict" { totals.verdicts[row["name"]] = row["feeds"] }
        }
        return totals
      }
    }
  }

  /// The hosts that asked to be left alone beyond a moment, and until when.
  package func pauses(after moment: Timestamp) async throws(ProbeHistoryError) -> [String: Timestamp] {
    try await read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT host, until FROM pause WHERE until > ?", arguments: [moment.milliseconds])
      return Dictionary(
        rows.map { ($0["host"], Timestamp(milliseconds: $0["until"])) }, uniquingKeysWith: { max($0, $1) })
    }
  }

  // MARK: Writing

  /// Begins a run.
  package func begin(at moment: Timestamp) async throws(ProbeHistoryError) -> Run {
    try await write { database in
      try database.execute(sql: "INSERT INTO run (at) VALUES (?)", arguments: [moment.milliseconds])
      return Run(id: database.lastInsertedRowID, at: moment)
    }
  }

  /// Adds probes of a run, a feed at most once; what is known of the feeds after them, in the same order.
  @discardableResult
  package func add(_ probes: [Probe], to run: Run) async throws(ProbeHistoryError) -> [FeedRecord] {
    try await write { database in
      let last = LastProbes(in: database)
      let insert = try database.cachedStatement(sql: FeedRecord.insertion)
      let known = try database.cachedStatement(
        sql: "INSERT INTO feed (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id")
      let point = try database.cachedStatement(sql: "UPDATE feed SET last = ? WHERE id = ?")
      let describe = try database.cachedStatement(
        sql: "UPDATE feed SET site_url = ?, image_url = ?, language = ?, subtitle = ? WHERE id = ?")
      let added = try probes.map { probe in
        let record = FeedRecord(probe, at: run.at, after: try last.record(of: probe.feed))
        guard let feed = try Int64.fetchOne(known, arguments: [probe.feed.rawValue]) else { return record }
        try insert.execute(arguments: record.arguments(feed: feed, run: run.id))
        try point.execute(arguments: [database.lastInsertedRowID, feed])
        if let said = probe.description {
          try describe.execute(arguments: [said.siteURL, said.imageURL, said.language, said.subtitle, feed])
        }
        return record
      }
      try database.execute(
        sql: "UPDATE run SET probes = probes + ? WHERE id = ?", arguments: [probes.count, run.id])
      return added
    }
  }

  /// Remembers until when a host asked to be left alone.
  package func pause(_ host: String, until moment: Timestamp) async throws(ProbeHistoryError) {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO pause VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET until = max(until, excluded.until)",
        arguments: [host, moment.milliseconds])
    }
  }

  /// Ends a run: takes down the totals of all feeds for the trend, and lets go of what is older than so many days.
  package func finish(_ run: Run, keepingDays days: Int) async throws(ProbeHistoryError) {
    let oldest = run.at.milliseconds - Int64(days) * 86_400_000
    try await write { database in
      for kind in ["level", "verdict"] {
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO run_total
            SELECT ?, ?, probe.\(kind), count(*) FROM feed JOIN probe ON probe.id = feed.last GROUP BY probe.\(kind)
            """, arguments: [run.id, kind])
      }
      try database.execute(sql: "UPDATE run SET finished = 1 WHERE id = ?", arguments: [run.id])
      // A feed's last probe stays, however old: its sums are what the next one goes on from.
      try database.execute(
        sql: "DELETE FROM probe WHERE at < ? AND id NOT IN (SELECT last FROM feed WHERE last IS NOT NULL)",
        arguments: [oldest])
      try database.execute(
        sql: "DELETE FROM run_total WHERE run IN (SELECT id FROM run WHERE at < ?)", arguments: [oldest])
      try database.execute(sql: "DELETE FROM run WHERE at < ?", arguments: [oldest])
      try database.execute(sql: "DELETE FROM pause WHERE until < ?", arguments: [run.at.milliseconds])
    }
  }

  private func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(ProbeHistoryError) -> Value {
    do { return try await queue.read(body) } catch { throw ProbeHistoryError(error, path: path) }
  }

  private func write<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(ProbeHistoryError) -> Value {
    do { return try await queue.write(body) } catch { throw ProbeHistoryError(error, path: path) }
  }
}

/// What a run left behind: the whole catalogue after it, not only the feeds it probed.
package struct RunTotals: Hashable, Sendable {
  /// The moment it judged by.
  package let at: Timestamp
  /// Feeds it probed.
  package let probes: Int
  /// Feeds at each level, such as `healthy`.
  package fileprivate(set) var levels: [String: Int] = [:]
  /// Feeds of each class, such as `dns`.
  package fileprivate(set) var verdicts: [String: Int] = [:]

  fileprivate init(at: Timestamp, probes: Int) {
    self.at = at
    self.probes = probes
  }
}
