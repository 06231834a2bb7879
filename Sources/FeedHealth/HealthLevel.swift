/// Health level of a feed, from best to worst.
///
/// Source: seed 003, Health Monitoring, for the levels and thresholds.
package enum HealthLevel: String, CaseIterable, Comparable, Sendable {
  /// Fewer than three consecutive failures, and more than 0.8 of all fetches succeeded.
  case healthy
  /// Never probed, or exactly 0.8 of all fetches succeeded, which seed 003 does not define.
  case unknown
  /// Less than 0.8 of all fetches succeeded.
  case degraded
  /// Three consecutive failures, or another feed at the address.
  case warning
  /// Five consecutive failures.
  case critical

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
