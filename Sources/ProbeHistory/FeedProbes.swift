import CloudKitRecords
import FeedHealth
import GRDB

/// A reader of feeds' probes in a history.
struct FeedProbes {
  private let database: Database

  init(in database: Database) { self.database = database }

  func records(of feeds: [RecordName]) throws -> [RecordName: FeedRecord] {
    var records = [RecordName: FeedRecord](minimumCapacity: feeds.count)
    for feed in feeds { records[feed] = try record(of: feed) }
    return records
  }

  /// Returns a feed's last probe and the sums of all its probes; `nil` if the feed was never probed.
  func record(of feed: RecordName) throws -> FeedRecord? { try record(of: feed, "probe.id = feed.last WHERE name = ?") }

  /// Returns the verdict of the last probe that found a feed up; `nil` without one.
  func workingVerdict(of feed: RecordName) throws -> String? {
    let sql = """
      SELECT verdict FROM feed JOIN probe ON probe.feed = feed.id WHERE name = ? AND found_up = 1
      ORDER BY probe.at DESC, probe.id DESC LIMIT 1
      """
    return try String.fetchOne(database, sql: sql, arguments: [feed.rawValue])
  }

  /// Returns the results of a feed in the 30 days before a time.
  func recent(of record: FeedRecord, asOf: Timestamp) throws -> RecentProbes {
    let begin = Timestamp(milliseconds: asOf.milliseconds - Int64(RecentProbes.days) * 86_400_000)
    let feed = record.probe.feed
    var recent = RecentProbes()
    let probes = "probe.feed = feed.id WHERE name = ?"
    let latest = try self.record(
      of: feed, "\(probes) AND probe.at <= \(begin.milliseconds) ORDER BY probe.at DESC LIMIT 1")
    let first = try latest ?? self.record(of: feed, "\(probes) ORDER BY probe.at LIMIT 1")
    let start = first?.uptime(at: begin) ?? FeedRecord.Uptime()
    let end = record.uptime(at: asOf)
    let known = end.known - start.known
    recent.uptime = known > 0 ? Double(end.up - start.up) / Double(known) * 100 : record.isUp.map { $0 ? 100 : 0 }
    recent.isComplete = latest != nil
    let sql = """
      SELECT count(found_up) AS attempts, ifnull(sum(found_up), 0) AS successes FROM feed JOIN probe ON \(probes)
        AND probe.at > \(begin.milliseconds) AND probe.at <= \(asOf.milliseconds)
      """
    guard let row = try Row.fetchOne(database, sql: sql, arguments: [feed.rawValue]) else { return recent }
    recent.attempts = row["attempts"]
    recent.successes = row["successes"]
    // What was up before and could not be read since then is not known to be up.
    if recent.isUnmeasured { recent.uptime = nil }
    return recent
  }

  /// Returns all probes of a feed, without what it said about itself, in the order of their times.
  func all(of feed: RecordName) throws -> [FeedRecord] {
    let sql = """
      SELECT \(FeedRecord.columns) FROM feed JOIN probe ON probe.feed = feed.id WHERE name = ?
      ORDER BY probe.at, probe.id
      """
    let rows = try Row.fetchCursor(database, sql: sql, arguments: [feed.rawValue])
    var records: [FeedRecord] = []
    while let row = try rows.next() { records.append(FeedRecord(row, feed: feed)) }
    return records
  }

  /// Returns the results of a feed by day. The index of results has all that is read.
  func days(of feed: RecordName, after start: Timestamp, upTo end: Timestamp) throws -> [ProbedDay] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT at / 86400000 AS day, ifnull(sum(found_up), 0) AS up, count(found_up) AS known
        FROM feed JOIN probe ON probe.feed = feed.id WHERE name = ? AND at > ? AND at <= ? GROUP BY day ORDER BY day
        """)
    let rows = try Row.fetchAll(statement, arguments: [feed.rawValue, start.milliseconds, end.milliseconds])
    return rows.map { row in
      let up: Int = row["up"]
      return ProbedDay(day: row["day"], up: up, down: (row["known"] as Int) - up)
    }
  }

  private func record(of feed: RecordName, _ condition: String) throws -> FeedRecord? {
    let sql = "SELECT \(FeedRecord.columns), feed.* FROM feed JOIN probe ON \(condition)"
    let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [feed.rawValue])
    return row.map { FeedRecord($0, feed: feed) }
  }
}
