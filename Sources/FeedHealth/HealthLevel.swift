/// Health level of a feed, from best to worst.
///
/// Source: seed 003, Health Monitoring, for the levels and thresholds.
package enum HealthLevel: String, CaseIterable, Comparable, Sendable {
  /// Fewer than three consecutive failures, and more than 0.8 of the recent fetches succeeded.
  case healthy
  /// Never probed.
  case unknown
  /// At most 0.8 of the recent fetches succeeded. Seed 003 leaves exactly 0.8 open.
  case degraded
  /// Three consecutive failures, or another feed at the address.
  case warning
  /// Five consecutive failures, or two that are 7 days apart without a success between them.
  case critical

  /// Time between failures that makes a feed critical from the second one on, in seconds: 7 days, less an hour because
  /// a scheduler does not start each run at the same minute.
  static let criticalSpan = 7 * 86_400.0 - 3600

  /// Creates the level defined by seed 003, by count, or by time if the failures are few because the probes are. A feed
  /// never fetched is unknown: its rate of 0 would make it degraded.
  /// - Parameters:
  ///   - failureCount: consecutive failures.
  ///   - failureSpan: seconds from the first to the last of these failures; `nil` if unknown.
  ///   - successRate: 0…1; `nil` before the first fetch.
  package init(failureCount: Int, failureSpan: Double?, successRate: Double?) {
    let isLong = failureCount >= 2 && failureSpan.map { $0 >= Self.criticalSpan } == true
    if failureCount >= 5 || isLong {
      self = .critical
    } else if failureCount >= 3 {
      self = .warning
    } else if let successRate {
      self = successRate > 0.8 ? .healthy : .degraded
    } else {
      self = .unknown
    }
  }

  package static func < (lhs: HealthLevel, rhs: HealthLevel) -> Bool { lhs.rank < rhs.rank }

  /// Value for FeedMetadata's `healthStatus`; `nil` for a level without such a value, which leaves the field unset.
  package var healthStatus: String? {
    switch self {
    case .healthy: "healthy"
    case .unknown: nil
    case .degraded, .warning: "degraded"
    case .critical: "down"
    }
  }

  /// Position in the order, 0 for the best level.
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
