import Catalog
import CloudKitRecords
import Scoring

/// What a score run found and did.
struct ScoreReport: Report {
  let command = "score"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let methodology: MethodologyItem
  /// The run's totals.
  let run: ScoreRun.Summary
  /// The feeds whose score changed.
  let items: [Item]

  /// One feed whose score changed.
  struct Item: Encodable {
    let recordName, title, feedURL: String
    let old: Int?
    let new, confidence: Int

    /// A feed's change; `nil` where its score is what it was.
    init?(_ feed: ScoredFeed) {
      guard feed.isChanged else { return nil }
      recordName = feed.entry.recordName.rawValue
      title = feed.entry.title
      feedURL = FeedURL.redacted(feed.entry.feedURL)
      old = feed.entry.qualityScore
      new = feed.score.total
      confidence = feed.score.confidence
    }
  }

  /// The totals.
  struct Summary: Encodable {
    let container: String
    let dryRun: Bool
    let feeds, changed, written, failed: Int
    let distribution: ScoreDistribution
    let methodology: MethodologyItem
    let problems: [ReportedProblem]
  }

  var summary: Summary {
    Summary(
      container: container, dryRun: isDryRun, feeds: run.feeds, changed: run.changed,
      written: run.changes.written, failed: run.changes.failed,
      distribution: ScoreDistribution(run.distribution), methodology: methodology,
      problems: [ReportedProblem](run.problems, run.changes))
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = summary.problems.text(style) + run.notes
    text += "\(container): \(summary.feeds) feed\(summary.feeds == 1 ? "" : "s") scored, "
    if isDryRun {
      text += "\(summary.changed) would change; dry run: nothing was written\n"
    } else if summary.changed == 0 {
      text += "no score changed: nothing to do\n"
    } else {
      text += "\(summary.written) written, \(summary.feeds - summary.changed) unchanged, \(summary.failed) failed\n"
    }
    guard summary.feeds > 0 else { return text }
    return text + summary.distribution.table(hasBars: true).text(style) + methodology.text + "\n"
  }
}

extension ScoreRun.Summary {
  /// Lines on what limits the scores.
  var notes: String {
    (articleObstacle.map { "note: \($0)\n" } ?? "")
      + (corrected > 0 ? "note: \(corrected) feeds have counters that cannot be; see score --explain\n" : "")
  }
}
