import ArgumentParser
import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Foundation

struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Compare, copy, back up, and restore containers.",
    subcommands: [
      ContainerDiffCommand.self, ContainerCopyCommand.self, ContainerBackupCommand.self,
      ContainerRestoreCommand.self, ContainerVerifyCommand.self,
    ])
}
