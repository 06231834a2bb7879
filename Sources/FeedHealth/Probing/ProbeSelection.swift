package import Catalog
package import CloudKitRecords
import Diagnostics

/// Selection of the feeds that a run probes.
package struct ProbeSelection: Sendable {
  /// Share of the hosts, so that several machines can divide a run. A host always belongs to the same share.
  package struct Shard: Hashable, Sendable {
    /// Number of the share, from 1.
    let index: Int
    /// Total number of shares.
    let count: Int

    /// Creates a share; `nil` unless the index is in `1...count`.
    package init?(_ index: Int, of count: Int) {
      guard (1...1_000_000).contains(count), (1...count).contains(index) else { return nil }
      self.index = index
      self.count = count
    }

    func contains(_ host: String) -> Bool { FeedHost.shard(of: host, of: count) == index - 1 }
  }

  /// Whether to include feeds that are not due.
  package var includesAll = false
  /// Category name, as in the layout; `nil` for all categories.
  package var category: String?
  /// Feeds to probe; `nil` for all. Named feeds are probed even if they are inactive or not due.
  package var feeds: Set<RecordName>?
  /// Maximum number of feeds, least recently probed first; `nil` for no limit.
  package var limit: Int?
  /// Share of the hosts; `nil` for all hosts.
  package var shard: Shard?

  /// Minimum subscribers of a feed; `nil` for any number.
  package var minimumSubscribers: Int?
  /// Maximum failures of a feed since its last success; `nil` for any number.
  package var maximumFailures: Int?
  /// The date before which the last attempt was; `nil` for any date.
  package var attemptedBefore: Timestamp?
  /// Returns whether the feed of a URL must not be fetched.
  package var isDenied: @Sendable (String) -> Bool = { _ in false }

  /// Creates a selection of all due feeds.
  package init() {}

  /// Returns whether the selection includes a feed, due or not.
  func includes(_ entry: FeedEntry) -> Bool {
    if let feeds { return feeds.contains(entry.recordName) }
    guard entry.isActive, !isDenied(entry.feedURL) else { return false }
    if let category, entry.category != category { return false }
    if let minimumSubscribers, entry.subscriberCount ?? 0 < minimumSubscribers { return false }
    if let maximumFailures, entry.failureCount ?? 0 > maximumFailures { return false }
    if let attemptedBefore, let last = entry.lastAttempted, last >= attemptedBefore { return false }
    if let shard, !shard.contains(FeedHost.of(entry.feedURL)) { return false }
    return true
  }

  /// Returns whether a feed should be probed now.
  func isDue(_ entry: FeedEntry, asOf: Timestamp) -> Bool {
    includesAll || feeds != nil || DueRule.isDue(entry, asOf: asOf)
  }

  /// Returns the feeds up to the limit, least recently probed first.
  func limited(_ entries: [FeedEntry]) -> [FeedEntry] {
    guard let limit, entries.count > limit else { return entries }
    let order = entries.sorted {
      let attempts = ($0.lastAttempted?.milliseconds ?? .min, $1.lastAttempted?.milliseconds ?? .min)
      return attempts.0 != attempts.1 ? attempts.0 < attempts.1 : $0.recordName < $1.recordName
    }
    return Array(order.prefix(limit))
  }
}

/// Rule for when a feed is due for its next probe.
///
/// Source: seed 003, Update Frequency Calculation; back-off and jitter from reference/feeds.md §4.5.
package enum DueRule {
  /// Maximum interval between probes, in seconds: 7 days, regardless of the feed's request or its failures.
  static let longest = 604_800.0
  /// Minimum interval between probes, in seconds: 10 minutes, regardless of the feed's request.
  static let shortest = 600.0
  /// Number of seconds that a feed is due early, because a scheduler does not start each run at the same second.
  static let tolerance = 60.0

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

/// Host of a feed's URL, used for turns and shards.
package enum FeedHost {
  /// Returns the host in lower case, without `www.` and port; the whole text if it has no host.
  package static func of(_ url: String) -> String {
    let url = url.lowercased()
    return FeedURL.host(of: url) ?? url
  }

  /// Returns the same form for a connection's host, which may include `www.` or be an IPv6 address without brackets.
  static func of(host: String) -> String { of(host.contains(":") ? "http://[\(host)]/" : "http://\(host)/") }

  /// Returns the connection hosts for which `of(host:)` returns this host.
  static func connected(_ host: String) -> [String] {
    host.first == "[" ? [String(host.dropFirst().dropLast())] : [host, "www." + host]
  }

  /// Returns whether a host in the form of `of(_:)` is an IP address rather than a name.
  static func isAddress(_ host: String) -> Bool { host.first == "[" || host.last?.isNumber == true }

  /// Returns whether a host in the form of `of(_:)` is a name in the public domain name system.
  static func isPublic(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    let isLocal = ["local", "localhost", "internal", "lan", "arpa"].contains { labels.last == $0 }
    return labels.count > 1 && !isLocal && !isAddress(host)
  }

  /// Returns the shard that a host belongs to, from 0; the same on every machine.
  package static func shard(of host: String, of count: Int) -> Int {
    Int(StableHash(host.utf8).mixed % UInt64(max(1, count)))
  }
}
