import Catalog
import CloudKitRecords

/// Why a curator should see a feed.
package enum FeedCause: Hashable, Sendable {
  /// The verdict of the last probe, or a finding.
  case verdict(VerdictClass)
  /// The feed fails, and nothing tells why.
  case failing
  /// The feed works now and failed often in the last 30 days.
  case unsteady
  case neverFetched

  package var name: String {
    switch self {
    case .verdict(let verdict): verdict.rawValue
    case .failing: "failing"
    case .unsteady: "unsteady"
    case .neverFetched: "never fetched"
    }
  }
}

extension FeedHealth {
  /// The cause of a feed that `HealthReport.concerns` lists; `nil` for others.
  package var cause: FeedCause? {
    if level < .degraded {
      return findings.first.map(FeedCause.verdict) ?? (level == .unknown ? .neverFetched : nil)
    }
    if works == true, verdict != .replaced { return .unsteady }
    return verdict?.finding.map(FeedCause.verdict) ?? .failing
  }
}

extension HealthReport {
  /// The feeds of a cause, worst first.
  package typealias Concern = (cause: FeedCause, feeds: [FeedHealth])

  /// The feeds that a curator should see, each once, by cause: causes of worse levels first, then of more feeds; feeds
  /// never fetched come last. Has as many feeds as the report keeps, and omits the least unhealthy ones.
  package var concerns: [Concern] {
    let unhealthy = items.filter { $0.level >= .degraded }
    let unknown = items.filter { $0.cause == .neverFetched }
    let feeds = (unhealthy + withFindings.feeds.elements + unread.feeds.elements + unknown).prefix(limit)
    let groups = Dictionary(grouping: feeds) { $0.cause ?? .failing }.map { (cause: $0.key, feeds: $0.value) }
    return groups.sorted { lhs, rhs in
      let left = Self.weight(lhs)
      let right = Self.weight(rhs)
      return left != right ? left > right : lhs.cause.name < rhs.cause.name
    }
  }

  private static func weight(_ concern: Concern) -> (level: Int, feeds: Int) {
    let worst = concern.feeds.first?.level.rank ?? 0
    return (concern.cause == .neverFetched ? -1 : worst, concern.feeds.count)
  }

  /// Number of feeds that a curator should see.
  package var concerned: Int {
    totals.count(atLeast: .degraded) + withFindings.feeds.count + unread.feeds.count + neverFetched
  }

  /// Reads the last days of the feeds that a curator should see.
  mutating func readDays(_ history: any ProbeHistory) async throws(ProbeHistoryError) {
    let start = Timestamp(milliseconds: asOf.milliseconds - Int64(Self.daysShown) * 86_400_000)
    for names in concerns.flatMap({ $0.feeds.map { $0.recordName } }).recordPages {
      days.merge(try await history.days(of: names, after: start, upTo: asOf)) { $1 }
    }
  }
}
