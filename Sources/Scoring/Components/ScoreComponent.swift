/// Component of a score. Its formula returns a value of 0…1.
///
/// `.github/docs/scores.md` describes each formula with inputs, source, and worked examples that a test computes.
package enum ScoreComponent: String, CaseIterable, Sendable {
  /// Share of successful fetches, reduced by consecutive failures.
  case reliability
  /// Logarithm of the number of subscribers.
  case popularity
  /// Regularity of the gaps between articles.
  case updateConsistency
  /// Whether the feed is verified.
  case verification
  /// Lower bound of the Wilson interval of `reliability`, or of the uptime.
  case provenReliability
  /// Age of the newest article, compared with the feed's usual gap.
  case freshness
  /// Publishing rate, reduced if it is too high.
  case activity
  /// Number of subscribers, compared with the catalog's.
  case relativePopularity
  /// Mean rating, weighted toward the catalog's mean.
  case rating
  /// Whether the feed is verified and featured.
  case curation
  /// Share of seven fields that have values.
  case completeness

  /// Display name.
  package var title: String {
    switch self {
    case .updateConsistency: "update consistency"
    case .provenReliability: "proven reliability"
    case .relativePopularity: "relative popularity"
    default: rawValue
    }
  }

  /// Whether the formula needs figures of the whole catalog.
  var needsPopulation: Bool { self == .relativePopularity || self == .rating }
  /// Whether the formula needs details of a feed that most jobs do not read.
  var needsDetails: Bool { self == .rating || self == .completeness }
  /// Whether the formula needs measures besides the feed's counters.
  var needsMeasures: Bool { self == .provenReliability || self == .freshness || self == .activity }
  /// Whether the formula needs articles.
  var needsArticles: Bool { self == .updateConsistency || self == .freshness || self == .activity }
}
