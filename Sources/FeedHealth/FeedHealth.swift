package import Catalog
package import CloudKitRecords

/// Health of a feed at a time, with the underlying facts. Members of the feed's entry are also members of this type.
@dynamicMemberLookup
package struct FeedHealth: Hashable, Sendable {
  package let entry: FeedEntry
  package let level: HealthLevel
  /// Number of consecutive failures since the last success.
  package let failureCount: Int
  /// Share of successful fetches, 0…1: in the last 30 days if the history covers them, otherwise of all fetches. `nil`
  /// before the first fetch or without counters.
  package let successRate: Double?
  package var lastSuccess: Timestamp? { entry.lastFetchSuccess }
  /// Seconds since the last success, at least 0.
  package let secondsSinceSuccess: Double?
  /// Stored uptime percentage of the last 30 days, 0…100; `nil` if no probe of these days could tell.
  package let uptimePercentage: Double?
  package let articlesPerWeek: Double?
  /// Whether the last probe found the feed working; `nil` if it could not tell, or is unknown.
  package let works: Bool?
  /// Verdict of the last probe; `nil` if neither the history nor the stored reason contains one.
  package let verdict: VerdictClass?
  /// Start of the current downtime in the probe history; `nil` if the feed is not down or the start is unknown.
  package let downSince: Timestamp?
  /// Whether the newest item is too old for the feed's rhythm; `nil` if the item's date is unknown.
  package let isStale: Bool?
  /// Publication date of the newest item; `nil` if unknown.
  package let newest: Timestamp?
  /// Target of permanent redirects; `nil` without any.
  package let movedTo: String?
  /// The title before it changed, if that was in the last 30 days.
  package let formerTitle: String?
  /// Evidence of the last probe; `nil` without a history.
  package let evidence: String?
  /// The end of the certificate of the feed's own host; `nil` if it is unknown.
  package let certificateEnd: Timestamp?
  /// Time of the last probe in the history if another machine has probed the feed since; `nil` otherwise.
  package let historyEnd: Timestamp?

  /// - Parameters:
  ///   - record: the feed's record in the probe history.
  ///   - recent: the feed's last 30 days in the probe history.
  package init(of entry: FeedEntry, _ record: FeedRecord? = nil, _ recent: RecentProbes? = nil, asOf: Timestamp) {
    self.entry = entry
    let record = record?.worked(at: entry.lastFetchSuccess, upTo: asOf)
    let isOutdated = entry.lastAttempted.map { $0 > record?.at ?? $0 && $0 <= asOf } ?? false
    let (last, recent) = isOutdated ? (nil, nil) : (record, recent)
    let end = isOutdated ? record?.at : nil
    historyEnd = end
    let attempts = max(0, entry.totalAttempts ?? 0)
    let failures = max(0, entry.failureCount ?? 0)
    let successes = attempts == 0 ? nil : entry.successfulAttempts
    let rate = recent?.successRate ?? successes.map { Double(min(max(0, $0), attempts)) / Double(attempts) }
    failureCount = failures
    successRate = rate
    secondsSinceSuccess = entry.lastFetchSuccess.map { max(0, asOf.seconds(since: $0)) }
    uptimePercentage =
      recent?.isUnmeasured == true
      ? nil : entry.uptimePercentage.flatMap { $0.isFinite ? min(max(0, $0), 100) : nil }
    articlesPerWeek = entry.averageArticlesPerWeek.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    let found = last.map { VerdictClass(rawValue: $0.probe.verdict) } ?? entry.lastVerdict
    verdict = found == .replaced && record?.identity?.acceptsAnother == true ? nil : found
    works = last.map(\.probe.isUp) ?? entry.works
    let measured = HealthLevel(failureCount: failures, failureSpan: record?.failureSpan, successRate: rate)
    level = verdict == .replaced ? max(measured, .warning) : measured
    formerTitle = record?.identity?.formerTitle(at: asOf)
    downSince = record?.downSince
    newest = record?.probe.newest
    movedTo = record?.probe.movedTo
    let renamed = formerTitle.map { "the title was '\($0)'" }
    evidence = last.map { [$0.probe.detail, renamed].compactMap(\.self).joined(separator: "; ") }
    certificateEnd = record?.probe.certificateEnd
    isStale = newest.map {
      PublishingCadence.isStale(newest: $0, medianGap: entry.updateFrequency, asOf: end ?? asOf)
    }
  }

  /// Whether the certificate ends within 14 days of a time and has not ended yet.
  func certificateEndsSoon(asOf: Timestamp) -> Bool {
    certificateEnd.map { (0...14 * 86_400).contains($0.seconds(since: asOf)) } ?? false
  }

  package subscript<Value>(dynamicMember member: KeyPath<FeedEntry, Value>) -> Value { entry[keyPath: member] }

  /// The findings that a curator should see, even if the feed works.
  package var findings: [VerdictClass] {
    var findings = [verdict?.finding].compactMap(\.self)
    if movedTo != nil, verdict != .moved { findings.append(.moved) }
    if formerTitle != nil { findings.append(.renamed) }
    if isStale == true, verdict != .stale { findings.append(.stale) }
    return findings
  }
}

extension FeedEntry {
  /// Whether the last fetch succeeded, as far as the catalog knows; `nil` if it could not tell.
  fileprivate var works: Bool? {
    if (failureCount ?? 0) > 0 { return false }
    return lastVerdict.map { $0 == .replaced ? true : nil } ?? lastFetchSuccess.map { _ in true }
  }
}

extension FeedHealth: Comparable {
  /// Sorts the worst feed first: by level, consecutive failures, time since the last success, then title.
  package static func < (lhs: FeedHealth, rhs: FeedHealth) -> Bool {
    if lhs.level != rhs.level { return lhs.level > rhs.level }
    if lhs.failureCount != rhs.failureCount { return lhs.failureCount > rhs.failureCount }
    let successes = (lhs.lastSuccess?.milliseconds ?? .min, rhs.lastSuccess?.milliseconds ?? .min)
    if successes.0 != successes.1 { return successes.0 < successes.1 }
    return (lhs.title, lhs.recordName) < (rhs.title, rhs.recordName)
  }
}
