import ArgumentParser
import Curation

/// `seed`: seeds a container from files.
struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Seed a container from files: plan the changes, then apply them.",
    usage: """
      celestra-admin seed [<path> ...] [<options>]
      celestra-admin seed categories|feeds|collections <file> ... [<options>]
      """,
    subcommands: [
      SeedAllCommand.self, SeedCategoriesCommand.self, SeedFeedsCommand.self, SeedCollectionsCommand.self,
    ],
    defaultSubcommand: SeedAllCommand.self)
}

/// `seed [PATH…]`: seeds all kinds of records.
struct SeedAllCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Seed categories, feeds and collections from files (the default).")

  @Argument(help: "Seed files and folders of seed files. (default: seed)")
  var paths: [String] = ["seed"]

  @Flag(help: "Delete what the container has and the seed folders do not state, after confirmation; folders only.")
  var prune = false

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed", paths, kinds: SeedKind.allCases, prunes: prune, options).run()
  }
}

/// `seed categories FILE…`: seeds categories only.
struct SeedCategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories", abstract: "Seed categories only.")

  @Argument(help: "Seed files.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed categories", files, kinds: [.category], options).run()
  }
}

/// `seed feeds FILE…`: seeds feeds only.
struct SeedFeedsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "Seed feeds only: JSON, OPML, CSV or text.")

  @Argument(help: "Seed files and OPML lists.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed feeds", files, kinds: [.feed], options).run()
  }
}

/// `seed collections FILE…`: seeds collections only.
struct SeedCollectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections", abstract: "Seed collections only.")

  @Argument(help: "Seed files.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed collections", files, kinds: [.collection], options).run()
  }
}
