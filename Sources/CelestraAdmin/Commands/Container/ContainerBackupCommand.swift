import ArgumentParser
import AssetFiles
import CloudKitRecords
import CommandLineTool
import Copying
import Diagnostics
import Foundation
import SQLiteStore

struct ContainerBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the records of a container to one file, with their dates, creators, and change tags.",
    discussion: """
      The file is a local container that every reading command accepts. Run again with the same file, the command reads \
      names and change tags, then only the records that changed. The former backup stays in place until the new one is \
      complete. If a record type or a file cannot be read, the backup says so and the exit code is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "Container: a file, iCloud.id, or iCloud.id@production. (default: CLOUDKIT_CONTAINER_ID, the configuration, or "
        + "\(EffectiveConfiguration.container))", valueName: "container"), completion: .file())
  var container: String?

  @Option(help: ArgumentHelp("Backup file to write or update.", valueName: "file"), completion: .file())
  var to: String

  @Option(
    help: ArgumentHelp("Number of backups to keep: the file, and earlier ones beside it named by date.", valueName: "n")
  )
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Folder to download the files of assets to; a file it has is not downloaded again.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  @OptionGroup var types: TypeSelectionOptions
  @OptionGroup var listing: ListingOptions
  @OptionGroup var access: AccessOptions<SoleContainer>
  @OptionGroup(title: "Container") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if let keep, keep < 1 { throw ValidationError("--keep must be at least 1, not \(keep)") }
    if to.isEmpty || to.hasPrefix(ContainerName.idPrefix) {
      throw ValidationError("--to requires the path of a file")
    }
  }

  func run() async throws {
    let name = try connection.onlyName(container)
    let target = try ContainerName(to)
    if name.isSameFile(as: target) {
      throw CommandFailure("\(name.name) and \(to) are the same file")
    }
    let access = connection.access(to: name, self.access)
    let source = try access.open(for: .reading)
    var selection = CopyScope.Selection()
    selection.types = types.named
    selection.excepted = types.excepted
    selection.listsAllTypes = !source.isCloud
    try listing.add(to: &selection, schema: source.schema)
    let scope = try CopyScope(checked: selection, of: source, to: connection.access(to: target, self.access))
    // A link stays, as for other files that are written: the backup, and those it keeps, are where it leads.
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: to)) != nil
    if isLink, !FileManager.default.fileExists(atPath: to) {
      throw CommandFailure(
        "cannot write \(to): it is a link to a file that does not exist; mount its disk, or pass the file to --to")
    }
    let report = try await BackupRun(
      source: source, access: access, scope: scope, path: isLink ? target.resolvedPath : to, keep: keep,
      assets: assets.map { AssetFolder($0) }
    ).run()
    try output.write(report, exit: report.status)
  }
}
