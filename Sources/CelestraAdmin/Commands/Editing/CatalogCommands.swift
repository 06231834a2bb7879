import ArgumentParser
import CloudKitRecords
import Curation

/// What a command reads from a catalog: its arguments and its report.
protocol CatalogRead: ParsableArguments {
  associatedtype Formats: OfferedFormats
  /// The command above, such as `feeds`.
  static var noun: String { get }
  static var command: CommandConfiguration { get }
  func report(of opened: ContainerHandle) async throws -> any Report
}

extension CatalogRead {
  /// The words of the command, such as `feeds list`.
  static var words: String { "\(noun) \(command.commandName ?? "")" }
}

/// A command that reads a catalog.
struct ReadCommand<Read: CatalogRead>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Read.command }

  @OptionGroup var read: Read
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<Read.Formats>

  func run() async throws {
    try output.write(offered: await read.report(of: container.open(for: .reading)))
  }
}

/// What a command adds to a catalog or changes in it.
protocol CatalogEdit: ParsableArguments {
  static var noun: String { get }
  static var command: CommandConfiguration { get }
  /// Checks that the arguments set something. Not part of `validate`, which would hide a mistyped option.
  func requireFields() throws
  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder) async throws -> SeedPlan
}

extension CatalogEdit {
  func requireFields() throws {}
}

/// A command that adds or changes records of a catalog.
struct EditCommand<Edit: CatalogEdit>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Edit.command }

  @OptionGroup var edit: Edit
  @OptionGroup var options: EditOptions

  func run() async throws {
    try edit.requireFields()
    try await RecordEdit("\(Edit.noun) \(Edit.command.commandName ?? "")", options).run(plan: edit.plan)
  }
}

/// What a command removes from a catalog.
protocol CatalogRemoval: ParsableArguments {
  static var kind: SeedKind { get }
  static var command: CommandConfiguration { get }
  /// The limit of deletions; `nil` for a command that removes one record.
  var limit: DeletionOptions? { get }
  /// Whether the articles of removed feeds are deleted.
  var deletesArticles: Bool { get }
  func records(_ finder: CatalogFinder) async throws -> [Record]
  /// Returns changes to apply before the removal, and what to tell about them.
  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String])
}

extension CatalogRemoval {
  var limit: DeletionOptions? { nil }
  var deletesArticles: Bool { false }
}

/// A command that removes records from a catalog.
struct RemoveCommand<Removal: CatalogRemoval>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Removal.command }

  @OptionGroup var removal: Removal
  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordRemoval("\(Removal.kind.plural) remove", Removal.kind, options, removal.limit)
      .run(deletingArticles: removal.deletesArticles, find: removal.records) { opened, records in
        try await removal.moves(of: records, in: opened)
      }
  }
}
