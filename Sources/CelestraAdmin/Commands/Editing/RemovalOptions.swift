import ArgumentParser
import CloudKitRecords
import Curation
import Diagnostics

/// The options of commands that remove records, and what they do alike.
struct RemovalOptions: ParsableArguments {
  @Flag(help: "Show what would be removed and what depends on it, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  /// Finds the records, says what depends on them, asks, removes and reports.
  /// - Parameter moving: changes to be made before the records go, with what they are in words.
  func remove(
    _ command: String, _ kind: SeedKind, find: (CatalogFinder) async throws -> [Record],
    moving: (ContainerOptions.Opened, [Record]) async throws -> (changes: [PlannedChange], words: String) = { _, _ in
      ([], "")
    }
  ) async throws {
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let records = try await find(CatalogFinder(opened.reader))
    let doomed = records.map { record in
      SeedOrphan(kind: kind, name: record.name, title: CatalogTitle.of(record), changeTag: record.changeTag)
    }
    let moves = try await moving(opened, records)
    let removal = try await RemovalPlanner(opened.reader, asOf: clock.asOf).plan(doomed)
    let stakes = moves.words + RemovalStakes(removal).text
    let changes = moves.changes + removal.changes
    var report = RemovalReport(
      command: command, container: opened.name, asOf: clock.asOf, stakes: stakes, removal: removal, changes: changes)
    if !dryRun {
      let titles = doomed.map { "'\(DisplayText.line($0.title))'" }.joined(separator: ", ")
      let question = "\(stakes)remove the \(doomed.count == 1 ? kind.rawValue : kind.plural) \(titles)?"
      guard try Confirmation.ask(question, isGiven: container.yes) else {
        Terminal.standardError.write("nothing was removed\n")
        throw ExitStatus.answerIsNo.code
      }
      report.outcome = try await ChangeRun(store: opened.store).apply(changes)
    }
    try output.write(report)
    try report.status.exit()
  }
}

/// What to call a record of any type.
enum CatalogTitle {
  static func of(_ record: Record) -> String {
    (record["title"] ?? record["name"])?.string ?? record.name.rawValue
  }
}

/// What was removed, or would be.
struct RemovalReport: Report {
  let command, container: String
  let asOf: Timestamp?
  /// What is affected, in words.
  let stakes: String
  let removal: Removal
  let changes: [PlannedChange]
  /// What was written; `nil` where nothing was to be.
  var outcome: ChangeRun.Outcome?

  /// The totals.
  struct Summary: Encodable {
    let container: String
    let dryRun: Bool
    let deleted, updated, failed, subscriptions, articles, metadata, collections: Int
  }

  /// One change.
  struct Item: Encodable {
    let action, recordType, recordName, title: String
    let reason: String?
  }

  var summary: Summary {
    Summary(
      container: container, dryRun: outcome == nil, deleted: outcome?.count(.delete) ?? 0,
      updated: outcome?.count(.update) ?? 0, failed: outcome?.failures.count ?? 0,
      subscriptions: removal.subscriptions, articles: removal.articles, metadata: removal.metadata,
      collections: removal.collections.count)
  }

  var items: [Item] {
    let failures = Dictionary(
      (outcome?.failures ?? []).map { ($0.change.operation.record.name, $0.error) }
    ) { first, _ in first }
    return changes.map { change in
      let record = change.operation.record
      return Item(
        action: change.operation.kind.rawValue, recordType: record.type, recordName: record.name.rawValue,
        title: change.title, reason: failures[record.name]?.description)
    }
  }

  /// How the command ends.
  var status: ExitStatus {
    if outcome?.wasStopped == true { return .couldNot }
    return outcome?.failures.isEmpty == false ? .answerIsNo : .done
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
