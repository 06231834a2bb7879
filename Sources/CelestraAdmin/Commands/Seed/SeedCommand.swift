import ArgumentParser
import Curation

struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Seed a container from files: plan the changes, then apply them.",
    usage: """
      celestra-admin seed [<path> ...] [<options>]
      celestra-admin seed categories|feeds|collections <file> ... [<options>]
      """,
    subcommands: [
      SeedAllCommand.self, SeedKindCommand<SeededCategories>.self, SeedKindCommand<SeededFeeds>.self,
      SeedKindCommand<SeededCollections>.self,
    ],
    defaultSubcommand: SeedAllCommand.self)
}

struct SeedAllCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Seed categories, feeds, and collections from files (the default).")

  @Argument(help: "Seed files and folders of seed files. (default: seed)")
  var paths: [String] = ["seed"]

  @Flag(help: "Delete records that the seed folders do not state, after confirmation; accepts folders only.")
  var prune = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed", paths, kinds: SeedKind.allCases, prunes: prune ? deletions : nil, options).run()
  }
}

/// A kind of record that a command seeds by itself.
protocol SeededKind: Sendable {
  static var kind: SeedKind { get }
}

enum SeededCategories: SeededKind { static let kind = SeedKind.category }
enum SeededFeeds: SeededKind { static let kind = SeedKind.feed }
enum SeededCollections: SeededKind { static let kind = SeedKind.collection }

struct SeedKindCommand<Seeded: SeededKind>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Seeded.kind.plural,
      abstract: "Seed \(Seeded.kind.plural) only, from JSON\(Seeded.kind == .collection ? "" : " or lists").")
  }

  @Argument(help: "Seed files and lists.")
  var files: [String]

  @OptionGroup var options: SeedOptions

  func run() async throws {
    try await Seeding("seed \(Seeded.kind.plural)", files, kinds: [Seeded.kind], options).run()
  }
}
