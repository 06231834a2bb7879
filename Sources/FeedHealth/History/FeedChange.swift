package import CloudKitRecords

/// A change of a feed, as found by a run of probes and stored in the history.
package struct FeedChange: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The feed's level has become critical.
    case down
    /// The feed works again after it was down.
    case recovered
    case deactivated
    /// The feed is active again, or back in the catalog.
    case reactivated
    /// The feed is no longer in the catalog.
    case removed
    /// The feed's address redirects permanently to another.
    case moved
    /// The address serves another feed.
    case replaced
    /// The newest item has become too old for the feed's rhythm.
    case stale

    /// The kinds of earlier changes that no longer say anything after a change of this kind.
    var superseded: Set<Kind> {
      switch self {
      case .down, .replaced, .stale: []
      case .recovered: [.down]
      case .moved: [.moved]
      case .deactivated: [.down, .reactivated]
      case .reactivated: [.deactivated, .removed]
      case .removed: [.down, .deactivated, .reactivated, .moved, .replaced, .stale]
      }
    }
  }

  package let feed: RecordName
  package let kind: Kind
  /// Reference time of the run that found the change.
  package let at: Timestamp
  /// Start of the downtime, or publication of the newest item of a stale feed; `nil` for other kinds.
  package let since: Timestamp?
  /// New address, or evidence.
  package let detail: String
  /// Title and address as last seen in the catalog; the address is without a password.
  package var title, feedURL: String?

  package init(
    of feed: RecordName, _ kind: Kind, at: Timestamp, since: Timestamp? = nil, detail: String = "",
    title: String? = nil, feedURL: String? = nil
  ) {
    self.feed = feed
    self.kind = kind
    self.at = at
    self.since = since
    self.detail = detail
    self.title = title
    self.feedURL = feedURL
  }

  /// Returns the changes that matter at the end of a period, in their order: a feed that went down and recovered has
  /// recovered, and a feed that was removed is only removed.
  package static func net(_ changes: [FeedChange]) -> [FeedChange] {
    var superseded: [RecordName: Set<Kind>] = [:]
    let kept = changes.reversed().filter { change in
      defer { superseded[change.feed, default: []].formUnion(change.kind.superseded) }
      return superseded[change.feed]?.contains(change.kind) != true
    }
    return kept.reversed()
  }
}

extension FeedRecord {
  /// Returns what this record's probe has changed. A feed's first probe changes nothing.
  /// - Parameters:
  ///   - time: when the changes are stored, so that reports during a long run tell each change once.
  ///   - before: the record before the probe.
  ///   - lastWorking: returns the verdict of the last probe before that found the feed up.
  package func changes(
    after before: FeedRecord?, foundAt time: Timestamp, lastWorking: () throws -> String?
  ) rethrows -> [FeedChange] {
    guard let before else { return [] }
    var changes: [FeedChange] = []
    func add(_ kind: FeedChange.Kind, since: Timestamp? = nil, _ detail: String = "") {
      changes.append(FeedChange(of: probe.feed, kind, at: time, since: since, detail: detail))
    }
    let (wasDown, isDown) = (before.isDown, self.isDown)
    if isDown, !wasDown { add(.down, since: since, probe.detail) }
    guard probe.isUp == true else { return changes }
    if wasDown { add(.recovered, since: before.since) }
    if let target = probe.movedTo, target != before.probe.movedTo { add(.moved, target) }
    let replaced = VerdictClass.replaced.rawValue
    if probe.verdict == replaced {
      let last = before.probe.isUp == true ? before.probe.verdict : try lastWorking()
      if last != replaced { add(.replaced, probe.detail) }
    }
    if probe.becameStale { add(.stale, since: probe.newest) }
    return changes
  }

  /// Whether the feed does not work and its last level was critical.
  private var isDown: Bool { isUp == false && probe.level == HealthLevel.critical.rawValue }
}
