package import Catalog
package import CloudKitRecords
import FeedProbes

/// A feed that was found down.
package struct DownFeed: Hashable, Sendable {
  /// The name of its record.
  package let recordName: RecordName
  /// Since when, by the history of probes; `nil` where that does not tell.
  package let since: Timestamp?
  /// When it was last found working; `nil` where it never was.
  package let lastSuccess: Timestamp?
}

/// What changed in a catalogue's health: which feeds went down, which came back, which are still down.
package struct HealthChanges: Sendable {
  /// What a report is compared with.
  package enum Baseline: Sendable {
    /// An earlier report: its moment, and all feeds that were down then.
    case report(asOf: Timestamp, down: Set<RecordName>)
    /// A moment of which only that is known which the feeds themselves tell: when each last worked.
    case moment(Timestamp)

    /// The baseline with what the history knows of its moment.
    func remembered(by history: (any ProbeHistory)?) async throws -> Baseline {
      guard case .moment(let moment) = self, let history,
        let down = try await history.feeds(at: HealthLevel.critical.rawValue, before: moment)
      else { return self }
      return .report(asOf: moment, down: down)
    }
  }

  /// Feeds, the worst first: how many, and as many of them as the report lists.
  package typealias List = TopList<FeedHealth>

  /// The earlier moment.
  package let since: Timestamp
  /// Down now, and not then.
  package private(set) var newlyDown: List
  /// Down then and now.
  package private(set) var stillDown: List
  /// Down then, and no more; `nil` where nobody knows what was down then.
  package private(set) var recovered: List?
  /// Down then, and now switched off or no longer in the catalogue; 0 where nobody knows what was down then.
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

  /// Called behind the last feed: what was down and did not come is gone.
  mutating func end() { gone = unseen?.count ?? 0 }
}
