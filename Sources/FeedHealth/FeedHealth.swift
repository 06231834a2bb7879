package import Catalog
package import CloudKitRecords
package import FeedProbes

/// The health of a feed at a time, with the facts behind it; it has the members of its entry, too.
@dynamicMemberLookup
package struct FeedHealth: Hashable, Sendable {
  /// The feed as stored.
  package let entry: FeedEntry
  /// Its level.
  package let level: HealthLevel
  /// Fetches that failed since the last one that succeeded.
  package let failureCount: Int
  /// The share of fetches that succeeded, 0…1; `nil` before the first fetch, or where it was not counted.
  package let successRate: Double?
  /// When a fetch last succeeded.
  package var lastSuccess: Timestamp? { entry.lastFetchSuccess }
  /// Seconds since then, never less than 0.
  package let secondsSinceSuccess: Double?
  /// The share of the last 30 days it was up, 0…100, as stored.
  package let uptimePercentage: Double?
  /// How often something is published, as stored.
  package let articlesPerWeek: Double?
  /// What the last probe found; `nil` where neither the history nor the stored reason tells.
  package let verdict: VerdictClass?
  /// Since when it is down by the history of probes; `nil` where it is not, or nobody knows.
  package let downSince: Timestamp?
  /// Whether its newest item is old for a feed of its rhythm; `nil` where that item is not known.
  package let isStale: Bool?

  /// The health of a feed.
  /// - Parameter record: what the history of probes knows of it.
  package init(of entry: FeedEntry, _ record: FeedRecord? = nil, asOf: Timestamp) {
    self.entry = entry
    let attempts = max(0, entry.totalAttempts ?? 0)
    let failures = max(0, entry.failureCount ?? 0)
    let successes = attempts == 0 ? nil : entry.successfulAttempts
    let rate = successes.map { Double(min(max(0, $0), attempts)) / Double(attempts) }
    level = Self.level(failureCount: failures, successRate: rate)
    failureCount = failures
    successRate = rate
    secondsSinceSuccess = entry.lastFetchSuccess.map { max(0, asOf.seconds(since: $0)) }
    uptimePercentage = entry.uptimePercentage.flatMap { $0.isFinite ? min(max(0, $0), 100) : nil }
    articlesPerWeek = entry.averageArticlesPerWeek.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    // A reason this program wrote begins with the class.
    let word =
      record?.probe.verdict
      ?? entry.lastFailureReason.map { String(Substring($0.utf8.prefix { $0 != UInt8(ascii: ":") })) }
    verdict = word.flatMap(VerdictClass.init(rawValue:))
    downSince = record?.downSince
    isStale = record?.probe.newest.map {
      PublishingCadence.isStale(newest: $0, medianGap: entry.updateFrequency, asOf: asOf)
    }
  }

  /// A member of its entry.
  package subscript<Value>(dynamicMember member: KeyPath<FeedEntry, Value>) -> Value { entry[keyPath: member] }

  /// The level by seed 003, but that a feed never fetched is unknown: there its rate of 0 would make it degraded.
  private static func level(failureCount: Int, successRate: Double?) -> HealthLevel {
    if failureCount >= 5 { return .critical }
    if failureCount >= 3 { return .warning }
    guard let successRate else { return .unknown }
    if successRate < 0.8 { return .degraded }
    return successRate > 0.8 ? .healthy : .unknown
  }
}

extension FeedHealth: Comparable {
  /// The worst first: by level, failures in a row, how long ago the last success was, then by title.
  package static func < (lhs: FeedHealth, rhs: FeedHealth) -> Bool {
    if lhs.level != rhs.level { return lhs.level > rhs.level }
    if lhs.failureCount != rhs.failureCount { return lhs.failureCount > rhs.failureCount }
    let successes = (lhs.lastSuccess?.milliseconds ?? .min, rhs.lastSuccess?.milliseconds ?? .min)
    if successes.0 != successes.1 { return successes.0 < successes.1 }
    return (lhs.title, lhs.recordName) < (rhs.title, rhs.recordName)
  }
}
