import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// What a command removes from a catalog.
protocol CatalogRemoval: ParsableArguments {
  static var kind: SeedKind { get }
  static var command: CommandConfiguration { get }
  /// The limit of deletions; `nil` for a command that removes one record.
  var limit: DeletionOptions? { get }
  /// Whether the articles of removed feeds are deleted.
  var deletesArticles: Bool { get }
  /// Whether the records were selected by a filter or moved together. Where seed files are the truth, such a command
  /// edits the files.
  var editsFiles: Bool { get }
  func records(_ finder: CatalogFinder, _ opened: ContainerHandle, asOf: Timestamp) async throws -> [Record]
  /// Returns changes to apply before the removal, and what to tell about them.
  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String])
}

extension CatalogRemoval {
  var limit: DeletionOptions? { nil }
  var deletesArticles: Bool { false }
  var editsFiles: Bool { false }
  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String]) { ([], []) }
}

/// A command that removes records from a catalog: finds them, shows what depends on them, asks for confirmation,
/// removes them, and reports.
struct RemoveCommand<Removed: CatalogRemoval>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Removed.command }

  @OptionGroup var removed: Removed
  @OptionGroup var options: EditOptions

  func run() async throws {
    let opened = try options.open()
    let asOf = options.clock.asOf
    let records = try await removed.records(CatalogFinder(opened.reader), opened, asOf: asOf)
    if records.isEmpty { return try await finishWithoutRecords(opened, asOf: asOf) }
    let moves = try await removed.moves(of: records, in: opened)
    let removal = try await Removal(
      of: records.map { SeedOrphan($0, Removed.kind) }, in: opened.reader, asOf: asOf,
      deletingArticles: removed.deletesArticles)
    let stakes = moves.stakes + removal.stakes
    let write = try await write(
      moves.changes + removal.changes, asking: question(records.map(\.title), stakes), of: opened)
    let titles = Dictionary(records.map { ($0.name, $0.title) }) { first, _ in first }
    var report = ChangeReport(words, opened.name, asOf: asOf, write.changes.map { ChangeItem($0, titles: titles) })
    report.details = removal.details
    if removed.editsFiles, try await options.finishInFiles(write, of: opened, report) { return }
    try await options.checkTruth(write.changes, of: opened)
    if !options.plan.isApplied { report.remarks = stakes }
    try await options.finish(write, of: opened, report)
  }

  private var words: String { "\(Removed.kind.plural) \(Removed.command.commandName ?? "")" }

  private func finishWithoutRecords(_ opened: ContainerHandle, asOf: Timestamp) async throws {
    var report = ChangeReport(words, opened.name, asOf: asOf, [])
    report.nothing = "no \(Removed.kind.plural) match"
    report.details = ["dryRun": options.plan.dryRun]
    try await options.finish(options.write([], to: opened), of: opened, report)
  }

  private func write(
    _ changes: [PlannedChange], asking question: String, of opened: ContainerHandle
  ) async throws -> PlannedWrite {
    var write = options.write(changes, to: opened)
    write.limit = removed.limit?.limit
    write.question = question
    write.dependencies = { try await PlanDependencies(of: $0, in: opened.reader).conflicts() }
    try await write.findCascade(in: opened.schema)
    return write
  }

  private func question(_ titles: [String], _ stakes: [String]) -> String {
    let noun = titles.count == 1 ? Removed.kind.rawValue : Removed.kind.plural
    let listed = titles.prefix(20).map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
    let titles = titles.count > 20 ? "\(listed), and \(titles.count - 20) more" : listed
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
  var status: ExitStatus { wasStopped ? .failed : self.failed > 0 ? .answerIsNo : .done }
}
