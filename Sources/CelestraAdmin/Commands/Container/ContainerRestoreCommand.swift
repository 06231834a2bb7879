import ArgumentParser
import CloudKitRecords
import Copying
import Diagnostics
import SQLiteStore

/// `container restore`: copies the records of a backup to a container.
struct ContainerRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Copy the records of a backup to a container: create what is missing, update what differs.",
    discussion: """
      Records that only the container has stay, unless --exact deletes them. A damaged or incomplete backup is refused. Dates, \
      creators and change tags cannot be restored: the report lists what does not come back.
      """)

  @Argument(help: ArgumentHelp("Backup file.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Container to write. A missing file is created.", valueName: "container"), completion: .file())
  var to: String

  @Flag(help: "Delete records that the backup does not have, after a copy without failures and confirmation.")
  var exact = false

  @OptionGroup var deletions: DeletionOptions

  @Flag(help: "Restore a backup that lacks record types.")
  var partial = false

  @OptionGroup var selection: CopySelectionOptions

  @Flag(help: "Show the changes. Write nothing.")
  var dryRun = false

  @OptionGroup var access: AccessOptions<SoleContainer>
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let (source, target) = try (ContainerName(file), connection.name(to))
    let backup = try Backup.open(file)
    try check(backup.manifest)
    if source.isSameFile(as: target) {
      throw CommandFailure("\(file) and \(to) are the same file")
    }
    let opened = ContainerHandle(
      container: source, store: backup.container, schema: backup.container.schema, local: backup.container)
    let mode = CopyRun.Mode(
      prune: exact ? deletions.limitOfCopy : nil, isDryRun: dryRun, isSealed: backup.manifest.missing.isEmpty,
      isConfirmed: connection.yes)
    let run = try CopyRun(
      command: "container restore", source: opened, access: connection.access(to: target, access),
      scope: scope(of: backup, opened, target), mode: mode)
    var report = try await run.run()
    report.notes += Self.losses(target)
    try output.write(report)
    try report.status.exit()
  }

  private func check(_ manifest: BackupManifest) throws {
    if manifest.missing.isEmpty || partial { return }
    let present = manifest.entries.count { $0.state == .complete || $0.state == .unverified }
    throw CommandFailure(
      "the backup of \(manifest.completed.description.prefix(10)) was not completed (\(present) of"
        + " \(present + manifest.missing.count) types): \(manifest.missing.map(\.type).joined(separator: ", "))"
        + " could not be read; pass --partial to restore the others")
  }

  private func scope(of backup: Backup, _ opened: ContainerHandle, _ target: ContainerName) throws -> CopyScope {
    var selection = selection.selection(listsAllTypes: true)
    selection.includesUserRecords = !target.isCloud
    let absent = Set(backup.manifest.entries.filter { $0.state == .missing || $0.state == .leftOut }.map(\.type))
    if let named = selection.types?.first(where: absent.contains) {
      throw CommandFailure("the backup '\(file)' has no \(named) records: the type was not backed up")
    }
    selection.absent = absent
    selection.partial = backup.manifest.entries.filter { $0.state == .unverified }.map {
      CopyScope.Omission(type: $0.type, reason: $0.reason ?? "")
    }
    return try CopyScope(checked: selection, of: opened, to: target)
  }

  /// What a restored container does not have, by what the documentation of CloudKit lets a writer set.
  private static func losses(_ target: ContainerName) -> [String] {
    let dates =
      "not restored: dates of creation and change, creators, change tags (clients with a stored tag fetch again)"
    if !target.isCloud { return [dates] }
    return [
      dates, "not restored: rights of _creator, subscriptions and their notifications, private and shared data, assets",
    ]
  }
}
