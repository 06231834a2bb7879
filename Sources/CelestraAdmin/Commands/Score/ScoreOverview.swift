import Catalog
import CloudKitRecords
import Scoring

/// The scores of a catalogue, ready to be shown.
struct ScoreOverview: Report {
  let command = "score report"
  let container: String
  let asOf: Timestamp?
  let methodology: MethodologyItem
  /// The earlier report's moment; `nil` where the stored scores are compared with.
  let since: Timestamp?
  /// The run's totals.
  let run: ScoreRun.Summary
  /// What can be said of the scores.
  let statistics: ScoreStatistics
  let items: [Item]

  /// One feed.
  struct Item: Encodable {
    let recordName, title, feedURL: String
    let category: String?
    let score, confidence: Int
    let old, change: Int?

    /// A feed's score beside the one it had.
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
      "container": container, "since": since?.description, "feeds": statistics.all.feeds,
      "changed": statistics.changed, "unscored": statistics.unscored, "corrected": run.corrected,
      "meanScore": Self.tenths(statistics.all.mean), "meanConfidence": Self.tenths(statistics.all.meanConfidence),
      "distribution": distribution,
      "categories": statistics.categories.map {
        [
          "category": $0.category, "feeds": $0.group.feeds, "meanScore": Self.tenths($0.group.mean),
          "meanConfidence": Self.tenths($0.group.meanConfidence),
        ] as EncodableObject
      },
      "movers": statistics.movers.map {
        [
          "recordName": $0.recordName.rawValue, "title": $0.title, "feedURL": FeedURL.redacted($0.feedURL),
          "old": $0.old, "new": $0.new, "change": $0.change,
        ] as EncodableObject
      },
      "unknown": unknown.map { ["component": $0.component.rawValue, "feeds": $0.feeds] as EncodableObject },
      "methodology": methodology, "problems": [ReportedProblem](run.problems),
    ]
  }

  /// Feeds by score.
  var distribution: ScoreDistribution { ScoreDistribution(statistics.distribution) }

  /// The components that are unknown for some feeds, and for how many.
  var unknown: [(component: ScoreComponent, feeds: Int)] {
    ScoreComponent.allCases.compactMap { component in statistics.unknown[component].map { (component, $0) } }
  }

  /// A number with one decimal.
  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// What movers moved since.
  var baseline: String { since.map { "since \($0)" } ?? "against what is stored" }
}
