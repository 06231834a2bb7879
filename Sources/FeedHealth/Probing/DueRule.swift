package import Catalog
package import CloudKitRecords
import Diagnostics

/// When a feed is to be probed again.
///
/// Source: seed 003, Update Frequency Calculation; the back-off and its jitter from reference/feeds.md §4.5.
package enum DueRule {
  /// The longest a feed goes unprobed, in seconds: 7 days, whatever the feed asks for or however long it has failed.
  package static let longest = 604_800.0
  /// The shortest, in seconds: ten minutes, whatever a feed says of itself.
  package static let shortest = 600.0

  /// Seconds from one probe of a feed to the next: what the feed asks for, else its own rhythm, else an hour; after
  /// failures in a row 1 h · 2ⁿ and up to a quarter more.
  package static func interval(of entry: FeedEntry) -> Double {
    let failures = max(0, entry.failureCount ?? 0)
    if failures > 0 {
      let backOff = 3600 * Double(1 << min(failures, 20))
      return min(longest, backOff) * (1 + jitter(entry.recordName) / 4)
    }
    let asked = entry.minUpdateInterval.map(Double.init) ?? entry.updateFrequency.map { $0 * 3600 } ?? 3600
    return min(longest, max(shortest, asked))
  }

  /// Whether a feed is to be probed at a moment. A date of the last attempt in the future is a mistake, and no reason to wait.
  package static func isDue(_ entry: FeedEntry, asOf: Timestamp) -> Bool {
    guard let last = entry.lastAttempted, last <= asOf else { return true }
    return asOf.seconds(since: last) >= interval(of: entry)
  }

  /// 0…1, always the same for a feed, so that feeds that failed together do not come back together.
  private static func jitter(_ name: RecordName) -> Double {
    Double(StableHash(name.rawValue.utf8).mixed % 1024) / 1024
  }
}
