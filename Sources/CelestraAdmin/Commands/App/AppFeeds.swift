import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import Curation

/// `app categories`: `fetchCategories` of the app.
struct AppCategories: AppRead {
  static let command = CommandConfiguration(
    commandName: "categories", abstract: "List the categories in the editors' order.")

  @Option(help: ArgumentHelp("Maximum categories to list; 0 for all.", valueName: "n"))
  var limit = 0

  @OptionGroup var pages: AppPageOptions

  var form: AnswerForm { .list(.categories) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try await catalog.reader.categories(pages.page(limit))
  }
}

/// `app featured`: `fetchFeaturedFeeds` of the app.
struct AppFeatured: AppRead {
  static let command = CommandConfiguration(
    commandName: "featured", abstract: "List the featured feeds of a category, those with the most subscribers first.")

  @Argument(help: "Category: its slug, or in the layout celestraKit its name.")
  var category: String

  @Option(help: ArgumentHelp("Maximum feeds to list; 0 for all.", valueName: "n"))
  var limit = 50

  @OptionGroup var pages: AppPageOptions

  var form: AnswerForm { .list(.feeds) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    let page = pages.page(limit)
    let answer = try await catalog.reader.featuredFeeds(in: RecordName(category), page)
    // Only an empty answer needs to tell a category without featured feeds from an unknown one.
    guard answer.records.isEmpty, catalog.layout.hasTaxonomy else { return answer }
    let found = try await catalog.finder.category(category).name
    return found.rawValue == category ? answer : try await catalog.reader.featuredFeeds(in: found, page)
  }
}

/// `app search-feeds`: `searchFeeds` of the app.
struct AppFeedSearch: AppRead {
  static let command = CommandConfiguration(
    commandName: "search-feeds",
    abstract: "List the feeds of a language with words in the title, or with a tag.",
    discussion: "Two queries, since CloudKit has no OR: titles that contain all words, and the words as one tag.")

  @Argument(help: "Words to search for in any order and case.")
  var words: String?

  @Option(help: "Only feeds with a tag, instead of words.")
  var tag: String?

  @Option(help: ArgumentHelp("Language of the feeds.", valueName: "code"))
  var language = "en"

  @Option(help: ArgumentHelp("Maximum feeds to list; 0 for all.", valueName: "n"))
  var limit = 20

  func validate() throws {
    guard (words == nil) != (tag == nil) else { throw ValidationError("pass words to search for, or --tag") }
    if let words { try AppArguments.check(words: words) }
  }

  var form: AnswerForm { .list(.feeds) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    let page = AppPage(upTo: limit)
    if let tag { return try await catalog.reader.feeds(tagged: tag, language: language, page) }
    return try await catalog.reader.feeds(matching: words ?? "", language: language, page)
  }
}

/// `app metadata`: `fetchMetadata` of the app.
struct AppMetadata: AppRead {
  static let command = CommandConfiguration(
    commandName: "metadata", abstract: "Show the numbers and the health of a feed.")

  @Argument(help: "Feed: its URL, record name, or title.")
  var feed: String

  var form: AnswerForm {
    .details(noun: "metadata of feed", name: FeedURL.redacted(feed), fields: CatalogTable.metadata.fields)
  }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try await catalog.reader.metadata(of: catalog.finder.feedName(feed))
  }
}
