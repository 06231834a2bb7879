import Catalog
import CloudKitRecords
import Diagnostics
import Scoring

struct ScoreOverview: PageReport {
  let command = "score --report"
  let container: String
  let asOf: Timestamp?
  let methodology: MethodologyItem
  /// The date of the earlier report; `nil` for a comparison with the stored scores.
  let since: Timestamp?
  let earlierMethodology: EarlierScores.Methodology?
  let run: ScoreRun.Summary
  let statistics: ScoreStatistics
  let items: [Item]

  struct Item: Encodable {
    let recordName, title, feedURL: String
    let category: String?
    let score, confidence: Int
    let old, change: Int?

    /// Creates an item from the score of a feed and its earlier score.
    init(_ feed: ScoredFeed, old: Int?) {
      recordName = feed.entry.recordName.rawValue
      title = feed.entry.title
      feedURL = FeedURL.redacted(feed.entry.feedURL)
      category = feed.entry.category
      score = feed.score.total
      confidence = feed.score.confidence
      self.old = old
      change = old.map { feed.score.total - $0 }
    }
  }

  var summary: EncodableObject {
    [
      "container": container, "since": since?.description, "sinceMethodology": earlierMethodology,
      "feeds": statistics.all.feeds,
      "changed": statistics.changed, "unscored": statistics.unscored, "corrected": run.corrected,
      "meanScore": Self.tenths(statistics.all.mean), "meanConfidence": Self.tenths(statistics.all.meanConfidence),
      "distribution": distribution.bins,
      "categories": statistics.categories.map {
        [
          "category": $0.category, "feeds": $0.group.feeds, "meanScore": Self.tenths($0.group.mean),
          "meanConfidence": Self.tenths($0.group.meanConfidence),
        ] as EncodableObject
      },
      "movers": statistics.movers.map {
        [
          "recordName": $0.feed.entry.recordName.rawValue, "title": $0.feed.entry.title,
          "feedURL": FeedURL.redacted($0.feed.entry.feedURL), "old": $0.old, "new": $0.feed.score.total,
          "change": $0.change,
        ] as EncodableObject
      },
      "unknown": unknown.map { ["component": $0.component.rawValue, "feeds": $0.feeds] as EncodableObject },
      "methodology": methodology, "problems": [ReportedProblem](run.problems),
    ]
  }

  var distribution: ScoreDistribution { ScoreDistribution(run.distribution) }

  /// The components that are unknown for some feeds, with the number of feeds.
  var unknown: [(component: ScoreComponent, feeds: Int)] {
    ScoreComponent.allCases.compactMap { component in statistics.unknown[component].map { (component, $0) } }
  }

  /// Returns a number rounded to one decimal.
  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// A note if the earlier report used another methodology; empty otherwise.
  var methodologyNote: String {
    guard let earlier = earlierMethodology, earlier.hash != methodology.hash else { return "" }
    return "the earlier scores are by methodology \(DisplayText.line(earlier.name)) \(earlier.version), hash "
      + "\(DisplayText.line(earlier.hash)); a change can be a change of the methodology"
  }

  /// The baseline of changes, as text.
  var baseline: String { since.map { "since \($0)" } ?? "compared with stored scores" }
}
