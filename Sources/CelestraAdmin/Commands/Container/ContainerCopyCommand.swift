import ArgumentParser
import CloudKitRecords
import Copying

/// `container copy`: copies records from one container to another.
struct ContainerCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy records from one container to another: create what is missing, update what differs.",
    discussion: """
      A container is the path of a file, iCloud.id, or iCloud.id@production. Records that only the target has stay, unless \
      --prune deletes them. Schemas are compared before the first write. Dates, creators and change tags cannot be copied to \
      CloudKit. Run the command again to finish an interrupted copy.
      """)

  @Option(help: ArgumentHelp("Container to read.", valueName: "container"))
  var from: String

  @Option(help: ArgumentHelp("Container to write. A missing file is created.", valueName: "container"))
  var to: String

  @OptionGroup var selection: CopySelectionOptions

  @Flag(help: "Copy only the types and fields that curators own, not those that jobs keep.")
  var editorial = false

  @Flag(help: "Create missing records. Leave existing ones as they are.")
  var onlyMissing = false

  @Flag(help: "Delete records that only the target has, after a copy without failures and confirmation.")
  var prune = false

  @OptionGroup var limit: PruneOptions

  @Flag(help: "Repeat until a pass finds nothing to do, at most 3 passes. Otherwise exit with 1.")
  var settle = false

  @Flag(help: "Show the changes. Write nothing.")
  var dryRun = false

  @Flag(help: "Skip confirmation before deleting records or writing to production.")
  var yes = false

  @OptionGroup var pair: ContainerPairOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let (from, to) = try (ContainerSide(from), ContainerSide(to))
    try pair.checkDiffer(from, to)
    let source = try pair.source.openForReading(from)
    let scope = try scope(of: source, to)
    let report = try await CopyRun(
      command: "container copy", source: source, target: to, access: pair.target, scope: scope, mode: mode
    ).run()
    try output.write(report)
    try report.status.exit()
  }

  private var mode: CopyRun.Mode {
    CopyRun.Mode(
      onlyMissing: onlyMissing, prune: prune ? limit : nil, settles: settle, isDryRun: dryRun, isConfirmed: yes)
  }

  private func scope(of source: OpenedSide, _ target: ContainerSide) throws -> CopyScope {
    var selection = selection.selection(listsAllTypes: !source.side.isCloud)
    if editorial { try selection.restrictToEditorial(source.schema, of: source.name) }
    return try CopyScope(checked: selection, of: source, to: target)
  }
}

extension CopyScope {
  /// Creates the scope of a copy.
  /// - Throws: `CommandFailure` if the selection names something that the source lacks, or `ValidationError` for
  ///   subscriptions to an iCloud container.
  init(checked selection: Selection, of source: OpenedSide, to target: ContainerSide) throws {
    do throws(Refusal) { try self.init(selection, of: source.schema) } catch {
      throw CommandFailure(error.reasons.joined(separator: "\n"))
    }
    if target.isCloud, types.contains(where: { $0.name == "FeedSubscription" }) {
      throw ValidationError(
        "FeedSubscription cannot be copied to an iCloud container: all copies would have one creator, and subscriber counts "
          + "count creators; leave it out of --types")
    }
  }
}
