import ArgumentParser
import Articles
import Catalog
import CommandLineTool

/// `update`: fetches due feeds, stores their articles and records their health.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch due feeds once: store their articles and record their health.",
    discussion: """
      'health probe' is the same run without articles. What a run needs to know about the last one is stored in the \
      container, so it can continue on another machine. With --prune, the exit code is 3 if expired articles remain.
      """)

  @OptionGroup var options: ProbeOptions
  @OptionGroup var articles: ArticleOptions

  @Flag(help: "Also delete articles that have expired.")
  var prune = false

  @OptionGroup var deletions: ArticleDeletionOptions

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Read the document of one feed from a file, or - for standard input, instead of fetching it.",
      valueName: "file"), completion: .file())
  var document: String?

  @Option(
    help: ArgumentHelp("Write the planned changes of articles to a file; requires --dry-run.", valueName: "file"),
    completion: .file())
  var planOut: String?

  func validate() throws {
    if planOut != nil, !options.dryRun { throw ValidationError("--plan-out requires --dry-run") }
    if document != nil, options.selecting.feeds.count != 1 {
      throw ValidationError("--from requires exactly one feed")
    }
    if prune { try options.clock.refuseFuture(for: "articles would be deleted before they expire") }
    if document == nil { try options.fetching.checkContact() }
  }

  func run() async throws {
    let opened = try options.opened()
    let run = UpdateRun(
      command: self, opened: opened, settings: try articles.settings(for: opened, options.container))
    let report = if let document { try await run.read(document) } else { try await run.fetch() }
    try writePlan(of: report, in: opened)
    try options.output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }

  private func writePlan(of report: UpdateReport, in opened: ContainerHandle) throws {
    guard let planOut else { return }
    try PlanOutput.write(
      report.articles.plan, container: opened.name, environment: options.container.planEnvironment,
      layout: opened.layout.rawValue, asOf: options.clock.asOf, to: planOut)
  }
}
