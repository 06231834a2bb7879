import ArgumentParser
import Articles
import CloudKitRecords
import Diagnostics

/// `articles prune`: deletes articles that have expired.
struct ArticlesPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete articles that have expired.",
    discussion: "Articles without an expiry are not found; 'articles audit --fix' adds one.")

  @Flag(help: "Show how many articles have expired, but delete nothing.")
  var dryRun = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try clock.refuseFuture(for: "articles would be deleted before they expire")
    let opened = try container.open(for: dryRun ? .reading : .writing)
    let asOf = clock.asOf
    let pruning = try ArticlePruning(opened.reader, asOf: asOf)
    let expired = try await pruning.expired()
    if !dryRun { try await deletions.check(expired, in: opened.store, of: opened.name) }
    let line = ProgressLine()
    let outcome = try await pruning.delete(expired, isDryRun: dryRun) {
      line.update("articles deleted", done: $0, of: expired.count)
    }
    line.end()
    let report = ArticleDeletionReport(
      command: "articles prune", container: opened.name, asOf: asOf, isDryRun: dryRun, outcome: outcome)
    try output.write(report)
    try report.outcome.status.exit()
  }
}

/// The results of deleting articles.
struct ArticleDeletionReport: Report {
  let command, container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let outcome: ChangeOutcome

  var items: [ReportedProblem] { [ReportedProblem]([], outcome) }

  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "planned": outcome.planned, "deleted": outcome.deleted,
      "kept": outcome.settled, "failed": outcome.failed,
    ]
  }

  func text(_ style: Style) -> String {
    if isDryRun {
      return "\(container): \(outcome.planned.of("article")) would be deleted\ndry run: nothing was written\n"
    }
    var text = items.text(style) + "\(container): \(outcome.deleted.of("article")) deleted"
    if outcome.settled > 0 { text += ", \(outcome.settled) renewed meanwhile and kept" }
    if outcome.failed > 0 { text += ", \(outcome.failed) could not be deleted" }
    return text + "\n" + (outcome.wasStopped ? "stopped; run the command again to finish\n" : "")
  }
}
