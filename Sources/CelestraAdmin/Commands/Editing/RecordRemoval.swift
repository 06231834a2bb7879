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
    moving: (ContainerHandle, [Record]) async throws -> (changes: [PlannedChange], words: String) = { _, _ in
      ([], "")
    }
  ) async throws {
    let opened = try options.open()
    let asOf = options.clock.asOf
    let records = try await find(CatalogFinder(opened.reader))
    let doomed = records.map { SeedOrphan($0, kind) }
    let moves = try await moving(opened, records)
    let removal = try await RemovalPlanner(opened.reader, asOf: asOf)
      .plan(doomed, deletingArticles: deletesArticles)
    var report = RemovalReport(
      command: command, container: opened.name, asOf: asOf, stakes: moves.words + removal.stakes, removal: removal,
      changes: moves.changes + removal.changes)
    try await options.checkTruth(report.changes, of: opened)
    let write = write(report.changes, asking: question(report, doomed.map(\.title)), of: opened)
    report.outcome = try await write.run { opened.store }
    try options.output.write(report)
    if options.dryRun { try await write.checkLimit() }
    try (report.outcome?.status ?? .done).exit()
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

  private func question(_ report: RemovalReport, _ titles: [String]) -> String {
    let noun = titles.count == 1 ? kind.rawValue : kind.plural
    let titles = titles.map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
    return "\(report.stakes)remove the \(noun) \(titles)?"
  }
}

/// A change in a report, and the reason that it was not applied.
struct ChangeItem: Encodable {
  /// The state of a change in a plan file; `nil` in other reports.
  let status: String?
  let action, recordType, recordName, title: String
  let reason: String?

  init(_ change: PlannedChange, status: String? = nil, reason: String?) {
    self.status = status
    action = change.operation.kind.rawValue
    recordType = change.recordType
    recordName = change.recordName.rawValue
    title = change.title
    self.reason = reason
  }
}

/// The records that a command removed or, in a dry run, would remove.
struct RemovalReport: Report {
  let command, container: String
  let asOf: Timestamp?
  /// Description of the affected records, a line per kind.
  let stakes: String
  let removal: Removal
  let changes: [PlannedChange]
  /// The results; `nil` if nothing was applied.
  var outcome: ChangeOutcome?

  var summary: EncodableObject {
    [
      "container": container, "dryRun": outcome == nil, "deleted": outcome?.deleted ?? 0,
      "updated": outcome?.updated ?? 0, "failed": outcome?.failed ?? 0, "subscriptions": removal.subscriptions,
      "articles": removal.articles, "metadata": removal.metadata, "collections": removal.collections.count,
    ]
  }

  var items: [ChangeItem] {
    let errors = outcome?.errors ?? [:]
    return changes.map { ChangeItem($0, reason: errors[$0.recordName]?.description) }
  }

  func text(_ style: Style) -> String {
    var text = outcome == nil ? stakes : ""
    for item in items {
      let word = item.reason == nil ? item.action : "failed"
      text +=
        style.mark(word, word == "update" ? .doubtful : .bad) + "  \(item.recordType) \(DisplayText.line(item.title))"
      text += (item.reason.map { ": \($0)" } ?? "") + "\n"
    }
    return text + (outcome == nil ? "dry run: nothing was written\n" : "")
  }
}

extension Removal {
  /// Description of the effects on other records, a line per kind of record.
  var stakes: String {
    var text = ""
    if subscriptions > 0 { text += "\(subscriptions.of("subscriber")) would lose their feed; the subscriptions stay\n" }
    if articles > 0 {
      let rest = "would remain until expiry without a feed; 'feeds remove --articles' deletes them"
      text += "\(articles.of("article")) \(deletesArticles ? "would be deleted with the feeds" : rest)\n"
    }
    if metadata > 0 { text += "\(metadata.of("metadata record")) would be deleted with the feeds\n" }
    if !collections.isEmpty {
      let titles = collections.prefix(5).map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
      let more = collections.count > 5 ? " and \(collections.count - 5) more" : ""
      text += "\(collections.count.of("collection")) would lose feeds: \(titles)\(more)\n"
    }
    return text
  }
}

extension ChangeOutcome {
  /// The exit status of a command with these results.
  var status: ExitStatus { wasStopped ? .failed : self.failed > 0 ? .answerIsNo : .done }

  /// The errors of failed records, by record name.
  var errors: [RecordName: RecordError] {
    Dictionary(failures.map { ($0.recordName, $0.error) }, uniquingKeysWith: { first, _ in first })
  }
}
