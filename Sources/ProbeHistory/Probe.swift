package import CloudKitRecords

/// What one probe of a feed found, as the history keeps it.
package struct Probe: Hashable, Sendable {
  /// The name of the feed's record.
  package var feed: RecordName
  /// What was found, such as `ok` or `dns`.
  package var verdict: String
  /// How ill the feed was judged, such as `healthy`.
  package var level: String
  /// Whether the feed works; `nil` where the probe could not tell, as before a wall for programs.
  package var isUp: Bool?
  /// The HTTP status; `nil` where there was no answer.
  package var status: Int?
  /// The evidence, in words.
  package var detail: String
  /// Seconds the exchanges took.
  package var seconds: Double
  /// Where permanent redirects lead; `nil` where there are none.
  package var movedTo: String?
  /// When the whole feed was read, if this probe did: a server that always says 304 is asked anew after some days.
  package var wasRead: Bool
  /// Items of the feed, where it was read.
  package var items: Int?
  /// When the newest item was published.
  package var newest: Timestamp?
  /// Hashes of the newest items' identifiers, where it was read.
  package var itemHashes: [UInt64]

  /// What the feed says of itself, where it was read.
  package var description: SelfDescription?

  /// A probe of a feed.
  package init(feed: RecordName, verdict: String, level: String, isUp: Bool?, detail: String = "", seconds: Double = 0)
  {
    self.feed = feed
    self.verdict = verdict
    self.level = level
    self.isUp = isUp
    self.detail = detail
    self.seconds = seconds
    wasRead = false
    itemHashes = []
  }
}
