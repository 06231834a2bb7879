import ArgumentParser
import Catalog
import CloudKitRecords
import FeedHealth

/// `health report`: levels, totals, worst first, and what changed.
struct HealthReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report the health of all feeds: totals, categories, hosts, the worst first, and what changed.",
    discussion: """
      critical (down): 5 failures in a row or more; warning: 3 or more; degraded: under 80 % of fetches succeeded; \
      healthy: over 80 %; unknown: never fetched. Exits with 0 unless --fail-on or --max-down is given.
      """)

  @Option(
    help: ArgumentHelp(
      "Exit with 1 when a feed is at this level or worse: degraded, warning or critical.", valueName: "level"))
  var failOn: HealthLevel?

  @Option(help: ArgumentHelp("Exit with 1 when more than this share of the feeds is down: 5%.", valueName: "percent"))
  var maxDown: Percentage?

  @Option(
    help: ArgumentHelp(
      "Say what changed since an earlier report (its --format json) or a moment.", valueName: "file|date"))
  var since: String?

  @Option(
    help: "How many feeds to list, worst first; the others are only counted. (default: 50 in text, else 2000)")
  var limit: Int?

  @OptionGroup var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<HealthFormats>

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is 0 or more, not \(limit)") }
  }

  func run() async throws {
    let baseline = try since.map(EarlierHealth.baseline)
    let opened = try container.openForReading()
    let progress = ProgressLine()
    let health = try await HealthReport.read(
      opened.reader, history: history.found(for: opened.name), asOf: clock.asOf, limit: limit ?? 2000, since: baseline
    ) { progress.update("feeds read", done: $0, of: nil) }
    progress.end()
    try output.write(HealthReportView(container: opened.name, health: health, listed: limit ?? 50))
    try (isRefused(health) ? ExitStatus.answerIsNo : .done).exit()
  }

  private func isRefused(_ health: HealthReport) -> Bool {
    (failOn.map { health.count(atLeast: $0) > 0 } ?? false) || (maxDown.map { health.shareDown > $0.share } ?? false)
  }
}

extension HealthLevel: ExpressibleByArgument {}

/// A share as people write it: `5%` or `5`.
struct Percentage: ExpressibleByArgument {
  /// The share, 0…1.
  let share: Double

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard let percent = Double(digits), (0...100).contains(percent) else { return nil }
    share = percent / 100
  }
}
