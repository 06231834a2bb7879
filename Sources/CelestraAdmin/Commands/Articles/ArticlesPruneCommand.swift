import ArgumentParser
import Articles
import CloudKitRecords
import CommandLineTool
import Diagnostics

struct ArticlesPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete articles that have expired.",
    discussion: """
      Articles without an expiry are not found; 'audit --fix' adds one. The exit code is 3 if expired articles \
      remain.
      """)

  @Flag(help: "Show how many articles have expired, but delete nothing.")
  var dryRun = false

  @OptionGroup var deletions: ArticleDeletionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try clock.refuseFuture(for: "articles would be deleted before they expire")
    let opened = try container.open(for: dryRun ? .reading : .writing, isPlanned: true)
    let report = ArticleDeletionReport(
      command: "articles prune", container: opened.name, asOf: clock.asOf,
      deletion: try await ArticleDeletion(
        pruning: opened, asOf: clock.asOf, deletions.limit, container.approval, isDryRun: dryRun))
    try output.write(report)
    report.deletion.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.deletion.pruneStatus.exit()
  }
}
