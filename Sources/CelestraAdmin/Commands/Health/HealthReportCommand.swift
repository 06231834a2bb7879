import ArgumentParser
import Catalog
import CloudKitRecords
import FeedHealth

/// `health report`: levels, totals, worst first.
struct HealthReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report the health of all feeds: totals, categories, and the worst first.",
    discussion: """
      critical: 5 failures in a row or more; warning: 3 or more; degraded: under 80 % of fetches succeeded; healthy: \
      over 80 %; unknown: never fetched. Exits with 0 unless --fail-on is given.
      """)

  @Option(
    help: ArgumentHelp(
      "Exit with 1 when a feed is at this level or worse: degraded, warning or critical.", valueName: "level"))
  var failOn: HealthLevel?

  @Option(help: "How many feeds to list, worst first; healthy and unknown ones are only counted.")
  var limit: Int = 50

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit is 0 or more, not \(limit)") }
  }

  func run() async throws {
    let opened = try container.openForReading()
    let progress = ProgressLine()
    let health = try await HealthReport.read(
      opened.reader, asOf: clock.asOf, limit: limit
    ) { progress.update("feeds read", done: $0, of: nil) }
    progress.end()
    try output.write(HealthReportView(container: opened.name, health: health))
    let isReached = failOn.map { health.count(atLeast: $0) > 0 } ?? false
    try (isReached ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension HealthLevel: ExpressibleByArgument {}
