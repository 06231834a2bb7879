package import CloudKitRecords
import Foundation

/// All inputs of the formulas.
struct ScoreBasis: Hashable, Sendable {
  let inputs: ScoreInputs
  let rhythm: PublishingRhythm?
  let thresholds: ScoreThresholds
  let population: CatalogPopulation
  let asOf: Timestamp

  init(_ inputs: ScoreInputs, _ thresholds: ScoreThresholds, _ population: CatalogPopulation, asOf: Timestamp) {
    self.inputs = inputs
    self.thresholds = thresholds
    self.population = population
    self.asOf = asOf
    rhythm =
      inputs.publicationDates.isEmpty
      ? nil
      : PublishingRhythm(
        inputs.publicationDates, days: thresholds.rhythmDays, gapsNeeded: Int(thresholds.rhythmGaps), asOf: asOf)
  }

  /// Returns the value of a component's formula; `nil` if its inputs are unknown.
  func value(of component: ScoreComponent) -> Double? {
    switch component {
    case .reliability:
      attempted.map { (Double($0.successes) + 1) / (Double($0.attempts) + 2) * outage }
    case .popularity:
      inputs.subscribers.map { min(1, thresholds.popularityFactor * log10(Double(max(1, $0)))) }
    case .updateConsistency: rhythm?.consistency
    case .verification: inputs.isVerified ? 1 : 0
    case .provenReliability:
      attempted.map { fetches in
        let share = inputs.uptimePercentage.map { $0 / 100 } ?? Double(fetches.successes) / Double(fetches.attempts)
        return Self.wilson(share, of: Double(fetches.attempts), z: thresholds.confidenceZ) * outage
      }
    case .freshness: freshness
    case .activity: articlesPerWeek.map(activity)
    case .relativePopularity:
      if let subscribers = inputs.subscribers, subscribers > 0, let full = population.fullSubscribers {
        min(1, log(1 + Double(subscribers)) / log(1 + full))
      } else {
        nil
      }
    case .rating: rating
    case .curation:
      inputs.isVerified ? (inputs.isFeatured ? thresholds.featured : thresholds.verified) : thresholds.uncurated
    case .completeness:
      inputs.missingParts.map { Double(ScoreInputs.partCount - $0.count) / Double(ScoreInputs.partCount) }
    }
  }

  /// Fetch counters; `nil` if the feed was never fetched.
  private var attempted: (attempts: Int, successes: Int)? {
    guard let attempts = inputs.attempts, attempts > 0, let successes = inputs.successes else { return nil }
    return (attempts, successes)
  }

  private var outage: Double { pow(thresholds.failureFactor, Double(inputs.failuresInRow)) }

  /// Returns the lower bound of the Wilson interval for a success rate, 0…1.
  private static func wilson(_ share: Double, of count: Double, z: Double) -> Double {
    let square = z * z
    let margin = z * (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    return max(0, (share + square / (2 * count) - margin) / (1 + square / count))
  }

  /// Usual hours between articles.
  var usualGap: Double? { inputs.updateFrequency ?? rhythm?.median }

  /// Hours since the newest article was published.
  var newestAge: Double? {
    inputs.newestArticle(asOf: asOf).map { asOf.seconds(since: $0) / 3600 }
  }

  private var freshness: Double? {
    guard let age = newestAge, let gap = usualGap else { return nil }
    return age <= gap ? 1 : exp2(-(age - gap) / max(thresholds.freshnessDays * 24, 2 * gap))
  }

  /// Articles per week: the measured value, else the rate of the last 90 days, else the rate from `updateFrequency`.
  var articlesPerWeek: Double? {
    if let measured = inputs.articlesPerWeek { return measured }
    if !inputs.publicationDates.isEmpty { return Double(inputs.articles(inLast: 90, asOf: asOf)) * 7 / 90 }
    return inputs.updateFrequency.map { 168 / $0 }
  }

  private func activity(_ perWeek: Double) -> Double {
    let usual = min(1, log(1 + perWeek * 30 / 7) / log(1 + thresholds.activeArticlesPerMonth))
    guard perWeek > 0 else { return 0 }
    return usual * min(1, max(thresholds.floodFloor, thresholds.floodArticlesPerWeek / perWeek))
  }

  private var rating: Double? {
    guard let rating = inputs.rating, let mean = population.meanRating else { return nil }
    let count = Double(rating.count)
    return (count * rating.mean + thresholds.priorRatings * mean) / (count + thresholds.priorRatings) / 5
  }
}

/// Regularity of a feed's publishing.
package struct PublishingRhythm: Hashable, Sendable {
  /// Number of gaps between articles.
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
