package import Catalog
package import CloudKitRecords

/// Selection of the feeds that a run probes.
package struct ProbeSelection: Sendable {
  /// Share of the hosts, so that several machines can divide a run. A host always belongs to the same share.
  package struct Shard: Hashable, Sendable {
    /// Number of the share, from 1.
    package let index: Int
    /// Total number of shares.
    package let count: Int

    /// Creates a share; `nil` unless the index is in `1...count`.
    package init?(_ index: Int, of count: Int) {
      guard (1...1_000_000).contains(count), (1...count).contains(index) else { return nil }
      self.index = index
      self.count = count
    }

    func contains(_ host: String) -> Bool { FeedHost.shard(of: host, of: count) == index - 1 }
  }

  package var rule = DueRule()
  /// Whether to include active feeds that are not due.
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
  /// Returns whether a feed must not be fetched.
  package var isDenied: @Sendable (FeedEntry) -> Bool = { _ in false }

  package init() {}

  /// Returns whether the selection includes a feed, due or not.
  func includes(_ entry: FeedEntry) -> Bool {
    if let feeds { return feeds.contains(entry.recordName) }
    if isDenied(entry) { return false }
    if let category, entry.category != category { return false }
    if let minimumSubscribers, entry.subscriberCount ?? 0 < minimumSubscribers { return false }
    if let maximumFailures, entry.failureCount ?? 0 > maximumFailures { return false }
    if let attemptedBefore, let last = entry.lastAttempted, last >= attemptedBefore { return false }
    if let shard, !shard.contains(FeedHost.of(entry.feedURL)) { return false }
    return true
  }

  /// - Parameter newest: publication date of the newest item; `nil` if unknown.
  func isDue(_ entry: FeedEntry, newest: Timestamp? = nil, asOf: Timestamp) -> Bool {
    includesAll && entry.isActive || feeds != nil || rule.isDue(entry, newest: newest, asOf: asOf)
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
