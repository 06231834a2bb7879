/// Parameters of the component formulas. `ScoreComponent` describes the formulas.
package struct ScoreThresholds: Hashable, Sendable {
  /// Factor that each consecutive failure applies to reliability, 0…1.
  var failureFactor = 0.85
  /// Value that each power of ten of subscribers adds, 0…1.
  var popularityFactor = 0.3
  /// Number of days of articles that update consistency uses.
  var rhythmDays = 180.0
  /// Minimum number of gaps between articles for a rhythm.
  var rhythmGaps = 5.0
  /// Maximum age of the articles to read, in days.
  var historyDays = 180.0
  /// The z value of the Wilson interval: 1.96 for 95%.
  var confidenceZ = 1.96
  /// Minimum half-life of freshness, in days.
  var freshnessDays = 14.0
  /// Articles per month for full activity.
  var activeArticlesPerMonth = 4.0
  /// Articles per week above which activity decreases.
  var floodArticlesPerWeek = 140.0
  /// Minimum factor that too many articles apply to activity, 0…1.
  var floodFloor = 0.3
  /// Percentile of the catalog's subscriber counts for full relative popularity, above 0 to 100.
  var popularityPercentile = 95.0
  /// Subscribers for full relative popularity; `nil` for the value at the percentile.
  var referenceSubscribers: Double?
  /// Number of ratings that the catalog's mean counts as in a feed's rating.
  var priorRatings = 10.0
  /// Reference rating that feeds are weighted toward, 0…5; `nil` for the catalog's mean.
  var referenceRating: Double?
  /// Curation value of an unverified feed, 0…1.
  var uncurated = 0.5
  /// Curation value of a verified feed, 0…1.
  var verified = 0.8
  /// Curation value of a verified and featured feed, 0…1.
  var featured = 1.0

  init(historyDays: Double = 180) { self.historyDays = historyDays }

  /// One threshold, identified by its name in a file.
  struct Key: Sendable {
    let name: String
    let range: ClosedRange<Double>
    let value: @Sendable (ScoreThresholds) -> Double?
    let set: @Sendable (inout ScoreThresholds, Double) -> Void
  }

  static let keys: [Key] = [
    key("activeArticlesPerMonth", 0.01...1e6, \.activeArticlesPerMonth),
    key("confidenceZ", 0...10, \.confidenceZ),
    key("failureFactor", 0...1, \.failureFactor),
    key("featured", 0...1, \.featured),
    key("floodArticlesPerWeek", 0.01...1e6, \.floodArticlesPerWeek),
    key("floodFloor", 0...1, \.floodFloor),
    key("freshnessDays", 0.01...36500, \.freshnessDays),
    key("historyDays", 1...36500, \.historyDays),
    key("popularityFactor", 0...1, \.popularityFactor),
    key("popularityPercentile", 0.01...100, \.popularityPercentile),
    key("priorRatings", 0...1e9, \.priorRatings),
    key("referenceRating", 0...5, \.referenceRating),
    key("referenceSubscribers", 1...1e15, \.referenceSubscribers),
    key("rhythmDays", 1...36500, \.rhythmDays),
    key("rhythmGaps", 1...10000, \.rhythmGaps),
    key("uncurated", 0...1, \.uncurated),
    key("verified", 0...1, \.verified),
  ]

  private static func key(
    _ name: String, _ range: ClosedRange<Double>, _ path: any WritableKeyPath<ScoreThresholds, Double> & Sendable
  ) -> Key {
    Key(name: name, range: range, value: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  private static func key(
    _ name: String, _ range: ClosedRange<Double>, _ path: any WritableKeyPath<ScoreThresholds, Double?> & Sendable
  ) -> Key {
    Key(name: name, range: range, value: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }
}
