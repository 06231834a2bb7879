import ArgumentParser
import AssetFiles
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import Foundation
import SQLiteStore
import SystemCalls

struct ContainerVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that a backup is intact: every byte, every record, and that it can be restored.",
    discussion: "The exit code is 1 if the backup is damaged, incomplete, or differs from the container.")

  @Argument(help: ArgumentHelp("Backup file.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Container to compare the backup with.", valueName: "container"), completion: .file())
  var against: String?

  @Flag(help: "Restore the backup to a temporary file and compare all records.")
  var restoreTest = false

  @Option(
    help: ArgumentHelp(
      "Folder with the files of assets: check that every file is present and intact.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  @OptionGroup var access: AccessOptions<SoleContainer>
  @OptionGroup(title: "Container") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard let status = FileStatus(file) else { throw CommandFailure("cannot read '\(file)': no such file") }
    guard status.isRegular else { throw CommandFailure("cannot read '\(file)': it is not a file") }
    var report = BackupVerification(path: file)
    do { try await verify(&report) } catch {
      if (error as? BackupError)?.isOtherFile == true || report.isIntact { throw error }
      // The reason that a changed file cannot be read is its damage.
      report.problem = "\(error)"
    }
    try output.write(report, exit: report.isAllRight ? .done : .answerIsNo)
  }

  private func verify(_ report: inout BackupVerification) async throws {
    report.isIntact = try Backup.isIntact(file)
    let backup = try Backup.openUnchecked(file)
    report.manifest = backup.manifest
    report.mismatches = try backup.mismatches()
    if report.isSound, restoreTest {
      report.restoreProblem = backup.manifest.problem
      if report.restoreProblem == nil { report.restored = try await restored(backup) }
    }
    if report.isSound, let assets { report.files = (assets, try await checkedFiles(of: backup, in: assets)) }
    if report.isSound, let against { report.against = try await compared(backup, with: against) }
  }

  /// Restores the backup to a temporary file as `restore` does by default, and compares all records.
  private func restored(_ backup: Backup) async throws -> BackupVerification.Differences {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("restore-\(UUID().uuidString).sqlite").path
    defer { for ending in ["", "-wal", "-shm"] { SystemPath.remove(path + ending) } }
    var access = try connection.access(to: ContainerName(path), self.access)
    access.schemaFile = nil
    let opened = try backup.handle(of: file)
    var selection = CopyScope.Selection.inOrder
    selection.listsAllTypes = true
    let scope = try CopyScope(restoring: backup, as: opened, selection, to: access)
    let run = CopyRun(
      command: "container restore", source: opened, access: access, scope: scope, mode: CopyRun.Mode(isSealed: true))
    let result = try await run.run().result
    let target = try LocalContainer.openForReading(path).listingAllTypes
    let records = try await Self.difference(
      of: backup, from: target, target.schema, backup.types, ignoresEmptyLists: false, comparesVersions: true)
    return BackupVerification.Differences(records: records, failed: result.total(\.failed))
  }

  private func checkedFiles(of backup: Backup, in folder: String) async throws -> AssetCheck {
    var check = AssetCheck(of: try AssetFolder(existing: folder))
    let progress = ProgressLine.counting("files checked")
    for type in backup.types {
      let fields = backup.container.schema.recordType(named: type.name)?.assets ?? []
      try await check.check(type.name, fields: fields, of: backup.container.listingAllTypes, progress: progress)
    }
    return check
  }

  private func compared(_ backup: Backup, with name: String) async throws -> BackupVerification.Differences {
    let opened = try connection.access(to: connection.name(name), access).open(for: .reading)
    let types = backup.types.filter {
      let type = opened.schema.recordType(named: $0.name)
      return type != nil && (!opened.isCloud || type?.isListable == true)
    }
    let records = try await Self.difference(
      of: backup, from: opened.listingStore, opened.schema, types, ignoresEmptyLists: opened.isCloud)
    let uncompared = backup.types.map(\.name).filter { name in !types.contains { $0.name == name } }
    return BackupVerification.Differences(records: records, name: opened.container.name, uncompared: uncompared)
  }

  private static func difference(
    of backup: Backup, from store: any RecordStore, _ schema: Schema, _ types: [ComparedType],
    ignoresEmptyLists: Bool, comparesVersions: Bool = false
  ) async throws -> ContainerDifference {
    try await ContainerDifference(
      types, from: store, to: backup.container.listingAllTypes, schemas: (schema, backup.container.schema),
      ignoresEmptyLists: ignoresEmptyLists, comparesVersions: comparesVersions, limit: 0,
      progress: ProgressLine.counting("records compared", of: backup.manifest.count))
  }
}

extension Backup {
  /// Returns the backup as a container to read.
  func handle(of path: String) throws -> ContainerHandle {
    ContainerHandle(container: try ContainerName(path), store: container, schema: container.schema, local: container)
  }

  /// The types whose records are in the backup.
  fileprivate var types: [ComparedType] {
    let present = Set(manifest.entries.filter(\.isRead).map(\.type))
    return container.schema.recordTypes.filter { present.contains($0.name) }.map { ComparedType($0) }
  }
}
