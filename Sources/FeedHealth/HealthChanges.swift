package import Catalog
package import CloudKitRecords

package struct DownFeed: Hashable, Sendable {
  package let recordName: RecordName
  /// Start of the downtime in the probe history; `nil` if unknown.
  package let since: Timestamp?
  /// Time when the feed last worked; `nil` if it never worked.
  package let lastSuccess: Timestamp?
}

/// Changes in a catalog's health: feeds that went down, recovered, or are still down.
package struct HealthChanges: Sendable {
  /// Earlier state to compare a report with.
  package enum Baseline: Sendable {
    /// An earlier report: its time and all feeds that were down.
    case report(asOf: Timestamp, down: Set<RecordName>)
    /// A date: only each feed's last success is known.
    case moment(Timestamp)

    /// Returns the baseline, completed with the history's data about its date.
    func remembered(by history: (any ProbeHistory)?) async throws -> Baseline {
      guard case .moment(let moment) = self, let history,
        let down = try await history.feeds(at: HealthLevel.critical.rawValue, before: moment)
      else { return self }
      return .report(asOf: moment, down: down)
    }
  }

  /// Feeds sorted worst first: their number, and as many feeds as the report lists.
  package typealias List = TopList<FeedHealth>

  package let since: Timestamp
  /// Feeds that are down now but were not down at the baseline.
  package private(set) var newlyDown: List
  /// Feeds that were down at the baseline and still are.
  package private(set) var stillDown: List
  /// Feeds that were down at the baseline and have recovered; `nil` if the earlier state is unknown.
  package private(set) var recovered: List?
  /// Number of feeds that were down at the baseline and are now inactive or removed; 0 if the earlier state is unknown.
  package private(set) var gone = 0

  private var unseen: Set<RecordName>?

  init(since baseline: Baseline, limit: Int) {
    newlyDown = List(limit: limit, by: <)
    stillDown = List(limit: limit, by: <)
    switch baseline {
    case .report(let asOf, let down):
      since = asOf
      unseen = down
      recovered = List(limit: limit, by: <)
    case .moment(let moment):
      since = moment
    }
  }

  mutating func add(_ feed: FeedHealth) {
    let isDown = feed.level == .critical
    let wasDown =
      unseen.map { $0.contains(feed.recordName) } ?? (feed.downSince ?? feed.lastSuccess).map { $0 < since } ?? true
    unseen?.remove(feed.recordName)
    if isDown {
      if wasDown { stillDown.add(feed) } else { newlyDown.add(feed) }
    } else if wasDown {
      recovered?.add(feed)
    }
  }

  /// Completes the comparison after the last feed: down feeds of the baseline that were not added are gone.
  mutating func end() { gone = unseen?.count ?? 0 }
}
