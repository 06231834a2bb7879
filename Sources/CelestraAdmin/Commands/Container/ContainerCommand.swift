import ArgumentParser
import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Foundation

/// `container`: commands for a whole container.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "List, check, compare, copy, back up, and restore whole containers.",
    subcommands: [
      ContainerCheckCommand.self, ContainerDiffCommand.self, ContainerCopyCommand.self, ContainerBackupCommand.self,
      ContainerRestoreCommand.self, ContainerVerifyCommand.self, ContainerListCommand.self,
    ])
}

/// `container check`: checks the key, container, environment, schema, and permissions.
struct ContainerCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the key, container, environment, schema, and permissions of an iCloud container.",
    discussion: """
      Writes nothing, so write permission remains unknown. With --write-probe, the command creates one record and \
      deletes it. The exit code is 1 if a check fails.
      """)

  @Flag(help: "Create and delete a record to check write permission.")
  var writeProbe = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let name = try container.name
    if writeProbe { try container.confirmWriting() }
    let opened = try name.isCloud ? container.open(for: .reading) : nil
    guard let opened, let database = opened.database, let environment = name.environment else {
      throw CommandFailure(
        "'\(name.name)' is a local container, which requires no key or permission; pass --container iCloud.…")
    }
    let probe = writeProbe ? RecordName("celestra-admin-check-\(UUID().uuidString.lowercased())") : nil
    let checks = try await ContainerCheck(database, schema: opened.schema).checks(writing: probe)
    let subject = [("container", opened.name), ("environment", environment.rawValue)]
    let checklist = Checklist("container check", checks, of: subject)
    try output.write(checklist)
    try checklist.exitStatus.exit()
  }
}
