package import CloudKitRecords

/// The result of one probe of a feed, as stored in the history.
package struct Probe: Hashable, Sendable {
  package var feed: RecordName
  /// The verdict, such as `ok` or `dns`.
  package var verdict: String
  /// The `level` of a feed that was inactive during the probe, which says nothing about the catalog's health.
  static let inactive = "inactive"

  /// The feed's health level, such as `healthy`, or `inactive`.
  package var level: String
  /// Whether the feed works; `nil` if unknown, as behind a bot wall.
  package var isUp: Bool?
  /// The HTTP status; `nil` without an answer.
  package var status: Int?
  /// The evidence as text.
  package var detail: String
  /// Duration of the exchanges in seconds.
  package var seconds: Double
  /// The target of permanent redirects; `nil` without any.
  package var movedTo: String?
  /// Whether the probe read the whole feed rather than a 304.
  package var wasRead = false
  /// Whether a redirect led to another address than the feed's. The history keeps what follows from it.
  package var wasRedirected = false
  /// Whether every robots.txt on the way to the feed could be read; `nil` if none was reached. The history keeps since when
  /// not.
  package var isRobotsReadable: Bool?
  /// The end of the certificate of the feed's own host. The history keeps the last one.
  package var certificateEnd: Timestamp?
  /// Number of items, if the feed was read.
  package var items: Int?
  /// Publication date of the newest item.
  package var newest: Timestamp?
  /// Hashes of the newest items' identifiers and titles, if the feed was read.
  package var itemHashes: [UInt64] = []
  /// Hashes of the newest items' titles, if the feed was read.
  package var titleHashes: [UInt64] = []
  /// Whether the feed has become stale since it last worked. The history keeps the change.
  package var becameStale = false
  /// The feed's last success before the probe, as the catalog knows it. The history keeps what follows from it.
  package var lastSuccess: Timestamp?

  /// The feed's own metadata, if it was read.
  package var description: SelfDescription?

  /// Whether robots.txt forbade the fetch, or could not be read.
  var isOfRobots: Bool { verdict == VerdictClass.robots.rawValue }

  package init(feed: RecordName, verdict: String, level: String, isUp: Bool?, detail: String = "", seconds: Double = 0)
  {
    self.feed = feed
    self.verdict = verdict
    self.level = level
    self.isUp = isUp
    self.detail = detail
    self.seconds = seconds
  }
}

/// A feed's own metadata as of its last read, which may fill empty fields of the catalog.
package struct SelfDescription: Hashable, Sendable {
  package var siteURL: String?
  package var imageURL: String?
  /// The language, as written in the feed.
  package var language: String?
  /// The subtitle or description, as written in the feed.
  package var subtitle: String?
  /// The title, as written in the feed.
  package var title: String?

  package init(siteURL: String?, imageURL: String?, language: String?, subtitle: String?, title: String? = nil) {
    self.title = title
    self.siteURL = siteURL
    self.imageURL = imageURL
    self.language = language
    self.subtitle = subtitle
  }
}
