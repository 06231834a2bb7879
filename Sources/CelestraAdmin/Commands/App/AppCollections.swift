import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// `app collections`: `fetchFeaturedCollections` of the app.
struct AppCollections: AppRead {
  static let command = CommandConfiguration(
    commandName: "collections", abstract: "List the featured collections, those with the most subscribers first.")

  @Option(help: ArgumentHelp("Maximum collections to list; 0 for all.", valueName: "n"))
  var limit = 10

  @OptionGroup var pages: AppPageOptions

  var form: AnswerForm { .list(.collections) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try await catalog.reader.featuredCollections(pages.page(limit))
  }
}

/// `app collection`: `resolveFeeds` of the app.
struct AppCollection: AppRead {
  static let command = CommandConfiguration(
    commandName: "collection", abstract: "List the feeds of a collection in its order.")

  @Argument(help: "Collection: its slug, record name, or title.")
  var collection: String

  var form: AnswerForm { .list(.feeds) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try CollectionsCommand.check(catalog.layout, "collections")
    let record = try await catalog.finder.collection(collection)
    let answer = try await catalog.reader.feeds(of: record)
    let missing = (record[CollectionField.feeds]?.list?.count ?? 0) - answer.records.count
    if missing > 0 { Terminal.note("skipped \(missing.of("missing feed")) of the collection") }
    return answer
  }
}
