import Catalog
import CloudKitRecords
import Diagnostics
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
    /// Feeds with scores from `from` to `to`.
    struct Bin: Encodable {
      let from, to, feeds: Int
    }

    /// A feed that could not be scored or written.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container: String
    let dryRun: Bool
    let feeds, changed, written, failed: Int
    let distribution: [Bin]
    let methodology: MethodologyItem
    let problems: [Problem]
  }

  var summary: Summary {
    Summary(
      container: container, dryRun: isDryRun, feeds: run.feeds, changed: run.changed,
      written: run.changes.written, failed: run.changes.failed,
      distribution: run.distribution.enumerated().map {
        Summary.Bin(from: $0 * 10, to: $0 == 9 ? 100 : $0 * 10 + 9, feeds: $1)
      }, methodology: methodology,
      problems: run.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) }
        + run.changes.failures.map { Summary.Problem(recordName: $0.recordName.rawValue, reason: $0.error.description) }
    )
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = ""
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(problem.reason)\n"
    }
    if let obstacle = run.articleObstacle { text += "note: \(obstacle)\n" }
    if run.corrected > 0 { text += "note: \(run.corrected) feeds have counters that cannot be; see score --explain\n" }
    text += "\(container): \(summary.feeds.of("feed")) scored, "
    if isDryRun {
      text += "\(summary.changed) would change; dry run: nothing was written\n"
    } else if summary.changed == 0 {
      text += "no score changed: nothing to do\n"
    } else {
      text += "\(summary.written) written, \(summary.feeds - summary.changed) unchanged, \(summary.failed) failed\n"
    }
    guard summary.feeds > 0 else { return text }
    var table = TextTable(.left("score"), .right("feeds"), .left(""))
    let most = summary.distribution.map(\.feeds).max() ?? 1
    for bin in summary.distribution {
      let bar = String(repeating: "█", count: (bin.feeds * 40 + most - 1) / max(1, most))
      table.add("\(bin.from)–\(bin.to)", String(bin.feeds), bar)
    }
    return text + table.render(style) + methodology.text + "\n"
  }
}
