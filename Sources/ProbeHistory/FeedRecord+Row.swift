import CloudKitRecords
import FeedProbes
import Foundation
import GRDB

extension FeedRecord {
  /// The columns of `probe` that store a record.
  static let columns = """
    at, verdict, level, found_up, up, since, up_ms, known_ms, status, detail, seconds, moved_to, moved_since,
    moved_matches, gone_status, gone_since, gone_count, read_at, items, newest, item_hashes
    """

  /// Creates the record of a row of `columns`, read by position: for a name, GRDB lowercases and compares all names.
  init(_ row: Row, feed: RecordName) {
    var probe = Probe(
      feed: feed, verdict: row[1], level: row[2], isUp: row[3], detail: row[9],
      seconds: row[10])
    probe.status = row[8]
    probe.movedTo = row[11]
    probe.items = row[18]
    probe.newest = Self.moment(row[19])
    probe.itemHashes = Self.hashes(row[20])
    let at = Timestamp(milliseconds: row[0])
    let readAt = Self.moment(row[17])
    probe.wasRead = readAt == at
    self.init(probe, at: at, after: nil)
    self.readAt = readAt
    self.probe = probe
    isUp = row[4]
    since = Timestamp(milliseconds: row[5])
    uptime = Uptime(up: row[6], known: row[7])
    movedSince = Self.moment(row[12])
    movedMatches = row[13]
    goneStatus = row[14]
    goneSince = Self.moment(row[15])
    goneCount = row[16]
  }

  /// Returns the values of the record's row, in the order of `insertion`.
  func arguments(feed: Int64, run: Int64) -> StatementArguments {
    var values: [(any DatabaseValueConvertible)?] = [feed, run, at.milliseconds, probe.verdict, probe.level]
    values += [probe.isUp, isUp, since.milliseconds, uptime.up, uptime.known]
    values += [probe.status, probe.detail, probe.seconds]
    values += [probe.movedTo, movedSince?.milliseconds, movedMatches]
    values += [goneStatus, goneSince?.milliseconds, goneCount]
    values += [readAt?.milliseconds, probe.items, probe.newest?.milliseconds, Self.blob(probe.itemHashes)]
    return StatementArguments(values)
  }

  /// The SQL statement that adds a record.
  static let insertion = "INSERT INTO probe (feed, run, \(columns)) VALUES (?\(String(repeating: ", ?", count: 22)))"

  private static func moment(_ milliseconds: Int64?) -> Timestamp? { milliseconds.map { Timestamp(milliseconds: $0) } }

  private static func blob(_ hashes: [UInt64]) -> Data? {
    if hashes.isEmpty { return nil }
    return Data(hashes.flatMap { hash in (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) } })
  }

  private static func hashes(_ data: Data?) -> [UInt64] {
    guard let data else { return [] }
    let blob = Array(data)
    return stride(from: 0, to: blob.count / 8 * 8, by: 8).map { start in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(blob[start + $1]) << ($1 * 8) }
    }
  }
}
