/// A component of a score. Its formula gives a value 0…1.
///
/// `.github/docs/scores.md` has every formula with its inputs, its source, and worked examples that a test computes.
package enum ScoreComponent: String, CaseIterable, Sendable {
  /// The share of fetches that succeeded, less after failures in a row.
  case reliability
  /// The logarithm of the number of subscribers.
  case popularity
  /// How even the gaps between articles are.
  case updateConsistency
  /// Whether the feed is verified.
  case verification
  /// The lower bound of the Wilson interval of `reliability`, or of the uptime.
  case provenReliability
  /// How old the newest article is, compared with the feed's usual gap.
  case freshness
  /// How much the feed publishes, up to too much.
  case activity
  /// The number of subscribers, compared with the catalogue's.
  case relativePopularity
  /// The mean rating, drawn to the catalogue's mean.
  case rating
  /// Whether the feed is verified and featured.
  case curation
  /// The share of seven fields that have values.
  case completeness

  /// The name to show.
  package var title: String {
    switch self {
    case .updateConsistency: "update consistency"
    case .provenReliability: "proven reliability"
    case .relativePopularity: "relative popularity"
    default: rawValue
    }
  }

  var needsPopulation: Bool { self == .relativePopularity || self == .rating }
  var needsDetails: Bool { self == .rating || self == .completeness }
  var needsMeasures: Bool { self == .provenReliability || self == .freshness || self == .activity }
  var needsArticles: Bool { self == .updateConsistency || self == .freshness || self == .activity }
}
