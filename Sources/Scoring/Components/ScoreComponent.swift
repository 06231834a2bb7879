/// One thing a score looks at. Its formula gives a value 0…1.
///
/// Worked examples of all formulas, which a test computes: `.github/docs/scores.md`.
package enum ScoreComponent: String, CaseIterable, Sendable {
  /// (successes + 1)/(attempts + 2) · 0.85^failures; unknown before the first fetch.
  ///
  /// Inputs: `totalAttempts` and `successfulAttempts` (fetches), `failureCount` (in a row) of FeedMetadata or Feed.
  /// The +1 and +2 (Laplace's rule of succession) keep few fetches from looking perfect. 95 of 100, two failures in a
  /// row: 96/102 · 0.7225 = 0.680. Source: design, decisions, after the README of CelestraCloud, which has
  /// successes/attempts.
  case reliability
  /// min(1, 0.3 · log10(max(1, subscribers))); unknown where they are not counted.
  ///
  /// Input: `subscriberCount` (people, as published). 1,500 subscribers: 0.3 · 3.176 = 0.953; full at 2,155. Source:
  /// the README of CelestraCloud has ten times that with a weight of 30, which any feed of 13 subscribers fills; the
  /// stated weights hold only for values of 0…1.
  case popularity
  /// max(0, 1 − MAD/median) of the gaps between articles, of `PublishingRhythm`; unknown for fewer than five gaps.
  ///
  /// Inputs: the dates of PublicArticle or Article of the last 180 days (gaps in hours). Gaps of 20, 24, 24, 28 and
  /// 48 hours: the median is 24, the median distance from it 4, so 1 − 4/24 = 0.833. Source: design, decisions; the
  /// README of CelestraCloud names the component and defines no formula.
  case updateConsistency
  /// 1 for a verified feed, 0 for any other. Input: `isVerified` (0 or 1). Source: the README of CelestraCloud.
  case verification
  /// The lower bound of the Wilson interval of successes in attempts (z = 1.96), · 0.85^failures; unknown before the
  /// first fetch. Where the uptime of the last 30 days is known, it is the share that succeeds.
  ///
  /// Inputs: those of `reliability`, `uptimePercentage` (0…100). Five of five prove less than a hundred of a hundred:
  /// 0.566 against 0.963. Source: Evan Miller, "How Not To Sort By Average Rating"; reference/feeds.md, 5.2.
  case provenReliability
  /// 1 while the newest article is no older than the feed's usual gap, then 2^(−(age − gap)/max(14 days, 2 · gap));
  /// unknown without a dated article or a usual gap.
  ///
  /// Inputs: the newest date of PublicArticle or Article of 730 days, `updateFrequency` (hours; seconds in Feed),
  /// else the median gap between articles. A gap of 30 days, the newest article of 90 days ago: 2^(−60/60) = 0.5.
  /// Source: reference/feeds.md, 5.2.
  case freshness
  /// min(1, ln(1 + a)/ln 5) · min(1, max(0.3, 140/w)) of a articles a month and w a week, a = w · 30/7; unknown where
  /// nothing tells.
  ///
  /// Inputs: `averageArticlesPerWeek`, else the articles of the last 90 days, else a week over `updateFrequency`.
  /// Full from four articles a month; more than twenty a day are too many: 280 a week give 140/280 = 0.5. Source:
  /// reference/feeds.md, 5.2.
  case activity
  /// min(1, ln(1 + s)/ln(1 + s₉₅)) of s subscribers, against the 95th percentile of the catalogue's counts above 0;
  /// unknown where none are published, which a suppressed count looks like.
  ///
  /// Input: `subscriberCount` (people, as published). The logarithm keeps the largest feeds from drowning the others:
  /// 50 with a percentile of 1,500 give 3.93/7.31 = 0.538. Source: reference/feeds.md, 5.2.
  case relativePopularity
  /// ((v · R + 10 · C)/(v + 10))/5 of v ratings with the mean R, C the mean of the catalogue's means; unknown
  /// without.
  ///
  /// Inputs: `averageRating` (0…5) and `ratingCount` of FeedMetadata. Few ratings say little, so they are drawn to
  /// the mean: one of 5 where the mean is 3.5 gives (5 + 35)/11/5 = 0.727. Source: the Bayesian average of IMDb;
  /// reference/feeds.md, 5.2.
  case rating
  /// 0.5, verified 0.8, verified and featured 1: that no editor looked is no fault. Inputs: `isVerified` and
  /// `isFeatured` (0 or 1). Source: reference/feeds.md, 5.2.
  case curation
  /// The share that is there of seven: four of them give 4/7 = 0.571.
  ///
  /// Inputs: a `title` that is not the `feedURL`, `subtitle` (`description` in Feed), `siteURL`, `imageURL`,
  /// `language`, `category`, `tags`. Source: reference/feeds.md, 5.2.
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
