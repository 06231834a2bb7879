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
    help: ArgumentHelp("Read the document of one feed from a file, or - for standard input, instead of fetching it.",
      valueName: "file"))
  var document: String?

  @Flag(help: "Fetch and compare, but write nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("Write the planned changes of articles to a file; requires --dry-run.", valueName: "file"))
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
    if document == nil { try fetching.checkContact() }
    try HealthProbeCommand.check(historyDays: historyDays)
  }

  func run() async throws {
    let opened = try OpenedContainer(container, for: dryRun ? .reading : .writing)
    let run = UpdateRun(self, opened, settings: try articles.settings(for: opened, container))
    let report = if let document { try await run.read(document) } else { try await run.fetch() }
    try writePlan(of: report, in: opened)
    try output.write(report)
    try report.status.exit()
  }

  private func writePlan(of report: UpdateReport, in opened: OpenedContainer) throws {
    guard let planOut else { return }
    try PlanOutput.write(
      report.articles.plan, [], container: opened.name, environment: container.planEnvironment,
      layout: opened.layout.rawValue, asOf: report.asOf ?? clock.asOf, to: planOut)
  }
}
