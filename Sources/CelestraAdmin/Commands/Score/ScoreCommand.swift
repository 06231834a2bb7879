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
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    if let explain {
      let opened = try container.openForReading()
      try output.write(try await ScoreExplanation(of: explain, in: opened, asOf: clock.asOf))
    } else {
      let report = try await score(asOf: clock.asOf)
      try output.write(report)
      try (report.run.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
    }
  }

  private func score(asOf: Timestamp) async throws -> ScoreReport {
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let progress = ProgressLine()
    defer { progress.end() }
    var items: [ScoreReport.Item] = []
    var run = ScoreRun(opened.reader, asOf: asOf, isDryRun: dryRun)
    try await run.run {
      // Text shows no single feed, and a catalogue may have a million.
      if !output.isTextOnly, let item = ScoreReport.Item($0) { items.append(item) }
    } progress: {
      progress.update("feeds scored", done: $0.feeds, of: nil)
    }
    return ScoreReport(container: opened.name, asOf: asOf, isDryRun: dryRun, run: run.summary, items: items)
  }
}
