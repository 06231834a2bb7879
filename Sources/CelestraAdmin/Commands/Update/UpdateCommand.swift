import ArgumentParser
import Articles
import Catalog
import CommandLineTool

/// `update`: fetches due feeds, stores their articles and records their health.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch due feeds: their health and their articles.",
    discussion: """
      A feed is due after half its usual interval between articles, 15 minutes to 3 hours, or as its publisher asks; \
      failures extend it up to 7 days. With --prune, the exit code is 3 if expired articles remain.
      """)

  @OptionGroup var options: ProbeOptions

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
    let ofArticles = [("--prune", prune), ("--document", document != nil), ("--plan-out", planOut != nil)]
    if omitsArticles, let option = ofArticles.first(where: \.1)?.0 {
      throw ValidationError("use \(option) or --no-articles, not both")
    }
    if planOut != nil, !options.dryRun { throw ValidationError("--plan-out requires --dry-run") }
    if document != nil, options.selecting.feeds.count != 1 {
      throw ValidationError("--document requires exactly one feed")
    }
    if prune { try options.clock.refuseFuture(for: "articles would be deleted before they expire") }
  }

  func run() async throws {
    try await ping.around(options.fetching.network.notices) { try await update() }
  }

  private func update() async throws {
    // Before the container is opened, and created.
    if document == nil { _ = try options.fetching.contact(options.container.configuration()) }
    let opened = try options.opened()
    let run = UpdateRun(
      command: self, opened: opened,
      settings: omitsArticles ? nil : try articles.settings(for: opened, options.container))
    let report = if let document { try await run.read(document) } else { try await run.fetch() }
    try await writePlan(of: report, in: opened)
    try options.output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

  private func writePlan(of report: UpdateReport, in opened: ContainerHandle) async throws {
    guard let planOut, let articles = report.articles else { return }
    try await PlanOutput.write(
      articles.plan, of: opened, layout: opened.layout.rawValue, asOf: options.clock.asOf, to: planOut)
  }
}
