import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Foundation

/// The feeds that a list or the catalog has, under their addresses and former ones.
struct KnownFeeds {
  private var places: [FeedURL.Key: String] = [:]
  private var seeds = SeedCatalog()
  private let container: ContainerHandle?

  /// Reads a list, or else the seed files of the configuration and the container, as far as they exist.
  init(list: String, _ options: ContainerOptions) async throws {
    let seeds = try options.configuration().seeds
    let paths = list.isEmpty ? (SeedFiles.isFolder(seeds) ? [seeds] : []) : [list] + Self.formerFile(beside: list)
    let hasContainer = try list.isEmpty && options.exists
    container = hasContainer ? try options.open(for: .reading) : nil
    guard !paths.isEmpty else { return }
    let files = try SeedFiles(paths, taking: [.feed], isStrict: false)
    self.seeds = files.seeds
    for seed in files.seeds.feeds {
      let title = seed.fields[FeedField.title]?.string.map { " '\(DisplayText.short($0))'" } ?? ""
      let place = files.place(of: seed.place) + title
      if let key = try? FeedURL(seed.feedURL).key, places[key] == nil { places[key] = place }
    }
    for seed in files.seeds.feeds {
      for former in seed.formerURLs.compactMap({ try? FeedURL($0).key }) where places[former] == nil {
        let now = (try? FeedURL(seed.feedURL)).flatMap { places[$0.key] } ?? seed.place.file
        places[former] = "\(now), under a former address"
      }
    }
  }

  /// The file of former entries beside a list, if there is one.
  static func formerFile(beside list: String) -> [String] {
    let folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? ""
    let path = folder + "former.json"
    return path != list && FileManager.default.fileExists(atPath: path) ? [path] : []
  }

  /// Returns the entry of a feed that was removed from the list; `nil` for others.
  func former(_ url: FeedURL) -> FormerFeed? { seeds.former(url.key) }

  /// Returns where a feed is listed; `nil` if it is not.
  func place(of url: FeedURL) async throws -> String? {
    if let place = places[url.key] { return place }
    guard let container, let record = try await CatalogFinder(container.reader).existingFeed(url) else { return nil }
    let isFormer = record[FeedField.feedURL]?.string.flatMap { try? FeedURL($0).key } != url.key
    return "\(container.name) '\(DisplayText.short(record.title))'" + (isFormer ? ", under a former address" : "")
  }
}
