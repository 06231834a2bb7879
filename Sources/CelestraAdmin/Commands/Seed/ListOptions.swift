import ArgumentParser
import Catalog
import Curation
import Foundation

/// Options for lists: folders, duplicate feeds and denied feeds.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which folders of lists are which categories. (default: \(Self.defaultMap), if it is there)", valueName: "file"))
  var categoryMap: String?

  @Flag(help: "Make a collection of each folder of the lists, its feeds in the order of the list.")
  var collectionsFromFolders = false

  @Option(
    help: "What becomes of feeds that stand twice: the first wins, the https address wins, or nothing is written.")
  var duplicates: SeedPolicy.Duplicates = .keepFirst

  @Option(help: ArgumentHelp("Feeds never to be seeded: a list in any form that seed reads.", valueName: "file"))
  var denylist: String?

  private static let defaultMap = "seed/category-map.json"

  /// Returns the policy of a run. Adds problems in the category map and the denylist to the findings of `files`.
  /// - Throws: `CommandFailure` if a file cannot be read.
  func policy(_ files: inout SeedFiles) throws -> SeedPolicy {
    if let categoryMap {
      try files.readCategoryMap(categoryMap)
    } else if files.categoryMap == nil, FileManager.default.fileExists(atPath: Self.defaultMap) {
      try files.readCategoryMap(Self.defaultMap)
    }
    let denied = try denylist.map { try files.readFeeds($0) } ?? []
    return SeedPolicy(categoryMap: files.categoryMap, duplicates: duplicates, denied: denied)
  }

  /// Returns the seeds of some kinds and, with `--collections-from-folders`, a collection per folder.
  func seeds(of files: SeedFiles, taking kinds: [SeedKind]) -> SeedCatalog {
    var seeds = files.seeds.only(kinds)
    if collectionsFromFolders { seeds.addCollections(fromFoldersOf: files.seeds) }
    return seeds
  }
}

extension SeedPolicy.Duplicates: ExpressibleByArgument {}
