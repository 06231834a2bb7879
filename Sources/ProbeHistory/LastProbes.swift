import CloudKitRecords
import FeedProbes
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
  func record(of feed: RecordName) throws -> FeedRecord? {
    let sql = "SELECT \(FeedRecord.columns) FROM feed JOIN probe ON probe.id = feed.last WHERE name = ?"
    let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [feed.rawValue])
    return row.map { FeedRecord($0, feed: feed) }
  }

  /// Returns the share of time a feed was up, 0…100; `nil` if unknown.
  func uptime(of record: FeedRecord, asOf: Timestamp) throws -> Double? {
    let begin = Timestamp(milliseconds: asOf.milliseconds - Int64(SQLiteProbeHistory.uptimeDays) * 86_400_000)
    var start = FeedRecord.Uptime()
    if record.at <= begin {
      start = record.uptime(at: begin)
    } else {
      let sql = """
        SELECT \(FeedRecord.columns) FROM feed JOIN probe ON probe.feed = feed.id
        WHERE name = ? AND probe.at <= ? ORDER BY probe.at DESC LIMIT 1
        """
      let row = try Row.fetchOne(
        database.cachedStatement(sql: sql), arguments: [record.probe.feed.rawValue, begin.milliseconds])
      if let row {
        start = FeedRecord(row, feed: record.probe.feed).uptime(at: begin)
      } else {
        let sql = """
          SELECT up_ms, known_ms FROM feed JOIN probe ON probe.feed = feed.id WHERE name = ? ORDER BY probe.at LIMIT 1
          """
        if let row = try Row.fetchOne(
          database.cachedStatement(sql: sql), arguments: [record.probe.feed.rawValue])
        {
          start = FeedRecord.Uptime(up: row["up_ms"], known: row["known_ms"])
        }
      }
    }
    let end = record.uptime(at: asOf)
    let known = end.known - start.known
    if known > 0 { return Double(end.up - start.up) / Double(known) * 100 }
    return record.isUp.map { $0 ? 100 : 0 }
  }
}
