import ArgumentParser
import AssetFiles
import CloudKitRecords
import CommandLineTool
import Copying
import Diagnostics
import SQLiteStore
import SystemCalls

struct ContainerRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Copy the records of a backup to a container: create what is missing, update what differs.",
    discussion: """
      Records that only the container has stay, unless --exact deletes them. A damaged or incomplete backup is refused. CloudKit \
      sets dates, creators and change tags itself: the report says what did not come back.
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

  @Option(
    help: ArgumentHelp(
      "Folder with the files of assets, as 'container backup --assets' wrote it, to upload what the container lacks.",
      valueName: "folder"), completion: .directory)
  var assets: String?

  @OptionGroup var selection: CopySelectionOptions

  @Flag(help: "Show the changes. Write nothing.")
  var dryRun = false

  @OptionGroup var access: AccessOptions<SoleContainer>
  @OptionGroup(title: "Container") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if assets != nil, selection.skipAssets { throw ValidationError("--assets and --skip-assets exclude each other") }
  }

  func run() async throws {
    let (source, target) = try (ContainerName(file), connection.onlyName(to))
    let backup = try Backup.open(file)
    if let problem = backup.manifest.problem, !partial { throw CommandFailure(problem) }
    if source.isSameFile(as: target) {
      throw CommandFailure("\(file) and \(to) are the same file")
    }
    let opened = try backup.handle(of: file)
    let access = connection.access(to: target, access)
    let mode = CopyRun.Mode(
      prune: exact ? deletions.limitOfCopy : nil, isDryRun: dryRun, isSealed: backup.manifest.missing.isEmpty,
      approval: connection.approval, assets: try assets.map(AssetFolder.init(existing:)))
    var selected = selection.selection(listsAllTypes: true)
    if assets != nil { selected.assets = .transferred }
    let run = try CopyRun(
      command: "container restore", source: opened, access: access,
      scope: CopyScope(restoring: backup, as: opened, selected, to: access), mode: mode)
    var report = try await run.run()
    report.max = selection.limit.asLimit
    if target.isCloud, !dryRun, report.result.written > 0 {
      report.notes.append(
        "\(report.result.written.of("record")) \(report.result.written == 1 ? "has" : "have") new dates and change tags, which"
          + " only CloudKit sets: clients that stored a tag fetch again")
    }
    try output.write(report, exit: report.status)
  }
}

extension BackupManifest {
  /// Why the backup is restored only on request; `nil` for one without missing types.
  var problem: String? {
    if missing.isEmpty { return nil }
    let present = entries.count(where: \.isRead)
    return "the backup of \(completed.day) was not completed (\(present) of"
      + " \(present + missing.count) types): \(missing.map(\.type).joined(separator: ", "))"
      + " could not be read; pass --partial to restore what it has"
  }
}
