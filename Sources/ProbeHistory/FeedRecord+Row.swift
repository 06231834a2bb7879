import CloudKitRecords
import FeedHealth
import Foundation
import GRDB

extension FeedRecord {
  /// The columns of `probe` that store a record.
  static let columns = """
    at, verdict, level, found_up, up, since, up_ms, known_ms, status, detail, seconds, moved_to, moved_since,
    moved_matches, gone_status, gone_since, gone_count, read_at, items, newest, item_hashes
    """

  init(_ row: Row, feed: RecordName) {
    var probe = Probe(
      feed: feed, verdict: row["verdict"], level: row["level"], isUp: row["found_up"], detail: row["detail"],
      seconds: row["seconds"])
    probe.status = row["status"]
    probe.movedTo = row["moved_to"]
    probe.items = row["items"]
    probe.newest = Self.moment(row["newest"])
    probe.itemHashes = Self.hashes(row["item_hashes"])
    probe.certificateEnd = Self.moment(row["certificate_end"])
    let at = Timestamp(milliseconds: row["at"])
    let readAt = Self.moment(row["read_at"])
    probe.wasRead = readAt == at
    self.init(probe, at: at, after: nil)
    self.readAt = readAt
    self.probe = probe
    isUp = row["up"]
    since = Timestamp(milliseconds: row["since"])
    uptime = Uptime(up: row["up_ms"], known: row["known_ms"])
    movedSince = Self.moment(row["moved_since"])
    movedMatches = row["moved_matches"]
    goneStatus = row["gone_status"]
    goneSince = Self.moment(row["gone_since"])
    goneCount = row["gone_count"]
    robotsUnreadableSince = Self.moment(row["robots_unreadable_since"])
    failingSince = Self.moment(row["failing_since"])
    let read = Self.identity(row)
    if readAt != nil || read.acceptsAnother { identity = read }
  }

  /// Returns the identity, without what a history of an earlier program lacks.
  private static func identity(_ row: Row) -> FeedIdentity {
    var identity = FeedIdentity(
      title: row["title"], language: row["language"], titleHashes: hashes(row["title_hashes"]))
    identity.formerTitle = row["former_title"]
    identity.renamedAt = moment(row["renamed_at"])
    identity.acceptsAnother = (row["accepts_another"] as Int?) == 1
    return identity
  }

  /// The SQL statement that stores what a feed says about itself; its arguments are those of `saidArguments`.
  static let saying = """
    UPDATE feed SET site_url = ?, image_url = ?, language = ?, subtitle = ?, title = ?, title_hashes = ?,
      former_title = ?, renamed_at = ?, accepts_another = NULL WHERE id = ?
    """

  func saidArguments(_ said: SelfDescription, feed: Int64) -> StatementArguments {
    let values: [(any DatabaseValueConvertible)?] = [
      said.siteURL, said.imageURL, said.language, said.subtitle, said.title, Self.blob(identity?.titleHashes ?? []),
      identity?.formerTitle, identity?.renamedAt?.milliseconds, feed,
    ]
    return StatementArguments(values)
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
