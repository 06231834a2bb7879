import ArgumentParser
import Curation

/// `seed`: brings a container to what seed files say.
struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Bring a container to what seed files say: plan, then apply. Again: nothing to do.",
    usage: """
      celestra-admin seed [<path> ...] [<options>]
      celestra-admin seed categories|feeds|collections <file> ... [<options>]
      """,
    subcommands: [
      SeedAllCommand.self, SeedCategoriesCommand.self, SeedFeedsCommand.self, SeedCollectionsCommand.self,
    ],
    defaultSubcommand: SeedAllCommand.self)
}

/// `seed [PATH…]`: everything the files state.
struct SeedAllCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Everything the files state; this is what seed does by itself.")

  @Argument(help: "Seed files, and folders of them. (default: seed)")
  var paths: [String] = ["seed"]

  @OptionGroup var pruning: PruneOptions
  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await options.seed(paths, command: "seed", taking: SeedKind.allCases, pruning: pruning)
  }
}

/// `seed categories FILE…`.
struct SeedCategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories", abstract: "Only the categories the files state.")

  @Argument(help: "Seed files.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await options.seed(files, command: "seed categories", taking: [.category])
  }
}

/// `seed feeds FILE…`.
struct SeedFeedsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "Only the feeds the files state: JSON or OPML.")

  @Argument(help: "Seed files and OPML lists.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await options.seed(files, command: "seed feeds", taking: [.feed])
  }
}

/// `seed collections FILE…`.
struct SeedCollectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections", abstract: "Only the collections the files state.")

  @Argument(help: "Seed files.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await options.seed(files, command: "seed collections", taking: [.collection])
  }
}
