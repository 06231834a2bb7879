import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Scoring

struct ScoreReport: Report {
  let command = "score"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let methodology: MethodologyItem
  let run: ScoreRun.Summary
  /// The feeds whose score changed.
  let items: [EncodableObject]
  /// Why the scores are not kept over time; `nil` if they are.
  let historyProblem: String?

  static func item(_ feed: ScoredFeed) -> EncodableObject {
    [
      "recordName": feed.entry.recordName.rawValue, "title": feed.entry.title,
      "feedURL": FeedURL.redacted(feed.entry.feedURL), "old": feed.entry.qualityScore, "new": feed.score.total,
      "confidence": feed.score.confidence,
    ]
  }

  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "feeds": run.feeds, "changed": run.changed,
      "written": run.changes.written, "failed": run.changes.failed,
      "distribution": ScoreDistribution(run.distribution).bins, "methodology": methodology,
      "problems": [ReportedProblem](run.problems, run.changes), "historyProblem": historyProblem,
    ]
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style) + run.notes
    text += NumberKeeper.note(historyProblem)
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
  var notes: String { articleObstacle.map { "note: \($0)\n" } ?? "" }
}

/// The number of feeds by score: 0–9, 10–19, … 90–100.
struct ScoreDistribution {
  /// The number of feeds with scores in a range.
  struct Bin: Encodable {
    let from, to, feeds: Int

    var label: String { "\(from)–\(to)" }
  }

  let bins: [Bin]

  /// Creates a distribution from the counts per range.
  init(_ counts: [Int]) {
    bins = counts.enumerated().map { Bin(from: $0 * 10, to: $0 == 9 ? 100 : $0 * 10 + 9, feeds: $1) }
  }

  func table(hasBars: Bool = false) -> ReportTable {
    let most = bins.map(\.feeds).max() ?? 1
    return ReportTable(
      "Feeds by score", [.text("score"), .number("feeds")] + (hasBars ? [.text("")] : []),
      rows: bins.map { bin in
        let bar = String(repeating: "█", count: (bin.feeds * 40 + most - 1) / max(1, most))
        return [.init(bin.label), .number(bin.feeds)] + (hasBars ? [.init(bar)] : [])
      })
  }
}
