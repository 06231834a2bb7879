import ArgumentParser
import CommandLineTool
import Curation
import Foundation

struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Seed a container from files: plan the changes, then apply them.",
    discussion: """
      Reads JSON, OPML, CSV, and text. 'seed feeds FILE' is short for 'seed --only feeds FILE'; categories and collections \
      work alike.
      """)

  @Argument(help: "Seed files, lists, and folders of them. (default: seed)", completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Kind of record to seed. Repeatable. (default: all)", valueName: "kind"))
  var only: [SeedKind] = []

  @Flag(help: "Fetch each feed once, and seed only those that work.")
  var onlyLive = false

  @Flag(help: "Delete records that the seed folders do not state, after confirmation; accepts folders only.")
  var prune = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var planning: PlanOptions

  @Flag(
    help: ArgumentHelp(
      "Report an error for lists that are not well-formed XML instead of repairing them.", visibility: .hidden))
  var strict = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var lists: ListOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Fetching") var fetching: FetchOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  /// Takes a kind from the place of the first path, unless a file has its name.
  mutating func validate() throws {
    if onlyLive, prune {
      throw ValidationError("--prune would delete the feeds that do not work now; use it without --only-live")
    }
    if let first = paths.first, let kind = SeedKind(argument: first), !FileManager.default.fileExists(atPath: first) {
      guard paths.count > 1 else { throw ValidationError("name the files to seed \(first) from") }
      paths.removeFirst()
      only.append(kind)
    }
  }
}

extension SeedKind: ExpressibleByArgument {
  package init?(argument: String) {
    guard let kind = Self.stated.first(where: { $0.plural == argument }) else { return nil }
    self = kind
  }

  package static var allValueStrings: [String] { stated.map(\.plural) }

  /// The kinds that seed files state.
  private static let stated: [SeedKind] = [.category, .feed, .collection]
}

/// Options for lists: folders, duplicate feeds and denied feeds.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Map from list folders to categories. (default: seed/\(Self.mapName), if it exists)", valueName: "file"),
    completion: .file())
  var categoryMap: String?

  @Flag(
    name: .customLong("no-category-map"),
    help: ArgumentHelp("Use no category map, not even one in a seed folder.", visibility: .hidden))
  var ignoresCategoryMap = false

  @Flag(help: "Create a collection from each list folder, with its feeds in list order.")
  var collectionsFromFolders = false

  @Option(
    help: ArgumentHelp(
      "How to resolve duplicate feeds: keep the first, prefer the https address, or report an error.", valueName: "way",
      visibility: .hidden))
  var duplicates: SeedPolicy.Duplicates = .keepFirst

  @Flag(
    help: ArgumentHelp(
      "Allow user names and passwords in addresses. Everyone can read them in the catalog.", visibility: .hidden))
  var allowCredentials = false

  @Option(
    help: ArgumentHelp(
      "Feeds to exclude: a list in any format that seed reads.", valueName: "file", visibility: .hidden),
    completion: .file())
  var denylist: String?

  private static let mapName = "category-map.json"

  /// Returns the policy of a run. Adds problems in the category map and the denylist to the findings of `files`.
  /// - Throws: `CommandFailure` if a file cannot be read.
  func policy(_ files: inout SeedFiles, _ configuration: EffectiveConfiguration) throws -> SeedPolicy {
    let defaultMap = "\(configuration.seeds)/\(Self.mapName)"
    if ignoresCategoryMap {
      if categoryMap != nil { throw ValidationError("use --category-map or --no-category-map, not both") }
    } else if let categoryMap {
      try files.readCategoryMap(categoryMap)
    } else if files.categoryMap == nil, FileManager.default.fileExists(atPath: defaultMap) {
      try files.readCategoryMap(defaultMap)
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
