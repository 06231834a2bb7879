import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// `browse collections`: `fetchFeaturedCollections` of the app.
struct BrowseCollectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections", abstract: "List the featured collections, those with the most subscribers first.")

  @Option(help: "Maximum collections to list; 0 for all.")
  var limit = 10

  @OptionGroup var pages: BrowsePageOptions
  @OptionGroup var options: BrowseOptions

  func validate() throws { try BrowseArguments.check(limit: limit) }

  func run() async throws {
    let read = AppRead("browse collections", ["\(limit)", pages.after], lifetime: .hour)
    try await options.list(read, .collections) { catalog in
      try await catalog.reader.featuredCollections(pages.page(limit))
    }
  }
}

/// `browse collection`: `resolveFeeds` of the app.
struct BrowseCollectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection", abstract: "List the feeds of a collection in its order.")

  @Argument(help: "Collection: its slug, record name, or title.")
  var collection: String

  @OptionGroup var options: BrowseOptions

  func run() async throws {
    let read = AppRead("browse collection", [collection], lifetime: .hour)
    try await options.list(read, .feeds) { catalog in
      try CollectionsCommand.check(catalog.opened.layout, "collections")
      let record = try await catalog.finder.collection(collection)
      let answer = try await catalog.reader.feeds(of: record)
      let missing = (record[CollectionField.feeds]?.list?.count ?? 0) - answer.records.count
      if missing > 0 {
        Terminal.standardError.write("note: skipped \(missing.of("missing feed")) of the collection\n")
      }
      return answer
    }
  }
}
