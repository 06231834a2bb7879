import ArgumentParser

/// `feeds`: lists and edits the feeds of a catalog.
struct FeedsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds",
    abstract: "List, show, add, change and remove feeds.",
    discussion: "A feed is named by its URL, its record name or its title, where only one has it.",
    subcommands: [
      FeedsListCommand.self, FeedsShowCommand.self, FeedsAddCommand.self, FeedsSetCommand.self,
      FeedsRemoveCommand.self,
    ])
}
