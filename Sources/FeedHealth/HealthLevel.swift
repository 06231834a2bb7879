/// The health level of a feed, the worst last.
///
/// Source: seed 003, Health Monitoring, for the levels and thresholds.
package enum HealthLevel: String, CaseIterable, Comparable, Sendable {
  /// Fewer than three failures in a row, and more than 0.8 of all fetches succeeded.
  case healthy
  /// Never probed, or exactly 0.8 of all fetches succeeded, which seed 003 leaves open.
  case unknown
  /// Less than 0.8 of all fetches succeeded.
  case degraded
  /// Three failures in a row.
  case warning
  /// Five failures in a row.
  case critical

  package static func < (lhs: HealthLevel, rhs: HealthLevel) -> Bool { lhs.rank < rhs.rank }

  /// The level as FeedMetadata's `healthStatus` has it; `nil` for what it has no word for, and is left unset.
  package var healthStatus: String? {
    switch self {
    case .healthy: "healthy"
    case .unknown: nil
    case .degraded, .warning: "degraded"
    case .critical: "down"
    }
  }

  /// The place in the order, 0 for the best.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
