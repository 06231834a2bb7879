import CloudKitRecords
import FeedHealth
import GRDB

/// A reader of feeds' latest probes in a history.
struct LastProbes {
  private let database: Database

  init(in database: Database) { self.database = database }

  func records(of feeds: [RecordName]) throws -> [RecordName: FeedRecord] {
    var records = [RecordName: FeedRecord](minimumCapacity: feeds.count)
    for feed in feeds { records[feed] = try record(of: feed) }
    return records
  }

  /// Returns a feed's last probe and the sums of all its probes; `nil` if the feed was never probed.
  func record(of feed: RecordName) throws -> FeedRecord? { try record(of: feed, "probe.id = feed.last WHERE name = ?") }

  /// Returns the share of time a feed was up, 0…100; `nil` if unknown.
  func uptime(of record: FeedRecord, asOf: Timestamp) throws -> Double? {
    let begin = Timestamp(milliseconds: asOf.milliseconds - Int64(SQLiteProbeHistory.uptimeDays) * 86_400_000)
    let feed = record.probe.feed
    let probes = "probe.feed = feed.id WHERE name = ?"
    let latest = try self.record(
      of: feed, "\(probes) AND probe.at <= \(begin.milliseconds) ORDER BY probe.at DESC LIMIT 1")
    let first = try latest ?? self.record(of: feed, "\(probes) ORDER BY probe.at LIMIT 1")
    let start = first?.uptime(at: begin) ?? FeedRecord.Uptime()
    let end = record.uptime(at: asOf)
    let known = end.known - start.known
    if known > 0 { return Double(end.up - start.up) / Double(known) * 100 }
    return record.isUp.map { $0 ? 100 : 0 }
  }

  private func record(of feed: RecordName, _ condition: String) throws -> FeedRecord? {
    let sql = "SELECT \(FeedRecord.columns), feed.* FROM feed JOIN probe ON \(condition)"
    let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [feed.rawValue])
    return row.map { FeedRecord($0, feed: feed) }
  }
}
