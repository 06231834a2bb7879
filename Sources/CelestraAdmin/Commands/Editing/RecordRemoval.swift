import CloudKitRecords
import Curation
import Diagnostics

/// A command that removes records.
struct RecordRemoval {
  private let command: String
  private let kind: SeedKind
  private let options: EditOptions
  /// The limit of deletions; `nil` for a command that removes one record.
  private let deletions: DeletionOptions?

  init(_ command: String, _ kind: SeedKind, _ options: EditOptions, _ deletions: DeletionOptions? = nil) {
    self.deletions = deletions
    self.command = command
    self.kind = kind
    self.options = options
  }

  /// Finds the records, shows what depends on them, asks for confirmation, removes them and reports.
  /// - Parameters:
  ///   - deletesArticles: whether to delete the articles of removed feeds.
  ///   - moving: changes to apply before the removal, and their description.
  func run(
    deletingArticles deletesArticles: Bool = false, find: (CatalogFinder) async throws -> [Record],
    moving: (ContainerHandle, [Record]) async throws -> (changes: [PlannedChange], stakes: [String]) = { _, _ in
      ([], [])
    }
  ) async throws {
    let opened = try options.open()
    let asOf = options.clock.asOf
    let records = try await find(CatalogFinder(opened.reader))
    let doomed = records.map { SeedOrphan($0, kind) }
    let moves = try await moving(opened, records)
    let removal = try await RemovalPlanner(opened.reader, asOf: asOf)
      .plan(doomed, deletingArticles: deletesArticles)
    let stakes = moves.stakes + removal.stakes
    let changes = moves.changes + removal.changes
    try await options.checkTruth(changes, of: opened)
    let write = write(changes, asking: question(doomed.map(\.title), stakes), of: opened)
    let titles = Dictionary(doomed.map { ($0.name, $0.title) }) { first, _ in first }
    var report = ChangeReport(command, opened.name, asOf: asOf, changes.map { ChangeItem($0, titles: titles) })
    report.details = removal.details
    if options.dryRun { report.remarks = stakes }
    report.add(try await write.run { opened.store })
    try options.output.write(report)
    if options.dryRun { try await write.checkLimit() }
    try report.status.exit()
  }

  private func write(_ changes: [PlannedChange], asking question: String, of opened: ContainerHandle) -> PlannedWrite {
    var write = PlannedWrite(container: opened.name, store: opened.store, changes: changes)
    write.limit = deletions?.limit
    write.question = question
    write.isConfirmed = options.container.yes
    write.isDryRun = options.dryRun
    write.dependencies = { try await PlanDependencies(of: $0, in: opened.reader).conflicts() }
    return write
  }

  private func question(_ titles: [String], _ stakes: [String]) -> String {
    let noun = titles.count == 1 ? kind.rawValue : kind.plural
    let titles = titles.map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
    return (stakes + ["remove the \(noun) \(titles)?"]).joined(separator: "\n")
  }
}

extension Removal {
  /// The effects on other records, a line per kind of record.
  var stakes: [String] {
    var lines: [String] = []
    if subscriptions > 0 {
      lines.append("\(subscriptions.of("subscriber")) would lose their feed; the subscriptions stay")
    }
    if articles > 0 {
      let rest = "would remain until expiry without a feed; 'feeds remove --articles' deletes them"
      lines.append("\(articles.of("article")) \(deletesArticles ? "would be deleted with the feeds" : rest)")
    }
    if metadata > 0 { lines.append("\(metadata.of("metadata record")) would be deleted with the feeds") }
    if !collections.isEmpty {
      let titles = collections.prefix(5).map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
      let more = collections.count > 5 ? " and \(collections.count - 5) more" : ""
      lines.append("\(collections.count.of("collection")) would lose feeds: \(titles)\(more)")
    }
    return lines
  }

  fileprivate var details: EncodableObject {
    ["subscriptions": subscriptions, "articles": articles, "metadata": metadata, "collections": collections.count]
  }
}

extension ChangeOutcome {
  /// The exit status of a command with these results.
  var status: ExitStatus { wasStopped ? .failed : self.failed > 0 ? .answerIsNo : .done }

}
