package import Catalog
package import CloudKitRecords
import Diagnostics

/// Rule for when a feed is due for its next probe.
///
/// Source: seed 003, Update Frequency Calculation; back-off and jitter from reference/feeds.md §4.5.
package struct DueRule: Hashable, Sendable {
  /// Maximum interval between probes, in seconds: 7 days, regardless of the publisher's request or the feed's failures.
  /// Also the interval of an inactive feed.
  package static let longest = 604_800.0
  /// Minimum interval between probes, in seconds, also for a feed that publishes more often.
  package static let shortest = 900.0
  /// Number of seconds that a feed is due early, because a scheduler does not start each run at the same second.
  package static let tolerance = 60.0
  /// Interval of a feed without items for `dormantDays`, and the maximum after failures of a feed that worked within
  /// `healthyDays`, in seconds.
  package static let daily = 86_400.0
  static let dormantDays = 90.0
  /// More than `ProposalRules.deadHolds`, so that a daily probe finds a feed that has failed for that long.
  static let healthyDays = 32.0

  /// Maximum interval, in seconds, unless the publisher asks for a longer one, or the feed is dormant or fails.
  package var maximum = 10_800.0

  package init() {}

  /// Returns the seconds between two probes of a feed: half of its rhythm, within the limits, or an hour if the rhythm
  /// is unknown; at least the interval that its publisher asks for. After n consecutive failures: 2ⁿ hours plus up to a
  /// quarter.
  /// - Parameter newest: publication date of the newest item; `nil` if only the feed's stored rate is known.
  package func interval(of entry: FeedEntry, newest: Timestamp? = nil, asOf: Timestamp) -> Double {
    if !entry.isActive { return Self.longest }
    let requested = min(Self.longest, Double(max(0, entry.minUpdateInterval ?? 0)))
    let failures = max(0, entry.failureCount ?? 0)
    if failures > 0 {
      let backOff = 3600 * Double(1 << min(failures, 20)) * (1 + Self.jitter(entry.recordName) / 4)
      let days = entry.lastFetchSuccess.map { asOf.seconds(since: $0) / 86_400 } ?? .infinity
      return max(requested, min(days <= Self.healthyDays ? Self.daily : Self.longest, backOff))
    }
    if Self.isDormant(entry, newest: newest, asOf: asOf) { return max(requested, Self.daily) }
    let half = entry.updateFrequency.map { $0 * 3600 / 2 } ?? 3600
    return max(requested, min(maximum, max(Self.shortest, half)))
  }

  /// A last attempt in the future is an error, so the feed is due.
  package func isDue(_ entry: FeedEntry, newest: Timestamp? = nil, asOf: Timestamp) -> Bool {
    guard let last = entry.lastAttempted, last <= asOf else { return true }
    return asOf.seconds(since: last) + Self.tolerance >= interval(of: entry, newest: newest, asOf: asOf)
  }

  /// Without the date of the newest item, a stored rate of 0 says that none was published in `PublishingCadence.days`.
  private static func isDormant(_ entry: FeedEntry, newest: Timestamp?, asOf: Timestamp) -> Bool {
    newest.map { asOf.seconds(since: $0) / 86_400 > dormantDays } ?? (entry.averageArticlesPerWeek == 0)
  }

  /// Returns a constant number per feed, 0…1, so that feeds that failed together are not probed together again.
  private static func jitter(_ name: RecordName) -> Double {
    Double(StableHash(name.rawValue.utf8).mixed % 1024) / 1024
  }
}
