import ArgumentParser
import Catalog
import CloudKitRecords
import Scoring

/// `score`: computes quality scores and writes those that changed.
struct ScoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Compute quality scores, 0 to 100, and write those that changed.",
    discussion: """
      40 points for reliability, 30 for popularity, 20 for update consistency, 10 for verification; what is not known \
      counts half.
      """)

  @Option(
    help: ArgumentHelp(
      "Show how one feed's score comes about, and write nothing: its URL, record name or title.", valueName: "feed"))
  var explain: String?

  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    if let explain {
      let opened = try container.openForReading()
      try output.write(
        try await ScoreExplanation(of: explain, in: opened, named: try container.container, asOf: clock.asOf))
      return
    }
    let asOf = clock.asOf
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let progress = ProgressLine()
    var items: [ScoreReport.Item] = []
    var run = ScoreRun(CatalogReader(opened.store, layout: opened.layout), asOf: asOf, isDryRun: dryRun)
    try await run.run {
      if output.format != .text, let item = ScoreReport.Item($0) { items.append(item) }
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
    }
    progress.end()
    try output.write(
      ScoreReport(container: try container.container, asOf: asOf, isDryRun: dryRun, run: run.summary, items: items))
    try (run.summary.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
  }
}
