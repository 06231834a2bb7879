import ArgumentParser
import FeedFetching
import FeedHealth
import ProbeHistory

struct HealthProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Fetch due feeds and record their health.",
    discussion: """
      A feed is due after the interval it requests, its usual interval between articles, or an hour. Failures extend \
      the interval up to 7 days. Failures of three hosts or more are recorded only after another host has answered. \
      If no host answers and most \
      probes fail the same way, as without a network, the run stops and writes nothing.
      """)

  @OptionGroup var selecting: ProbeSelectionOptions

  @Flag(help: "Fetch and evaluate feeds, but write nothing.")
  var dryRun = false

  @Flag(help: "Show a live table on a terminal while probing.")
  var watch = false

  @Option(help: ArgumentHelp("Delete probes from the history after this many days.", valueName: "days"))
  var historyDays = 365

  @OptionGroup var fetching: FetchOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    try fetching.checkContact()
    try Self.check(historyDays: historyDays)
  }

  /// Rejects a number of days to keep that is too low for the uptime.
  static func check(historyDays: Int) throws {
    let days = SQLiteProbeHistory.uptimeDays...36_500
    if !days.contains(historyDays) {
      throw ValidationError(
        "--history-days must be between \(days.lowerBound) and \(days.upperBound), not \(historyDays)")
    }
  }

  func run() async throws {
    let opened = try container.open(for: dryRun ? .reading : .writing)
    let selection = try await ProbeSelection(selecting, in: opened)
    let settings = try fetching.settings
    let report = try await HTTPFeedFetcher.with(settings) { fetcher in
      try await probe(selection, in: opened, with: fetcher)
    }
    try output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

  private func probe(
    _ selection: ProbeSelection, in opened: ContainerHandle, with fetcher: HTTPFeedFetcher
  ) async throws -> HealthProbeReport {
    let asOf = clock.asOf
    let file = history
    let history = try dryRun ? file.openForReading(for: opened.name) : file.open(for: opened.name)
    let locks = try file.lock(for: opened.name, isDryRun: dryRun)
    defer { withExtendedLifetime(locks) {} }
    var run = try ProbeRun(
      opened.reader, schema: opened.schema, fetcher: fetcher, history: history, asOf: asOf,
      window: fetching.concurrency, historyDays: historyDays, isDryRun: dryRun)
    var table = HealthProbeTable(isShown: watch, color: output.color)
    defer { table.end() }
    var items: [HealthProbeReport.Item] = []
    try await run.run(selection) { feed in
      table.add(feed)
      // Text lists only notable feeds. A catalog may have a million others.
      if !output.isTextOnly || feed.finding.verdict.verdictClass.isNotable { items.append(.init(feed)) }
    } progress: {
      table.update($0)
    }
    return HealthProbeReport(
      container: opened.name, asOf: asOf, isDryRun: dryRun, run: run.summary, items: items)
  }
}
