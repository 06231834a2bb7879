import Catalog
package import CloudKitRecords

/// Which feeds a run probes.
package struct ProbeSelection: Hashable, Sendable {
  /// A share of the hosts, so that several machines share a run: the same host is always in the same share.
  package struct Shard: Hashable, Sendable {
    /// Which share, 1 for the first.
    package let index: Int
    /// How many shares there are.
    package let count: Int

    /// A share; `nil` unless it is one of as many.
    package init?(_ index: Int, of count: Int) {
      guard (1...1_000_000).contains(count), (1...count).contains(index) else { return nil }
      self.index = index
      self.count = count
    }

    func contains(_ host: String) -> Bool { FeedHost.shard(of: host, of: count) == index - 1 }
  }

  /// Whether feeds are probed that are not due yet.
  package var includesAll = false
  /// The category, as the layout has it; `nil` for all.
  package var category: String?
  /// The feeds; `nil` for all. Named ones are probed though they are not due, or switched off.
  package var feeds: Set<RecordName>?
  /// How many at most, those first that were not probed for longest; `nil` for all.
  package var limit: Int?
  /// The share of the hosts; `nil` for all.
  package var shard: Shard?

  /// All feeds that are due.
  package init() {}

  /// Whether a feed belongs to what is probed, due or not.
  func includes(_ entry: FeedEntry) -> Bool {
    if let feeds { return feeds.contains(entry.recordName) }
    guard entry.isActive else { return false }
    if let category, entry.category != category { return false }
    if let shard, !shard.contains(FeedHost.of(entry.feedURL)) { return false }
    return true
  }

  /// Whether its time has come.
  func isDue(_ entry: FeedEntry, asOf: Timestamp) -> Bool {
    includesAll || feeds != nil || DueRule.isDue(entry, asOf: asOf)
  }

  /// As many as are asked for, those first that were not probed for longest.
  func limited(_ entries: [FeedEntry]) -> [FeedEntry] {
    guard let limit, entries.count > limit else { return entries }
    let order = entries.sorted {
      let attempts = ($0.lastAttempted?.milliseconds ?? .min, $1.lastAttempted?.milliseconds ?? .min)
      return attempts.0 != attempts.1 ? attempts.0 < attempts.1 : $0.recordName < $1.recordName
    }
    return Array(order.prefix(limit))
  }
}
