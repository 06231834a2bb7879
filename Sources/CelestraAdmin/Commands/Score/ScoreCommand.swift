import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import FeedHealth
import Scoring

struct ScoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Compute quality scores from 0 to 100.",
    discussion: """
      The methodology 'celestra' gives 30 points for reliability, 20 for popularity, 15 for regularity, 15 for \
      freshness, 10 for completeness, and 10 for verification. Unknown values count half. 'celestra-1' is the first \
      version.
      """)

  @Option(
    help: ArgumentHelp(
      "Explain the score of a feed and write nothing: its URL, record name, or title.", valueName: "feed"))
  var explain: String?

  @Flag(
    help: ArgumentHelp(
      "Report the current scores of active feeds: distribution, categories, lowest, highest, and biggest changes. "
        + "Compares them with the stored ones, --since, or --against, and writes nothing."))
  var report = false

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

  @Flag(help: "Show what would be written, but write nothing.")
  var dryRun = false

  @OptionGroup var methodology: MethodologyOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TabularFormats>

  func validate() throws {
    if report, explain != nil { throw ValidationError("use --report or --explain, not both") }
    if since != nil, against != nil { throw ValidationError("use --since or --against, not both") }
    if !report, against != nil { throw ValidationError("--against requires --report") }
    if !report, since != nil { throw ValidationError("--since requires --report") }
  }

  func run() async throws {
    let methodology = try methodology.read()
    if let explain {
      let opened = try container.open(for: .reading)
      let past = try history.openIfPresent(for: opened.container)
      try output.write(
        try await ScoreExplanation(of: explain, in: opened, past: past, by: methodology, asOf: clock.asOf))
    } else if report {
      try output.write(try await overview(by: methodology, asOf: clock.asOf))
    } else {
      let report = try await score(by: methodology, asOf: clock.asOf)
      try output.write(report, exit: report.run.changes.status)
    }
  }

  private func score(by methodology: ScoreMethodology, asOf: Timestamp) async throws -> ScoreReport {
    let opened = try await container.open(isDryRun: dryRun) { opened, show in
      var preview = try ScoreRun(opened.reader, by: methodology, asOf: asOf, isDryRun: true)
      try await preview.run(planned: show)
    }
    let progress = ProgressLine()
    var items: [EncodableObject] = []
    var keeper = NumberKeeper(
      .score, basis: methodology.basis, in: dryRun ? nil : history, of: opened.container, asOf: asOf)
    var total = (scores: 0, feeds: 0)
    var run = try ScoreRun(opened.reader, by: methodology, asOf: asOf, isDryRun: dryRun)
    try await run.run {
      // Text lists no feeds. A catalog may have a million.
      if !output.isTextOnly, $0.isChanged { items.append(ScoreReport.item($0)) }
      keeper.add($0.score.total, of: $0.entry.recordName, detail: ScorePoints($0.score).detail)
      guard $0.entry.isActive else { return }
      total.scores += $0.score.total
      total.feeds += 1
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
      await keeper.store()
    }
    await keeper.store(total: total.scores, of: total.feeds)
    return ScoreReport(
      container: opened.name, asOf: asOf, isDryRun: dryRun,
      methodology: MethodologyItem(methodology, run.summary.population), run: run.summary, items: items,
      historyProblem: keeper.problem)
  }

  private func overview(by methodology: ScoreMethodology, asOf: Timestamp) async throws -> ScoreOverview {
    let opened = try container.open(for: .reading)
    let earlier = try await earlier(of: opened.container, asOf: asOf)
    let progress = ProgressLine()
    var statistics = ScoreStatistics(limit: limit.asLimit)
    var items: [EncodableObject] = []
    var run = try ScoreRun(opened.reader, by: methodology, asOf: asOf, isDryRun: true)
    try await run.run {
      let (old, before) = earlier.score(of: $0)
      statistics.add($0, old: old, before: before)
      if !output.isTextOnly, $0.entry.isActive { items.append(ScoreOverview.item($0, old: old, before: before)) }
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
    }
    return ScoreOverview(
      container: opened.name, asOf: asOf, methodology: MethodologyItem(methodology, run.summary.population),
      earlier: earlier, run: run.summary, statistics: statistics, items: items)
  }

  private func earlier(of container: ContainerName, asOf: Timestamp) async throws -> EarlierScores {
    if let against { return try EarlierScores(report: against) }
    guard let since else { return .stored }
    let start = since.time(asOf: asOf)
    if start > asOf { throw ValidationError("--since is later than this report, which is of \(asOf)") }
    return try await EarlierScores(before: start, in: history.openIfPresent(for: container))
  }
}
