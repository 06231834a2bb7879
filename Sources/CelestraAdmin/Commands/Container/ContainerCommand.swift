import ArgumentParser

/// `container`: commands for a whole container.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Check access to an iCloud container.",
    subcommands: [ContainerCheckCommand.self])
}
