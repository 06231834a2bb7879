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

  @OptionGroup var reporting: ScoreReportOptions

  @Flag(help: "Show what would be written, but write nothing.")
  var dryRun = false

  @OptionGroup var methodology: MethodologyOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TabularFormats>

  func validate() throws {
    if report, explain != nil { throw ValidationError("use --report or --explain, not both") }
    if !report, reporting.against != nil { throw ValidationError("--against requires --report") }
    if !report, reporting.since != nil { throw ValidationError("--since requires --report") }
  }

  func run() async throws {
    let methodology = try methodology.read()
    if let explain {
      let opened = try container.open(for: .reading)
      let past = try history.openIfPresent(for: opened.container)
      try output.write(
        try await ScoreExplanation(of: explain, in: opened, past: past, by: methodology, asOf: clock.asOf))
    } else if report {
      let overview = try await reporting.overview(
        of: container.open(for: .reading), history: history, by: methodology, asOf: clock.asOf,
        isListed: !output.isTextOnly)
      try output.write(overview)
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
}
