import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import Curation

/// `browse categories`: `fetchCategories` of the app.
struct BrowseCategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories", abstract: "List the categories in the editors' order.")

  @Option(help: "Maximum categories to list; 0 for all.")
  var limit = 0

  @OptionGroup var pages: BrowsePageOptions
  @OptionGroup var options: BrowseOptions

  func validate() throws { try BrowseArguments.check(limit: limit) }

  func run() async throws {
    let read = AppRead("browse categories", ["\(limit)", pages.after], lifetime: .day)
    try await options.list(read, .categories) { catalog in
      try await catalog.reader.categories(pages.page(limit))
    }
  }
}

/// `browse featured`: `fetchFeaturedFeeds` of the app.
struct BrowseFeaturedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "featured", abstract: "List the featured feeds of a category, those with the most subscribers first.")

  @Argument(help: "Category: its slug, or in the layout celestraKit its name.")
  var category: String

  @Option(help: "Maximum feeds to list; 0 for all.")
  var limit = 50

  @OptionGroup var pages: BrowsePageOptions
  @OptionGroup var options: BrowseOptions

  func validate() throws { try BrowseArguments.check(limit: limit) }

  func run() async throws {
    let read = AppRead("browse featured", [category, "\(limit)", pages.after], lifetime: .hour)
    try await options.list(read, .feeds) { catalog in
      let page = pages.page(limit)
      let answer = try await catalog.reader.featuredFeeds(in: RecordName(category), page)
      // Only an empty answer needs to tell a category without featured feeds from an unknown one.
      guard answer.records.isEmpty, catalog.opened.layout.hasTaxonomy else { return answer }
      let found = try await catalog.finder.category(category).name
      return found.rawValue == category ? answer : try await catalog.reader.featuredFeeds(in: found, page)
    }
  }
}

/// `browse search-feeds`: `searchFeeds` of the app.
struct BrowseSearchFeedsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search-feeds",
    abstract: "List the feeds of a language with words in the title, or with a tag.",
    discussion: "Two queries, since CloudKit has no OR: titles that contain all words, and the words as one tag.")

  @Argument(help: "Words to search for in any order and case.")
  var words: String?

  @Option(help: "Only feeds with a tag, instead of words.")
  var tag: String?

  @Option(help: ArgumentHelp("Language of the feeds.", valueName: "code"))
  var language = "en"

  @Option(help: "Maximum feeds to list; 0 for all.")
  var limit = 20

  @OptionGroup var options: BrowseOptions

  func validate() throws {
    try BrowseArguments.check(limit: limit)
    guard (words == nil) != (tag == nil) else { throw ValidationError("pass words to search for, or --tag") }
    if let words { try BrowseArguments.check(words: words) }
  }

  func run() async throws {
    let read = AppRead("browse search-feeds", [words, tag, language, "\(limit)"], lifetime: .hour)
    try await options.list(read, .feeds) { catalog in
      let page = AppPage(upTo: limit)
      if let tag { return try await catalog.reader.feeds(tagged: tag, language: language, page) }
      return try await catalog.reader.feeds(matching: words ?? "", language: language, page)
    }
  }
}

/// `browse metadata`: `fetchMetadata` of the app.
struct BrowseMetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata", abstract: "Show the numbers and the health of a feed.")

  @Argument(help: "Feed: its URL, record name, or title.")
  var feed: String

  @OptionGroup var options: BrowseOptions

  func run() async throws {
    let read = AppRead("browse metadata", [feed], lifetime: .hour)
    let fields = CatalogTable.metadata.fields
    try await options.details(read, "metadata of feed", FeedURL.redacted(feed), showing: fields) { catalog in
      try await catalog.reader.metadata(of: catalog.finder.feedName(feed))
    }
  }
}
