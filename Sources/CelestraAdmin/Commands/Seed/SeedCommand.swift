import ArgumentParser
import Curation
import Foundation

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

  @Argument(help: "Seed files and folders of seed files.", completion: .file())
  var paths = [ReleasedFolders.seed]

  @Flag(help: "Delete records that the seed folders do not state, after confirmation; accepts folders only.")
  var prune = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var options: SeedOptions
  @OptionGroup var lists: ListOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    try await Seeding(
      command: "seed", paths: paths, kinds: SeedKind.allCases, prunes: prune ? deletions : nil, options: options,
      lists: lists, container: container, asOf: clock.asOf, output: output
    ).run()
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

  @Argument(help: "Seed files and lists.", completion: .file())
  var files: [String]

  @OptionGroup var options: SeedOptions
  @OptionGroup var lists: ListOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    try await Seeding(
      command: "seed \(Seeded.kind.plural)", paths: files, kinds: [Seeded.kind], options: options, lists: lists,
      container: container, asOf: clock.asOf, output: output
    ).run()
  }
}

/// Options shared by all seed commands. They contain no group: a debug build of the parser checks each level of groups
/// four times as often as the level above, which took a quarter of a run (2026-11-23).
struct SeedOptions: ParsableArguments {
  @Flag(help: "Show the planned changes. Write nothing.")
  var dryRun = false

  @Flag(help: "Report an error for lists that are not well-formed XML instead of repairing them.")
  var strict = false

  @Option(
    help: ArgumentHelp("Write the plan to a file for 'apply' instead of applying it.", valueName: "file"),
    completion: .file())
  var planOut: String?
}

/// Options for lists: folders, duplicate feeds and denied feeds.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Map from list folders to categories. (default: \(Self.defaultMap), if it exists)", valueName: "file"),
    completion: .file())
  var categoryMap: String?

  @Flag(name: .customLong("no-category-map"), help: "Use no category map, not even one in a seed folder.")
  var ignoresCategoryMap = false

  @Flag(help: "Create a collection from each list folder, with its feeds in list order.")
  var collectionsFromFolders = false

  @Option(
    help: "How to resolve duplicate feeds: keep the first, prefer the https address, or report an error.")
  var duplicates: SeedPolicy.Duplicates = .keepFirst

  @Flag(help: "Allow user names and passwords in addresses. Everyone can read them in the catalog.")
  var allowCredentials = false

  @Option(
    help: ArgumentHelp("Feeds to exclude: a list in any format that seed reads.", valueName: "file"),
    completion: .file())
  var denylist: String?

  private static let defaultMap = "seed/category-map.json"

  /// Returns the policy of a run. Adds problems in the category map and the denylist to the findings of `files`.
  /// - Throws: `CommandFailure` if a file cannot be read.
  func policy(_ files: inout SeedFiles) throws -> SeedPolicy {
    if ignoresCategoryMap {
      if categoryMap != nil { throw ValidationError("use --category-map or --no-category-map, not both") }
    } else if let categoryMap {
      try files.readCategoryMap(categoryMap)
    } else if files.categoryMap == nil, FileManager.default.fileExists(atPath: Self.defaultMap) {
      try files.readCategoryMap(Self.defaultMap)
    }
    let denied = try denylist.map { try files.readFeeds($0) } ?? []
    return SeedPolicy(
      categoryMap: ignoresCategoryMap ? nil : files.categoryMap, duplicates: duplicates, denied: denied,
      allowsCredentials: allowCredentials)
  }

  /// Returns the seeds of some kinds and, with `--collections-from-folders`, a collection per folder.
  func seeds(of files: SeedFiles, taking kinds: [SeedKind]) -> SeedCatalog {
    var seeds = files.seeds.only(kinds)
    if collectionsFromFolders { seeds.addCollections(fromFoldersOf: files.seeds) }
    return seeds
  }
}

extension SeedPolicy.Duplicates: ExpressibleByArgument {}
