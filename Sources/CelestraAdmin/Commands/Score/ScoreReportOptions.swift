import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Scoring

/// Options of `score --report`.
struct ScoreReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Earlier report of --report, written with --format json, to compare with instead of the stored scores.",
      valueName: "file"),
    completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Maximum feeds in each list of a report: lowest, highest, and changed; 0 for all.", valueName: "n"))
  var limit: Int = 10

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit)") }
  }

  /// Computes the scores of a container, and compares them.
  /// - Parameter isListed: Whether the report lists every active feed.
  func overview(
    of opened: ContainerHandle, by methodology: ScoreMethodology, asOf: Timestamp, isListed: Bool
  ) async throws -> ScoreOverview {
    let earlier = try against.map { try SavedReport<EarlierScores>.read($0, of: "score --report", "scores") }
    let before = earlier.map { Dictionary($0.body.items.map { ($0.recordName, $0.score) }) { first, _ in first } }
    let progress = ProgressLine()
    defer { progress.end() }
    var statistics = ScoreStatistics(limit: limit.asLimit)
    var items: [ScoreOverview.Item] = []
    var run = try ScoreRun(opened.reader, by: methodology, asOf: asOf, isDryRun: true)
    try await run.run {
      let old = if let before { before[$0.entry.recordName.rawValue] } else { $0.entry.qualityScore }
      statistics.add($0, old: old)
      if isListed, $0.entry.isActive { items.append(ScoreOverview.Item($0, old: old)) }
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
    }
    return ScoreOverview(
      container: opened.name, asOf: asOf, methodology: MethodologyItem(methodology, run.summary.population),
      since: earlier?.asOf, earlierMethodology: earlier?.body.summary.methodology, run: run.summary,
      statistics: statistics, items: items)
  }
}

/// The scores in an earlier `score --report`.
struct EarlierScores: Decodable {
  /// The score of a feed.
  struct Item: Decodable {
    let recordName: String
    let score: Int
  }

  /// The totals of the report.
  struct Summary: Decodable {
    let methodology: Methodology
  }

  struct Methodology: Codable {
    let name: String
    let version: Int
    let hash: String
  }

  let items: [Item]
  let summary: Summary
}
