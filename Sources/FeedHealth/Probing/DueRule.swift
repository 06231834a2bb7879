package import Catalog
package import CloudKitRecords
import Diagnostics

/// Rule for when a feed is due for its next probe.
///
/// Source: seed 003, Update Frequency Calculation; back-off and jitter from reference/feeds.md §4.5.
package enum DueRule {
  /// Maximum interval between probes, in seconds: 7 days, regardless of the feed's request or its failures.
  package static let longest = 604_800.0
  /// Minimum interval between probes, in seconds: 10 minutes, regardless of the feed's request.
  package static let shortest = 600.0
  /// Number of seconds that a feed is due early, because a scheduler does not start each run at the same second.
  package static let tolerance = 60.0

  /// Returns the seconds between two probes of a feed: the interval that the feed requests, else its own rhythm, else
  /// one hour. After n consecutive failures: 2ⁿ hours plus up to a quarter, at most 7 days.
  package static func interval(of entry: FeedEntry) -> Double {
    let failures = max(0, entry.failureCount ?? 0)
    if failures > 0 {
      let backOff = 3600 * Double(1 << min(failures, 20))
      return min(longest, backOff * (1 + jitter(entry.recordName) / 4))
    }
    let asked = entry.minUpdateInterval.map(Double.init) ?? entry.updateFrequency.map { $0 * 3600 } ?? 3600
    return min(longest, max(shortest, asked))
  }

  /// Returns whether a feed is due. A last attempt in the future is an error, so the feed is due.
  package static func isDue(_ entry: FeedEntry, asOf: Timestamp) -> Bool {
    guard let last = entry.lastAttempted, last <= asOf else { return true }
    return asOf.seconds(since: last) + tolerance >= interval(of: entry)
  }

  /// Returns a constant number per feed, 0…1, so that feeds that failed together are not probed together again.
  private static func jitter(_ name: RecordName) -> Double {
    Double(StableHash(name.rawValue.utf8).mixed % 1024) / 1024
  }
}
