import Catalog
package import CloudKitRecords

/// Changes of a catalog's feeds in a period, as the probe history knows them. Periods that follow each other report
/// each change once.
package struct HealthChanges: Sendable {
  /// Start of the period, exclusive.
  package let since: Timestamp
  /// Time after which all changes are known; `nil` without a history of changes.
  package let knownFrom: Timestamp?
  /// The changes that matter at the end of the period, in the order in which they were found.
  package private(set) var changes: [FeedChange]
  /// Number of active feeds that are down and were so at the start of the period.
  package private(set) var stillDown = 0
  /// The feeds among them to report again, as changes to `down` that were found at the end of the period.
  package private(set) var reminders: [FeedChange] = []

  private let end: Timestamp
  private let rules: ChangeRules
  private let newlyDown: Set<RecordName>

  /// - Parameters:
  ///   - end: end of the period, inclusive.
  ///   - changes: the changes from `rules.beginning(of: since)` to the end.
  package init(
    since: Timestamp, upTo end: Timestamp, knownFrom: Timestamp?, by rules: ChangeRules = ChangeRules(),
    _ changes: [FeedChange]
  ) {
    self.since = since
    self.end = end
    self.knownFrom = knownFrom
    self.rules = rules
    self.changes = FeedChange.net(rules.changes(changes, after: since, upTo: end))
    newlyDown = Set(self.changes.lazy.filter { $0.kind == .down }.map(\.feed))
  }

  /// Whether the period has neither changes nor reminders.
  package var isEmpty: Bool { changes.isEmpty && reminders.isEmpty }

  /// Reads the changes of a period, its end included.
  /// - Parameter history: `nil` if absent.
  static func read(
    _ history: (any ProbeHistory)?, since: Timestamp, upTo end: Timestamp, by rules: ChangeRules
  ) async throws(ProbeHistoryError) -> HealthChanges {
    let begin = try await history?.changesBegin()
    var changes = HealthChanges(
      since: since, upTo: end, knownFrom: begin, by: rules,
      try await history?.changes(after: rules.beginning(of: since), upTo: end) ?? [])
    // No change says that a feed serves its own items again, or new ones; its last probe does.
    let lasting: Set<FeedChange.Kind> = [.replaced, .stale]
    let doubted = Set(changes.changes.filter { lasting.contains($0.kind) }.map(\.feed)).sorted()
    let records = try await history?.records(of: doubted) ?? [:]
    changes.changes.removeAll { change in
      guard lasting.contains(change.kind), let record = records[change.feed], record.at <= end else { return false }
      if change.kind == .replaced { return record.probe.isUp == true && record.probe.verdict != change.kind.rawValue }
      guard let newest = record.probe.newest, let since = change.since else { return false }
      return newest > since
    }
    return changes
  }

  /// The changes of each kind; kinds without changes are absent.
  package var byKind: [(kind: FeedChange.Kind, changes: [FeedChange])] {
    let found = Dictionary(grouping: changes, by: \.kind)
    return FeedChange.Kind.allCases.compactMap { kind in found[kind].map { (kind, $0) } }
  }

  mutating func add(_ feed: FeedHealth) {
    guard feed.level == .critical, !newlyDown.contains(feed.recordName) else { return }
    if let start = feed.downSince, !rules.isDown(since: start, at: end) { return }
    stillDown += 1
    guard let start = feed.downSince, rules.remind(ofDowntimeSince: start, after: since, upTo: end) else { return }
    let details = [feed.evidence, feed.lastFailureReason].compactMap(\.self).first { !$0.isEmpty }
    reminders.append(
      FeedChange(
        of: feed.recordName, .down, at: end, since: start, detail: details ?? "", title: feed.title,
        feedURL: FeedURL.redacted(feed.feedURL)))
  }
}
