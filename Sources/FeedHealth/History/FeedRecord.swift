package import CloudKitRecords

/// The history of a feed: its last probe and the sums of all earlier probes.
///
/// The row of every probe carries the sums forward, so that any lookup reads at most two rows per feed.
package struct FeedRecord: Hashable, Sendable {
  /// The time a feed was up and the time its state was known, in milliseconds since the first probe.
  package struct Uptime: Hashable, Sendable {
    package var up: Int64
    package var known: Int64

    package init(up: Int64 = 0, known: Int64 = 0) {
      self.up = up
      self.known = known
    }
  }

  package var probe: Probe
  /// Time of the last probe.
  package var at: Timestamp
  /// Whether the feed works; `nil` if unknown. An inconclusive probe keeps the earlier value.
  package var isUp: Bool?
  /// Time when `isUp` took its current value.
  package var since: Timestamp
  /// The sums up to the last probe.
  package var uptime: Uptime
  /// Start of the current move: every successful probe since then was permanently redirected to the same URL.
  package var movedSince: Timestamp?
  /// Whether the redirect target contains items of the last reading before the move.
  package var movedMatches = false
  /// 404 or 410 if the feed last failed with that status and was not up since.
  package var goneStatus: Int?
  /// Time of the first probe with `goneStatus`.
  package var goneSince: Timestamp?
  /// Number of probes with `goneStatus`.
  package var goneCount = 0
  /// Time when the whole feed was last read.
  package var readAt: Timestamp?
  /// The first failure of the feed itself since it last worked; `nil` without one. While its robots.txt cannot be read, it is
  /// not fetched, and may work.
  package var failingSince: Timestamp?
  /// Start of the time in which a robots.txt on the way to the feed could not be read; `nil` if all were read last.
  package var robotsUnreadableSince: Timestamp?

  /// What the feed was in the last reading; `nil` if it was neither read nor accepted.
  package var identity: FeedIdentity?

  /// Start of the current downtime; `nil` if the feed is not down.
  package var downSince: Timestamp? { isUp == false ? since : nil }

  /// Returns when a robots.txt that cannot be read since a time begins to count as missing.
  ///
  /// Source: RFC 9309 §2.3.1.4, 30 days as an example.
  static func end(ofObeying since: Timestamp) -> Timestamp {
    Timestamp(milliseconds: since.milliseconds + 30 * 86_400_000)
  }

  /// Start of the current downtime, in a history without `failingSince`; `nil` if robots.txt may have caused it.
  private var ownDownSince: Timestamp? { robotsUnreadableSince == nil ? downSince : nil }

  /// Whether the feed was never read at its own address, only behind the present redirect: nothing shows what it was.
  var movedBeforeReading: Bool { probe.movedTo != nil && !movedMatches && probe.itemHashes.isEmpty }

  /// Seconds from the first failure of the current downtime to the last probe; `nil` if the feed is not down.
  var failureSpan: Double? { downSince.map { at.seconds(since: $0) } }
}

extension FeedRecord {
  /// - Parameter last: the earlier record; `nil` for a feed's first probe.
  package init(_ probe: Probe, at: Timestamp, after last: FeedRecord?) {
    let before = last?.worked(at: probe.lastSuccess, upTo: at)
    self.probe = probe
    self.at = at
    isUp = probe.isUp ?? before?.isUp
    since = before.flatMap { $0.isUp == (probe.isUp ?? $0.isUp) ? $0.since : nil } ?? at
    uptime = before?.uptime(at: at) ?? Uptime()
    readAt = probe.wasRead ? at : before?.readAt
    if !probe.wasRead, let before {
      // A 304 carries no new information about the items.
      self.probe.items = probe.items ?? before.probe.items
      self.probe.newest = probe.newest ?? before.probe.newest
      if probe.itemHashes.isEmpty { self.probe.itemHashes = before.probe.itemHashes }
    }
    self.probe.certificateEnd = probe.certificateEnd ?? before?.probe.certificateEnd
    if probe.isUp != true {
      let isOwn = probe.isUp == false && !probe.isOfRobots
      failingSince = before?.failingSince ?? before?.ownDownSince ?? (isOwn ? at : nil)
    }
    if probe.isRobotsReadable != true {
      robotsUnreadableSince = before?.robotsUnreadableSince ?? (probe.isRobotsReadable == false ? at : nil)
    }
    keepMove(before)
    keepRefusal(before)
    identity = before?.identity
    if let said = self.probe.description {
      let known = Set(before?.probe.itemHashes ?? [])
      let goesOn = !known.isDisjoint(with: probe.itemHashes) && !known.isSuperset(of: probe.itemHashes)
      identity = FeedIdentity(
        said, titleHashes: probe.titleHashes, goesOn: goesOn, at: at, after: before?.identity)
    }
  }

  /// Returns the record after a success that the catalog knows, and the history does not if another machine found it.
  /// - Parameter latest: time after which a success is ignored, such as one of a clock that was wrong; `nil` for none.
  func worked(at success: Timestamp?, upTo latest: Timestamp? = nil) -> FeedRecord {
    guard let success, success > at, success <= latest ?? success else { return self }
    var record = self
    if isUp != true { (record.isUp, record.since) = (true, success) }
    (record.failingSince, record.goneStatus, record.goneSince, record.goneCount) = (nil, nil, nil, 0)
    return record
  }

  /// Whether days of probes that another machine has made up to an attempt are missing: 8 days, because a feed is probed
  /// at least once a week.
  func isOutdated(by attempt: Timestamp?) -> Bool { attempt.map { $0.seconds(since: at) > 8 * 86_400 } ?? false }

  private mutating func keepMove(_ before: FeedRecord?) {
    guard probe.isUp != true else {
      let known = before?.probe.itemHashes ?? []
      let isUnread = before?.movedBeforeReading ?? true
      let readTitles = before?.identity?.titleHashes ?? []
      // Titles that were read behind the redirect only do not prove that it leads to the same feed.
      let titles = isUnread ? [] : readTitles
      let isAccepted = before?.identity?.acceptsAnother == true
      let hasKnownItems =
        probe.wasRead
        && (isAccepted || !Set(known).isDisjoint(with: probe.itemHashes)
          || !Set(titles).isDisjoint(with: probe.titleHashes))
      guard let target = probe.movedTo else {
        // A temporary redirect can lead to another feed before a permanent one does.
        if probe.wasRedirected, !hasKnownItems {
          probe.itemHashes = known
          if !known.isEmpty { probe.description = nil }
        }
        return
      }
      // Without a reading before the move, a target whose items are all replaced is another one.
      let isReplaced =
        isUnread && !readTitles.isEmpty && !probe.titleHashes.isEmpty
        && Set(readTitles).isDisjoint(with: probe.titleHashes)
      let isSame = before?.probe.movedTo == target && !isReplaced
      movedSince = isSame ? before?.movedSince ?? at : at
      movedMatches = (isSame && before?.movedMatches == true) || hasKnownItems
      // Until the target proves to be the same feed, later readings are compared with the last one before the move.
      if !movedMatches { probe.itemHashes = known }
      return
    }
    // A failure does not cancel an earlier move.
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

  /// Returns the sums at a time after the last probe, assuming that the feed's state did not change since.
  package func uptime(at moment: Timestamp) -> Uptime {
    var sums = uptime
    guard let isUp else { return sums }
    let time = max(0, moment.milliseconds - at.milliseconds)
    sums.known += time
    if isUp { sums.up += time }
    return sums
  }
}
