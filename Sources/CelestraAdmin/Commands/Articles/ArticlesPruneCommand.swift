import ArgumentParser
import Articles
import CloudKitRecords
import Diagnostics

/// `articles prune`: deletes articles that have expired.
struct ArticlesPruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete articles that have expired.",
    discussion: "Articles without an expiry are not found; 'audit --fix' adds one.")

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
    let write = PlannedWrite(pruning: opened, try await pruning.expired(), pruning, deletions, isDryRun: dryRun)
    let outcome = try await write.run { opened.store }
    let report = ArticleDeletionReport(
      command: "articles prune", container: opened.name, asOf: asOf, planned: write.changes.count, outcome: outcome)
    try output.write(report)
    if dryRun { try await write.checkLimit() }
    try report.status.exit()
  }
}

extension PlannedWrite {
  /// Creates the deletion of expired articles. An article that is renewed meanwhile stays.
  init(
    pruning opened: ContainerHandle, _ expired: [PlannedChange], _ pruning: ArticlePruning,
    _ deletions: DeletionOptions, isDryRun: Bool
  ) {
    self.init(container: opened.name, store: opened.store, changes: expired)
    limit = deletions.limit
    replan = pruning.replan
    self.isDryRun = isDryRun
  }
}

/// The results of deleting articles.
struct ArticleDeletionReport: Report {
  let command, container: String
  let asOf: Timestamp?
  let planned: Int
  /// The results; `nil` in a dry run.
  let outcome: ChangeOutcome?

  var status: ExitStatus { outcome?.status ?? .done }
  var items: [ReportedProblem] { [ReportedProblem]([], outcome ?? ChangeOutcome()) }

  var summary: EncodableObject {
    [
      "container": container, "dryRun": outcome == nil, "planned": planned, "deleted": outcome?.deleted ?? 0,
      "kept": outcome?.settled ?? 0, "failed": outcome?.failed ?? 0,
    ]
  }

  func text(_ style: Style) -> String {
    guard let outcome else {
      return "\(container): \(planned.of("article")) would be deleted\ndry run: nothing was written\n"
    }
    var text = items.text(style) + "\(container): \(outcome.deleted.of("article")) deleted"
    if outcome.settled > 0 { text += ", \(outcome.settled) renewed meanwhile and kept" }
    if outcome.failed > 0 { text += ", \(outcome.failed) could not be deleted" }
    return text + "\n" + (outcome.wasStopped ? "stopped; run the command again to finish\n" : "")
  }
}
