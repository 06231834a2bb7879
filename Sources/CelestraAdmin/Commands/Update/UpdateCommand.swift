import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import FeedFetching
import FeedHealth
import ProbeHistory

/// `update`: fetches due feeds, stores their articles and records their health.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch due feeds once: store their articles and record their health.",
    discussion: """
      'health probe' is the same run without articles. What a run needs to know about the last one is stored in the \
      container, so it can continue on another machine.
      """)

  @Argument(help: ArgumentHelp("Feed to update, due or not: its URL, record name, or title.", valueName: "feed"))
  var feeds: [String] = []

  @OptionGroup var selecting: ProbeSelectionOptions

  @Flag(help: "Update only feeds that are due (the default).")
  var due = false

  @Option(help: "Update only feeds with at least this many subscribers.")
  var minSubscribers: Int?

  @Option(help: "Update only feeds with at most this many failures since their last success.")
  var maxFailures: Int?

  @Option(help: ArgumentHelp("Update only feeds whose last attempt was before a date.", valueName: "date"))
  var attemptedBefore: Timestamp?

  @OptionGroup var articles: ArticleOptions

  @Flag(help: "Also delete articles that have expired.")
  var prune = false

  @OptionGroup var deletions: DeletionOptions

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Read the document of one feed from a file, or - for standard input, instead of fetching it.",
      valueName: "file"), completion: .file())
  var document: String?

  @Option(help: ArgumentHelp("Stay running, and start a run per interval, such as 15m or 1h.", valueName: "interval"))
  var every: RunInterval?

  @Option(help: "With --every, the form of the report of a run: text, or json (one line).")
  var log = RunLogFormat.text

  @Option(
    help: ArgumentHelp("Write the totals of the last run for Prometheus to a file.", valueName: "file"),
    completion: .file())
  var metrics: String?

  @Flag(help: "Fetch and compare, but write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Write the planned changes of articles to a file; requires --dry-run.", valueName: "file"),
    completion: .file())
  var planOut: String?

  @Option(help: ArgumentHelp("Delete probes from the history after this many days.", valueName: "days"))
  var historyDays = 365

  @OptionGroup var fetching: FetchOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if due, selecting.all { throw ValidationError("use --due or --all, not both") }
    if planOut != nil, !dryRun { throw ValidationError("--plan-out requires --dry-run") }
    if document != nil, feeds.count + selecting.feed.count != 1 {
      throw ValidationError("--from requires exactly one feed")
    }
    if every != nil, document != nil || clock.asOfOption != nil || dryRun {
      throw ValidationError("--every cannot be combined with --from, --as-of, or --dry-run")
    }
    if log == .json, every == nil { throw ValidationError("--log json requires --every; use --format json") }
    if prune { try clock.refuseFuture(for: "articles would be deleted before they expire") }
    if document == nil { try fetching.checkContact() }
    try HealthProbeCommand.check(historyDays: historyDays)
  }

  func run() async throws {
    do {
      try await update()
    } catch let failure where !(failure is ExitCode) {
      try writeMetrics(ofFailureAt: clock.asOf)
      throw failure
    }
  }

  private func update() async throws {
    let opened = try container.open(for: dryRun ? .reading : .writing)
    if let every {
      return try await RepeatedUpdate(command: self, interval: every.seconds).run { try await $0.report(in: opened) }
    }
    let start = ContinuousClock.now
    let report = try await report(in: opened)
    try writePlan(of: report, in: opened)
    if let metrics {
      try OutputFile.write(report.metrics(seconds: (ContinuousClock.now - start) / .seconds(1)), to: metrics)
    }
    try output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

  /// Runs once. The configuration is read again for each run.
  private func report(in opened: ContainerHandle) async throws -> UpdateReport {
    let run = UpdateRun(self, opened, settings: try articles.settings(for: opened, container))
    return if let document { try await run.read(document) } else { try await run.fetch() }
  }

  private func writePlan(of report: UpdateReport, in opened: ContainerHandle) throws {
    guard let planOut else { return }
    try PlanOutput.write(
      report.articles.plan, container: opened.name, environment: container.planEnvironment,
      layout: opened.layout.rawValue, asOf: report.asOf ?? clock.asOf, to: planOut)
  }
}
