import Catalog
import CloudKitRecords
import Diagnostics
import Scoring

/// The results of a scoring run.
struct ScoreReport: Report {
  let command = "score"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let methodology: MethodologyItem
  let run: ScoreRun.Summary
  /// The feeds whose score changed.
  let items: [Item]

  /// A feed whose score changed.
  struct Item: Encodable {
    let recordName, title, feedURL: String
    let old: Int?
    let new, confidence: Int

    /// Creates an item; `nil` if the score is unchanged.
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

  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "feeds": run.feeds, "changed": run.changed,
      "written": run.changes.written, "failed": run.changes.failed,
      "distribution": ScoreDistribution(run.distribution).bins, "methodology": methodology,
      "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style) + run.notes
    text += "\(container): \(run.feeds.of("feed")) scored, "
    if isDryRun {
      text += "\(run.changed) would change; dry run: nothing was written\n"
    } else if run.changed == 0 {
      text += "no score changed: nothing to do\n"
    } else {
      text += "\(run.changes.written) written, \(run.feeds - run.changed) unchanged, \(run.changes.failed) failed\n"
    }
    guard run.feeds > 0 else { return text }
    return text + ScoreDistribution(run.distribution).table(hasBars: true).text(style) + methodology.text + "\n"
  }
}

extension ScoreRun.Summary {
  /// Notes on the limits of the scores.
  var notes: String {
    (articleObstacle.map { "note: \($0)\n" } ?? "")
      + (corrected > 0 ? "note: \(corrected) feeds have impossible counters; see score --explain\n" : "")
  }
}
