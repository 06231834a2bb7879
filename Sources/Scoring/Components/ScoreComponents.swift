import Catalog
import Diagnostics
import Foundation

extension ScoreComponent {
  /// All components, in the order of reports.
  package static let all = [
    reliability, popularity, updateConsistency, verification, provenReliability, regularity, freshness, activity,
    relativePopularity, rating, curation, completeness,
  ]

  /// Share of successful fetches, reduced by consecutive failures.
  package static let reliability = ScoreComponent(
    "reliability", job: "update --no-articles", needs: FeedEntry.counters,
    value: { basis in
      basis.fetches.map { (Double($0.successes) + 1) / (Double($0.attempts) + 2) * basis.outage }
    },
    facts: fetches)

  /// Logarithm of the number of subscribers.
  package static let popularity = ScoreComponent(
    "popularity", job: "subscribers", needs: [FeedField.subscriberCount],
    value: { basis in
      basis.subscribers.map { min(1, basis.thresholds.popularityFactor * log10(Double(max(1, $0)))) }
    },
    facts: { $0.subscribers.map { $0.of("subscriber") } ?? "subscribers are not counted" })

  /// Regularity of the gaps between articles.
  package static let updateConsistency = ScoreComponent(
    "updateConsistency", title: "update consistency", job: "update", needs: [ArticleField.publishedDate],
    value: { $0.rhythm?.consistency }, facts: { rhythm($0) ?? tooFewGaps($0) })

  package static let verification = ScoreComponent(
    "verification", job: "feeds set", needs: [FeedField.isVerified],
    value: { $0.isVerified ? 1 : 0 }, facts: { $0.isVerified ? "verified" : "not verified" })

  /// Lower bound of the Wilson interval of `reliability`, or of the uptime.
  package static let provenReliability = ScoreComponent(
    "provenReliability", title: "proven reliability", job: "update --no-articles",
    needs: FeedEntry.counters.union([MetadataField.uptimePercentage]),
    value: { basis in
      basis.fetches.map { fetches in
        let share = basis.uptimePercentage.map { $0 / 100 } ?? Double(fetches.successes) / Double(fetches.attempts)
        return wilson(share, of: Double(fetches.attempts), z: basis.thresholds.confidenceZ) * basis.outage
      }
    },
    facts: { basis in
      fetches(basis) + (basis.uptimePercentage.map { ", up \(oneDecimal($0))% of 30 days" } ?? "")
    })

  /// `updateConsistency`; without enough articles, how well a probe's median gap explains the publishing rate.
  package static let regularity = ScoreComponent(
    "regularity", job: "update",
    needs: [ArticleField.publishedDate, FeedField.updateFrequency, MetadataField.averageArticlesPerWeek],
    value: { $0.rhythm?.consistency ?? $0.rateByGap.map { min($0, 1 / $0) } },
    facts: { basis in
      rhythm(basis) ?? basis.rateByGap.map { "\(oneDecimal(100 * $0))% of the articles that the usual gap would give" }
        ?? tooFewGaps(basis)
    })

  /// Age of the newest article, compared with the feed's usual gap.
  package static let freshness = ScoreComponent(
    "freshness", job: "update",
    needs: [ArticleField.publishedDate, FeedField.updateFrequency, MetadataField.lastFetchSuccess],
    value: freshnessValue,
    facts: { basis in
      guard let age = basis.newestAge else {
        let last = freshnessValue(basis) == nil ? nil : basis.leastAge
        return "no article has a date" + (last.map { ", the last success was \(oneDecimal($0 / 24)) days ago" } ?? "")
      }
      let newest = "the newest article is \(oneDecimal(age / 24)) days old"
      guard let gap = basis.usualGap else { return newest + ", the usual gap is unknown" }
      return newest + ", \(oneDecimal(gap / 24)) days usually lie between two articles"
    })

  /// Publishing rate, reduced if it is too high.
  package static let activity = ScoreComponent(
    "activity", job: "update",
    needs: [ArticleField.publishedDate, FeedField.updateFrequency, MetadataField.averageArticlesPerWeek],
    value: { basis in
      let thresholds = basis.thresholds
      return basis.articlesPerWeek.map { perWeek in
        guard perWeek > 0 else { return 0 }
        let usual = min(1, log(1 + perWeek * 30 / 7) / log(1 + thresholds.activeArticlesPerMonth))
        return usual * min(1, max(thresholds.floodFloor, thresholds.floodArticlesPerWeek / perWeek))
      }
    },
    facts: { $0.articlesPerWeek.map { "\(oneDecimal($0)) articles a week" } ?? "no articles are known" })

  /// Number of subscribers, compared with the catalog's.
  package static let relativePopularity = ScoreComponent(
    "relativePopularity", title: "relative popularity", job: "subscribers", needs: [FeedField.subscriberCount],
    isRelative: true,
    value: { basis in
      guard let subscribers = basis.subscribers, subscribers > 0, let full = basis.population.fullSubscribers else {
        return nil
      }
      return min(1, log(1 + Double(subscribers)) / log(1 + full))
    },
    facts: { basis in
      guard let subscribers = basis.subscribers, subscribers > 0 else { return "no subscribers are published" }
      guard let full = basis.population.fullSubscribers else { return "no feed of the catalog has subscribers" }
      return "\(subscribers.of("subscriber")), full at \(oneDecimal(full))"
    })

  /// Mean rating, weighted toward the catalog's mean.
  package static let rating = ScoreComponent(
    "rating", job: "subscribers", needs: [MetadataField.averageRating, MetadataField.ratingCount], isRelative: true,
    value: { basis in
      guard let rating = basis.rating, let mean = basis.population.meanRating else { return nil }
      let (count, prior) = (Double(rating.count), basis.thresholds.priorRatings)
      return (count * rating.mean + prior * mean) / (count + prior) / 5
    },
    facts: { basis in
      guard let rating = basis.rating else { return "not rated" }
      guard let mean = basis.population.meanRating else { return "no feed of the catalog is rated" }
      return "\(oneDecimal(rating.mean)) of 5 by \(rating.count), adjusted toward \(oneDecimal(mean))"
    })

  package static let curation = ScoreComponent(
    "curation", job: "feeds set", needs: [FeedField.isVerified, FeedField.isFeatured],
    value: { basis in
      guard basis.isVerified else { return basis.thresholds.uncurated }
      return basis.isFeatured ? basis.thresholds.featured : basis.thresholds.verified
    },
    facts: { basis in
      guard basis.isVerified else { return "no editor has verified it" }
      return basis.isFeatured ? "verified and featured" : "verified"
    })

  /// Share of the parts of a complete feed.
  package static let completeness = ScoreComponent(
    "completeness", job: "feeds set", needs: Set(ScoreInputs.parts.map(\.field)),
    value: { basis in
      let all = ScoreInputs.parts.count
      return basis.missingParts.map { Double(all - $0.count) / Double(all) }
    },
    facts: { basis in
      guard let missing = basis.missingParts else { return "not checked" }
      return missing.isEmpty ? "all \(ScoreInputs.parts.count) parts" : "without \(missing.joined(separator: ", "))"
    })

  /// Returns the lower bound of the Wilson interval for a success rate, 0…1.
  private static func wilson(_ share: Double, of count: Double, z: Double) -> Double {
    let square = z * z
    let margin = z * (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    return max(0, (share + square / (2 * count) - margin) / (1 + square / count))
  }

  @Sendable private static func fetches(_ basis: ScoreBasis) -> String {
    guard let attempts = basis.attempts, attempts > 0 else { return "never fetched" }
    guard let fetches = basis.fetches else { return "successful fetches are not counted" }
    let failures = basis.failuresInRow
    let row = failures == 0 ? "" : failures == 1 ? ", the last one failed" : ", the last \(failures) failed"
    return "\(fetches.successes) of \(attempts.of("fetch", "fetches")) succeeded\(row)"
  }

  @Sendable private static func freshnessValue(_ basis: ScoreBasis) -> Double? {
    guard let age = basis.newestAge ?? basis.leastAge, let gap = basis.usualGap else { return nil }
    let value = age <= gap ? 1 : exp2(-(age - gap) / max(basis.thresholds.freshnessDays * 24, 2 * gap))
    // An unknown value counts half, and an article that has expired must not raise a score.
    return basis.newestAge == nil && value >= 0.5 ? nil : value
  }

  private static func rhythm(_ basis: ScoreBasis) -> String? {
    basis.rhythm.map { "\($0.gaps) gaps between articles, of \(oneDecimal($0.median)) hours in the median" }
  }

  private static func tooFewGaps(_ basis: ScoreBasis) -> String {
    let (gaps, days) = (Int(basis.thresholds.rhythmGaps), Int(basis.thresholds.rhythmDays))
    return "fewer than \(gaps) gaps between articles of the last \(days) days"
  }

  /// Returns a number with one decimal, or without decimals if the number is whole.
  private static func oneDecimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
