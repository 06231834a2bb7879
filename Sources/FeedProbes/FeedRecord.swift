package import CloudKitRecords

/// What the history knows of a feed: its last probe and the sums of all probes before it.
///
/// Every probe's row carries the sums on, so that no question needs more rows than one or two.
package struct FeedRecord: Hashable, Sendable {
  /// How long the feed was up, and how long that is known at all, in milliseconds since the first probe.
  package struct Uptime: Hashable, Sendable {
    /// Milliseconds it was up.
    package var up: Int64
    /// Milliseconds it is known whether it was up.
    package var known: Int64

    /// Sums.
    package init(up: Int64 = 0, known: Int64 = 0) {
      self.up = up
      self.known = known
    }
  }

  /// The last probe.
  package var probe: Probe
  /// When that was.
  package var at: Timestamp
  /// Whether the feed works, as far as is known: a probe that could not tell leaves what was.
  package var isUp: Bool?
  /// Since when that is so.
  package var since: Timestamp
  /// The sums up to the last probe.
  package var uptime: Uptime
  /// Since when every whole reading was led to the same other place.
  package var movedSince: Timestamp?
  /// Whether what is there has items of the feed that was known before.
  package var movedMatches: Bool
  /// 404 or 410, where the feed was last refused so and was not up since.
  package var goneStatus: Int?
  /// Since when.
  package var goneSince: Timestamp?
  /// How many probes said so.
  package var goneCount: Int
  /// When the whole feed was last read.
  package var readAt: Timestamp?

  /// Since when the feed is down; `nil` where it is not.
  package var downSince: Timestamp? { isUp == false ? since : nil }
}

extension FeedRecord {
  /// What is known after a probe.
  /// - Parameter before: what was known; `nil` for a feed's first.
  package init(_ probe: Probe, at: Timestamp, after before: FeedRecord?) {
    self.probe = probe
    self.at = at
    isUp = probe.isUp ?? before?.isUp
    since = before.flatMap { $0.isUp == (probe.isUp ?? $0.isUp) ? $0.since : nil } ?? at
    uptime = before?.uptime(at: at) ?? Uptime()
    readAt = probe.wasRead ? at : before?.readAt
    movedSince = nil
    movedMatches = false
    goneStatus = nil
    goneCount = 0
    if !probe.wasRead, let before {
      // A 304 says nothing new of what is in the feed.
      self.probe.items = probe.items ?? before.probe.items
      self.probe.newest = probe.newest ?? before.probe.newest
      if probe.itemHashes.isEmpty { self.probe.itemHashes = before.probe.itemHashes }
    }
    keepMove(before)
    keepRefusal(before)
  }

  private mutating func keepMove(_ before: FeedRecord?) {
    guard probe.isUp != true else {
      guard let target = probe.movedTo else { return }
      let isSame = before?.probe.movedTo == target
      movedSince = isSame ? before?.movedSince ?? at : at
      let known = Set(before?.probe.itemHashes ?? [])
      movedMatches = (isSame && before?.movedMatches == true) || !known.isDisjoint(with: probe.itemHashes)
      return
    }
    // A failure in between does not bring the old place back.
    probe.movedTo = before?.probe.movedTo
    movedSince = before?.movedSince
    movedMatches = before?.movedMatches ?? false
  }

  private mutating func keepRefusal(_ before: FeedRecord?) {
    if probe.isUp == true { return }
    goneStatus = before?.goneStatus
    goneSince = before?.goneSince
    goneCount = before?.goneCount ?? 0
    guard let status = probe.status, status == 404 || status == 410 else { return }
    if goneStatus != status {
      goneStatus = status
      goneSince = at
      goneCount = 0
    }
    goneCount += 1
  }

  /// The sums at a moment after the last probe: what it found is taken to have lasted.
  package func uptime(at moment: Timestamp) -> Uptime {
    var sums = uptime
    guard let isUp else { return sums }
    let time = max(0, moment.milliseconds - at.milliseconds)
    sums.known += time
    if isUp { sums.up += time }
    return sums
  }
}
