import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Scoring

struct ScoreOverview: PageReport, TableReport {
  let command = "score --report"
  let container: String
  let asOf: Timestamp?
  let methodology: MethodologyItem
  let earlier: EarlierScores
  let run: ScoreRun.Summary
  let statistics: ScoreStatistics
  let items: [EncodableObject]

  /// Returns the item of a feed.
  /// - Parameter before: The points in a history, which say what changed the score.
  static func item(_ feed: ScoredFeed, old: Int?, before: ScorePoints? = nil) -> EncodableObject {
    [
      "recordName": feed.entry.recordName.rawValue, "title": feed.entry.title,
      "feedURL": FeedURL.redacted(feed.entry.feedURL), "category": feed.entry.category, "score": feed.score.total,
      "confidence": feed.score.confidence, "old": old, "change": old.map { feed.score.total - $0 },
      "why": before.map { ScorePoints(feed.score).reason(from: $0) },
    ]
  }

  var summary: EncodableObject {
    [
      "container": container, "since": earlier.since, "sinceMethodology": earlier.methodology,
      "unknownBefore": earlier.gap,
      "feeds": statistics.all.feeds, "inactive": statistics.inactive,
      "changed": statistics.changed, "unscored": statistics.unscored, "distinctScores": statistics.distinct,
      "meanScore": Self.tenths(statistics.all.mean), "meanConfidence": Self.tenths(statistics.all.meanConfidence),
      "distribution": distribution.bins,
      "categories": statistics.categories.map {
        [
          "category": $0.category, "feeds": $0.group.feeds, "meanScore": Self.tenths($0.group.mean),
          "meanConfidence": Self.tenths($0.group.meanConfidence),
        ] as EncodableObject
      },
      "lowest": statistics.lowest.map { Self.item($0, old: nil) },
      "highest": statistics.highest.map { Self.item($0, old: nil) },
      "tie": statistics.tie.map {
        ["score": $0.score, "feeds": $0.feeds, "unknown": $0.unknown.map(\.name), "jobs": $0.jobs] as EncodableObject
      },
      "movers": statistics.movers.map {
        [
          "recordName": $0.feed.entry.recordName.rawValue, "title": $0.feed.entry.title,
          "feedURL": FeedURL.redacted($0.feed.entry.feedURL), "old": $0.old, "new": $0.feed.score.total,
          "change": $0.change, "why": $0.reason,
        ] as EncodableObject
      },
      "unknown": unknown.map { ["component": $0.component.name, "feeds": $0.feeds] as EncodableObject },
      "methodology": methodology, "problems": [ReportedProblem](run.problems),
    ]
  }

  var distribution: ScoreDistribution { ScoreDistribution(statistics.distribution) }

  var unknown: [(component: ScoreComponent, feeds: Int)] {
    ScoreComponent.all.compactMap { component in statistics.all.unknown[component].map { (component, $0) } }
  }

  /// Returns a number rounded to one decimal.
  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// A note if the earlier report used another methodology; empty otherwise.
  var methodologyNote: String {
    guard let earlier = earlier.methodology, earlier.hash != methodology.hash else { return "" }
    return "the earlier scores are by methodology \(DisplayText.line(earlier.name)) \(earlier.version), hash "
      + "\(DisplayText.line(earlier.hash)); a change can be a change of the methodology"
  }

  /// A note if many feeds have one score, with the commands that would tell them apart; empty otherwise.
  var tieNote: String {
    guard let tie = statistics.tie else { return "" }
    let note = "\(tie.feeds) of \(statistics.all.feeds) feeds have the score \(tie.score)"
    guard !tie.unknown.isEmpty else { return note + ", and all their components are known" }
    let unknown = tie.unknown.map(\.title).joined(separator: ", ")
    return note + "; unknown for most of them: \(unknown); "
      + "to tell them apart, run \(tie.jobs.map { "'\($0)'" }.joined(separator: ", "))"
  }

  var notes: [String] { [earlier.gap ?? "", methodologyNote, tieNote].filter { !$0.isEmpty } }

  var baseline: String { earlier.since.map { "since \($0)" } ?? "compared with stored scores" }
}
