import Foundation

/// One thing a score looks at. Its formula gives a value 0…1.
///
/// Worked examples of all formulas, which a test computes: `.github/docs/scores.md`.
package enum ScoreComponent: String, CaseIterable, Sendable {
  /// (successes + 1)/(attempts + 2) · 0.85^failures in a row; unknown before the first fetch.
  ///
  /// The +1 and +2 (Laplace's rule of succession) keep few fetches from looking perfect. 95 of 100, two failures in a row:
  /// 96/102 · 0.7225 = 0.68. Source: design, decisions, after the README of CelestraCloud, which has successes/attempts.
  case reliability
  /// min(1, 0.3 · log10(max(1, subscribers))); unknown where they are not counted.
  ///
  /// 1,500 subscribers: 0.3 · 3.176 = 0.953; full at 2,155. Source: the README of CelestraCloud has ten times that with a
  /// weight of 30, which any feed of 13 subscribers fills; the stated weights hold only for values of 0…1.
  case popularity
  /// max(0, 1 − MAD/median) of the gaps between articles, of `PublishingRhythm`; unknown for fewer than five gaps.
  ///
  /// Gaps of 20, 24, 24, 28 and 48 hours: the median is 24, the median distance from it 4, so 1 − 4/24 = 0.833. Source:
  /// design, decisions; the README of CelestraCloud names the component and defines no formula.
  case updateConsistency
  /// 1 for a verified feed, 0 for any other. Source: the README of CelestraCloud.
  case verification
  /// The lower bound of the Wilson interval of successes in attempts (z = 1.96), · 0.85^failures in a row; unknown before
  /// the first fetch. Where the uptime of the last 30 days is known, it is the share that succeeds.
  ///
  /// Five of five prove less than a hundred of a hundred: 0.566 against 0.963. Source: Evan Miller, "How Not To Sort By
  /// Average Rating"; reference/feeds.md, 5.2.
  case provenReliability
  /// 1 while the newest article is no older than the feed's usual gap, then 2^(−(age − gap)/max(14 days, 2 · gap));
  /// unknown without a dated article or a usual gap.
  ///
  /// The gap is `updateFrequency`, else the median of the gaps between articles. Source: reference/feeds.md, 5.2.
  case freshness
  /// min(1, ln(1 + a)/ln 5) · min(1, max(0.3, 140/w)) of a articles a month and w a week; unknown where neither
  /// `averageArticlesPerWeek`, articles nor a usual gap tell.
  ///
  /// Full from four articles a month; more than twenty a day are too many. Source: reference/feeds.md, 5.2.
  case activity
  /// min(1, ln(1 + s)/ln(1 + s₉₅)) of s subscribers, against the 95th percentile of the catalogue's counts above 0;
  /// unknown where none are published, which a suppressed count looks like.
  ///
  /// The logarithm keeps the largest feeds from drowning the others. Source: reference/feeds.md, 5.2.
  case relativePopularity
  /// ((v · R + 10 · C)/(v + 10))/5 of v ratings with the mean R, C the mean of the catalogue's means; unknown without.
  ///
  /// Few ratings say little, so they are drawn to the mean. Source: the Bayesian average of IMDb; reference/feeds.md, 5.2.
  case rating
  /// 0.5, verified 0.8, verified and featured 1: that no editor looked is no fault. Source: reference/feeds.md, 5.2.
  case curation
  /// The share that is there of a title that is not the address, a description, a home page, an image, a language, a
  /// category and a tag. Source: reference/feeds.md, 5.2.
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
