import ArgumentParser
import Articles
import Catalog
import CommandLineTool
import FeedHealth

struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch due feeds: their health and their articles.",
    discussion: """
      A feed is due after half its usual interval between articles, 15 minutes to 3 hours, or as its publisher asks; \
      failures extend it up to 7 days. With --prune, the exit code is 3 if expired articles remain.
      """)

  @OptionGroup var selecting: ProbeSelectionOptions

  @Flag(help: "Fetch and evaluate feeds, but write nothing.")
  var dryRun = false

  @Flag(help: "Show a live table on a terminal while fetching.")
  var watch = false

  @Option(
    help: ArgumentHelp("Delete probes from the history after this many days.", valueName: "days", visibility: .hidden))
  var historyDays = 365

  @OptionGroup(title: "Fetching") var fetching: FetchOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  @Flag(name: .customLong("no-articles"), help: "Record the health of feeds only: store no articles.")
  var omitsArticles = false

  @OptionGroup var articles: ArticleOptions

  @Flag(help: "Also delete articles that have expired.")
  var prune = false

  @OptionGroup var deletions: ArticleDeletionOptions
  @OptionGroup var ping: PingOptions

  @Option(
    name: .customLong("document"),
    help: ArgumentHelp(
      "Read the document of one feed from a file, or - for standard input, instead of fetching it.", valueName: "file",
      visibility: .hidden), completion: .file())
  var document: String?

  @Option(
    help: ArgumentHelp(
      "Write the planned changes of articles to a file; requires --dry-run.", valueName: "file", visibility: .hidden),
    completion: .file())
  var planOut: String?

  func validate() throws {
    // The uptime needs the probes of these days.
    let days = RecentProbes.days...36_500
    if !days.contains(historyDays) {
      throw ValidationError(
        "--history-days must be between \(days.lowerBound) and \(days.upperBound), not \(historyDays)")
    }
    let ofArticles = [("--prune", prune), ("--document", document != nil), ("--plan-out", planOut != nil)]
    if omitsArticles, let option = ofArticles.first(where: \.1)?.0 {
      throw ValidationError("use \(option) or --no-articles, not both")
    }
    if planOut != nil, !dryRun { throw ValidationError("--plan-out requires --dry-run") }
    if document != nil, selecting.feeds.count != 1 {
      throw ValidationError("--document requires exactly one feed")
    }
    if prune { try clock.refuseFuture(for: "articles would be deleted before they expire") }
  }

  func run() async throws {
    try await ping.around(fetching.network.notices) { try await update() }
  }

  private func update() async throws {
    // Before the container is opened, and created.
    if document == nil { _ = try fetching.contact(container.configuration()) }
    let opened = try container.open(for: dryRun ? .reading : .writing)
    let run = UpdateRun(
      command: self, opened: opened, settings: omitsArticles ? nil : try articles.settings(for: opened, container))
    let report = if let document { try await run.read(document) } else { try await run.fetch() }
    try await writePlan(of: report, in: opened)
    try output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

  private func writePlan(of report: UpdateReport, in opened: ContainerHandle) async throws {
    guard let planOut, let articles = report.articles else { return }
    try await PlanOutput.write(
      articles.plan, of: opened, layout: opened.layout.rawValue, asOf: clock.asOf, to: planOut)
  }
}
