import Catalog
package import CloudKitRecords

/// Changes of a catalog's feeds in a period, as the probe history knows them. Periods that follow each other report each
/// change once.
package struct HealthChanges: Sendable {
  /// Start of the period, exclusive.
  package let since: Timestamp
  /// Time after which all changes are known; `nil` without a history of changes.
  package let knownFrom: Timestamp?
  /// The changes that matter at the end of the period, in the order in which they were found.
  package let changes: [FeedChange]
  /// Number of active feeds that are down and were so at the start of the period.
  package private(set) var stillDown = 0

  private let newlyDown: Set<RecordName>

  package init(since: Timestamp, knownFrom: Timestamp?, _ changes: [FeedChange]) {
    self.since = since
    self.knownFrom = knownFrom
    self.changes = FeedChange.net(changes)
    newlyDown = Set(self.changes.lazy.filter { $0.kind == .down }.map(\.feed))
  }

  /// Reads the changes of a period, its end included.
  /// - Parameter history: `nil` if absent.
  static func read(
    _ history: (any ProbeHistory)?, since: Timestamp, upTo end: Timestamp
  ) async throws(ProbeHistoryError) -> HealthChanges {
    let begin = try await history?.changesBegin()
    return HealthChanges(
      since: since, knownFrom: begin, try await history?.changes(after: since, upTo: end) ?? [])
  }

  /// The changes of each kind; kinds without changes are absent.
  package var byKind: [(kind: FeedChange.Kind, changes: [FeedChange])] {
    let found = Dictionary(grouping: changes, by: \.kind)
    return FeedChange.Kind.allCases.compactMap { kind in found[kind].map { (kind, $0) } }
  }

  mutating func add(_ feed: FeedHealth) {
    if feed.level == .critical, !newlyDown.contains(feed.recordName) { stillDown += 1 }
  }
}
