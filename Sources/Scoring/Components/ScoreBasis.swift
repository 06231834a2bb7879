import Catalog
package import CloudKitRecords
import Foundation

/// The inputs of one formula: of a feed and of the catalog, only those that its component needs.
struct ScoreBasis: Hashable, Sendable {
  let thresholds: ScoreThresholds
  private let inputs: ScoreInputs
  private let knownRhythm: PublishingRhythm?
  private let catalog: CatalogPopulation
  private let asOf: Timestamp
  private var needs: Set<CatalogField> = []
  private var isRelative = false

  init(_ inputs: ScoreInputs, _ thresholds: ScoreThresholds, _ population: CatalogPopulation, asOf: Timestamp) {
    self.inputs = inputs
    self.thresholds = thresholds
    self.asOf = asOf
    catalog = population
    knownRhythm =
      inputs.publicationDates.isEmpty
      ? nil
      : PublishingRhythm(
        inputs.publicationDates, days: thresholds.rhythmDays, gapsNeeded: Int(thresholds.rhythmGaps), asOf: asOf)
  }

  /// Returns the inputs that a component needs.
  func given(to component: ScoreComponent) -> ScoreBasis {
    var basis = self
    basis.needs = component.needs
    basis.isRelative = component.isRelative
    return basis
  }

  private func given<Value>(_ field: CatalogField, _ value: Value?) -> Value? { needs.contains(field) ? value : nil }

  var attempts: Int? { given(MetadataField.totalAttempts, inputs.attempts) }
  var failuresInRow: Int { given(MetadataField.failureCount, inputs.failuresInRow) ?? 0 }
  var uptimePercentage: Double? { given(MetadataField.uptimePercentage, inputs.uptimePercentage) }
  var subscribers: Int? { given(FeedField.subscriberCount, inputs.subscribers) }
  var isVerified: Bool { given(FeedField.isVerified, inputs.isVerified) ?? false }
  var isFeatured: Bool { given(FeedField.isFeatured, inputs.isFeatured) ?? false }
  var rating: ScoreInputs.Rating? {
    given(MetadataField.averageRating, given(MetadataField.ratingCount, inputs.rating))
  }
  var missingParts: [String]? {
    needs.isSuperset(of: ScoreInputs.parts.map(\.field)) ? inputs.missingParts : nil
  }
  var rhythm: PublishingRhythm? { given(ArticleField.publishedDate, knownRhythm) }
  var population: CatalogPopulation { isRelative ? catalog : CatalogPopulation() }

  private var updateFrequency: Double? { given(FeedField.updateFrequency, inputs.updateFrequency) }
  private var measuredPerWeek: Double? { given(MetadataField.averageArticlesPerWeek, inputs.articlesPerWeek) }
  private var dates: [Timestamp] { given(ArticleField.publishedDate, inputs.publicationDates) ?? [] }

  /// Fetch counters; `nil` if the feed was never fetched.
  var fetches: (attempts: Int, successes: Int)? {
    guard let attempts, attempts > 0, let successes = given(MetadataField.successfulAttempts, inputs.successes) else {
      return nil
    }
    return (attempts, min(successes, attempts))
  }

  /// Factor of the consecutive failures, 0…1.
  var outage: Double { pow(thresholds.failureFactor, Double(failuresInRow)) }

  /// Usual hours between articles.
  var usualGap: Double? { updateFrequency ?? rhythm?.median }

  /// Hours since the newest article was published, ignoring dates in the future.
  var newestAge: Double? {
    dates.lazy.filter { $0 <= asOf }.max().map { asOf.seconds(since: $0) / 3600 }
  }

  /// Hours since the last fetch that succeeded: the newest article is at least as old, also after it has expired.
  var leastAge: Double? {
    given(MetadataField.lastFetchSuccess, inputs.lastSuccess).map { asOf.seconds(since: $0) / 3600 }
  }

  /// The measured publishing rate in articles per usual gap: about 1 for an even rhythm, less if most articles come in
  /// bursts or none comes any more. `nil` for a longer gap than the 84 days of the rate, in which an even rhythm has none
  /// or one.
  var rateByGap: Double? {
    guard let perWeek = measuredPerWeek, let gap = updateFrequency, gap <= 84 * 24 else { return nil }
    return perWeek * gap / 168
  }

  /// Articles per week: the measured value, else the rate of the last 90 days, else the rate from `updateFrequency`.
  var articlesPerWeek: Double? {
    if let measuredPerWeek { return measuredPerWeek }
    if dates.isEmpty { return updateFrequency.map { 168 / $0 } }
    let earliest = asOf.milliseconds.subtractingReportingOverflow(90 * 86_400_000)
    if earliest.overflow { return 0 }
    return Double(dates.count { $0.milliseconds > earliest.partialValue && $0 <= asOf }) * 7 / 90
  }
}

/// Regularity of a feed's publishing.
package struct PublishingRhythm: Hashable, Sendable {
  package let gaps: Int
  /// Median gap, in hours.
  package let median: Double
  /// Consistency: 1 if all gaps are equal, 0 if the typical deviation from the median is as large as the median: max(0,
  /// 1 − MAD/median), where MAD is the median absolute deviation of the gaps.
  package let consistency: Double

  /// Calculates the rhythm of the articles published within `days` days; `nil` if the number of gaps is too small.
  ///
  /// Articles with the same date count as one publication, because an import gives all its articles the same date.
  package init?(_ dates: [Timestamp], days: Double = 180, gapsNeeded: Int = 5, asOf: Timestamp) {
    let earliest = asOf.milliseconds.subtractingReportingOverflow(Int64(days * 86_400_000))
    guard !earliest.overflow else { return nil }
    let moments = Set(dates.lazy.map(\.milliseconds).filter { $0 > earliest.partialValue && $0 <= asOf.milliseconds })
      .sorted()
    let gaps = zip(moments.dropFirst(), moments).map { Double($0 - $1) / 3_600_000 }
    guard gaps.count >= max(1, gapsNeeded) else { return nil }
    let median = Self.median(gaps)
    self.gaps = gaps.count
    self.median = median
    consistency = max(0, 1 - Self.median(gaps.map { abs($0 - median) }) / median)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
