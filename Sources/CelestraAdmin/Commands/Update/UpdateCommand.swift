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

  @OptionGroup var selecting: ProbeSelectionOptions

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
    if planOut != nil, !dryRun { throw ValidationError("--plan-out requires --dry-run") }
    if document != nil, selecting.feeds.count != 1 {
      throw ValidationError("--from requires exactly one feed")
    }
    if prune { try clock.refuseFuture(for: "articles would be deleted before they expire") }
    if document == nil { try fetching.checkContact() }
    try HealthProbeCommand.check(historyDays: historyDays)
  }

  func run() async throws {
    let opened = try container.open(for: dryRun ? .reading : .writing)
    let report = try await report(in: opened)
    try writePlan(of: report, in: opened)
    try output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

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
