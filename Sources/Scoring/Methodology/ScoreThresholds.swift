/// What the formulas of components are set to. What they mean stands with the formulas, in `ScoreComponent`.
package struct ScoreThresholds: Hashable, Sendable {
  /// What each failure in a row leaves of reliability, 0…1.
  var failureFactor = 0.85
  /// What each power of ten of subscribers gives, 0…1.
  var popularityFactor = 0.3
  /// Days of publishing that update consistency looks at.
  var rhythmDays = 180.0
  /// Gaps between articles it takes to speak of a rhythm.
  var rhythmGaps = 5.0
  /// Days of articles that are read at all.
  var historyDays = 180.0
  /// The z of the Wilson interval: 1.96 for 95 %.
  var confidenceZ = 1.96
  /// The shortest time in which freshness halves, in days.
  var freshnessDays = 14.0
  /// Articles a month that make activity full.
  var activeArticlesPerMonth = 4.0
  /// Articles a week from which there are too many.
  var floodArticlesPerWeek = 140.0
  /// What is left of activity where there are far too many, 0…1.
  var floodFloor = 0.3
  /// The percentile of the catalogue's subscriber counts that makes relative popularity full, above 0 to 100.
  var popularityPercentile = 95.0
  /// Subscribers that make relative popularity full; `nil` for those at the percentile.
  var referenceSubscribers: Double?
  /// Ratings the catalogue's mean counts for in a feed's own.
  var priorRatings = 10.0
  /// The rating a feed is drawn to, 0…5; `nil` for the catalogue's mean.
  var referenceRating: Double?
  /// Curation of a feed nobody verified, 0…1.
  var uncurated = 0.5
  /// Curation of a verified feed, 0…1.
  var verified = 0.8
  /// Curation of a verified and featured feed, 0…1.
  var featured = 1.0

  init(historyDays: Double = 180) { self.historyDays = historyDays }

  /// One threshold as a file names it.
  struct Key: Sendable {
    let name: String
    let range: ClosedRange<Double>
    let value: @Sendable (ScoreThresholds) -> Double?
    let set: @Sendable (inout ScoreThresholds, Double) -> Void

    func value(of thresholds: ScoreThresholds) -> Double? { value(thresholds) }
  }

  /// All of them, in the order of their names.
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
