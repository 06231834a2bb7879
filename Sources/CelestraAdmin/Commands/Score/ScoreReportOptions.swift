import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Scoring

struct ScoreReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare with the scores before a day (UTC) or a time ago, such as 7d, as the history has them.",
      valueName: "date"),
    transform: PeriodStart.read)
  var since: PeriodStart?

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
    if since != nil, against != nil { throw ValidationError("use --since or --against, not both") }
  }

  /// Computes the scores of a container, and compares them.
  /// - Parameter isListed: Whether the report lists every active feed.
  func overview(
    of opened: ContainerHandle, history: HistoryOptions, by methodology: ScoreMethodology, asOf: Timestamp,
    isListed: Bool
  ) async throws -> ScoreOverview {
    let earlier = try await earlier(history, of: opened.container, asOf: asOf)
    let progress = ProgressLine()
    var statistics = ScoreStatistics(limit: limit.asLimit)
    var items: [EncodableObject] = []
    var run = try ScoreRun(opened.reader, by: methodology, asOf: asOf, isDryRun: true)
    try await run.run {
      let (old, before) = earlier.score(of: $0)
      statistics.add($0, old: old, before: before)
      if isListed, $0.entry.isActive { items.append(ScoreOverview.item($0, old: old, before: before)) }
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
    }
    return ScoreOverview(
      container: opened.name, asOf: asOf, methodology: MethodologyItem(methodology, run.summary.population),
      earlier: earlier, run: run.summary, statistics: statistics, items: items)
  }

  private func earlier(
    _ history: HistoryOptions, of container: ContainerName, asOf: Timestamp
  ) async throws -> EarlierScores {
    if let against { return try EarlierScores(report: against) }
    guard let since else { return .stored }
    let start = since.time(asOf: asOf)
    if start > asOf { throw ValidationError("--since is later than this report, which is of \(asOf)") }
    return try await EarlierScores(before: start, in: history.openIfPresent(for: container))
  }
}
