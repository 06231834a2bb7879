import ArgumentParser

/// `container`: what concerns a container as a whole.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "See whether a CloudKit container can be worked with.",
    subcommands: [ContainerCheckCommand.self])
}
