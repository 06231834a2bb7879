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

  /// The totals.
  struct Summary: Encodable {
    /// The scores of a category; feeds without one have none.
    struct Category: Encodable {
      let category: String?
      let feeds: Int
      let meanScore, meanConfidence: Double
    }

    /// A feed whose score moved.
    struct Mover: Encodable {
      let recordName, title, feedURL: String
      let old, new, change: Int
    }

    /// A component and for how many feeds it is unknown.
    struct Unknown: Encodable {
      let component: String
      let feeds: Int
    }

    let container: String
    let since: String?
    let feeds, changed, unscored, corrected: Int
    let meanScore, meanConfidence: Double
    let distribution: ScoreDistribution
    let categories: [Category]
    let movers: [Mover]
    let unknown: [Unknown]
    let methodology: MethodologyItem
    let problems: [ReportedProblem]
  }

  var summary: Summary {
    Summary(
      container: container, since: since?.description, feeds: statistics.all.feeds, changed: statistics.changed,
      unscored: statistics.unscored, corrected: run.corrected, meanScore: Self.tenths(statistics.all.mean),
      meanConfidence: Self.tenths(statistics.all.meanConfidence),
      distribution: ScoreDistribution(statistics.distribution),
      categories: statistics.categories.map {
        Summary.Category(
          category: $0.category, feeds: $0.group.feeds, meanScore: Self.tenths($0.group.mean),
          meanConfidence: Self.tenths($0.group.meanConfidence))
      },
      movers: statistics.movers.map {
        Summary.Mover(
          recordName: $0.recordName.rawValue, title: $0.title, feedURL: FeedURL.redacted($0.feedURL), old: $0.old,
          new: $0.new, change: $0.change)
      },
      unknown: ScoreComponent.allCases.compactMap { component in
        statistics.unknown[component].map { Summary.Unknown(component: component.rawValue, feeds: $0) }
      }, methodology: methodology, problems: [ReportedProblem](run.problems))
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// What movers moved since.
  var baseline: String { since.map { "since \($0)" } ?? "against what is stored" }
}
