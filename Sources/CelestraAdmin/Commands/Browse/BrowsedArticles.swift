import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import Curation

/// `browse articles`: both `fetchArticles` of the app.
struct BrowsedArticles: AppRead {
  static let command = CommandConfiguration(
    commandName: "articles", abstract: "List the articles of one feed or of several, newest first.")

  @Argument(help: "Feeds: their URLs, record names, or titles.")
  var feeds: [String]

  @Option(help: "Only articles published after a date, such as 2026-11-21 or 2026-11-21T10:00:00Z.")
  var since: Timestamp?

  @Option(help: "Maximum articles to list; 0 for all. (default: 50, for several feeds 100)")
  var limit: Int?

  @OptionGroup var pages: BrowsePageOptions

  func validate() throws {
    try BrowseArguments.check(limit: limit)
    if pages.after != nil, feeds.count > AppReader.feedsPerQuery {
      throw ValidationError("--after supports up to \(AppReader.feedsPerQuery) feeds, the most that one query has")
    }
  }

  var form: AnswerForm { .list(.articles) }

  func answer(from catalog: BrowsedCatalog) async throws -> AppAnswer {
    var names: [RecordName] = []
    for feed in feeds {
      let name = try await catalog.finder.feedName(feed)
      if !names.contains(name) { names.append(name) }
    }
    let page = pages.page(limit ?? (names.count == 1 ? 50 : 100))
    return try await catalog.reader.articles(of: names, since: since, page)
  }
}

/// `browse article`: `fetchArticle` of the app.
struct BrowsedArticle: AppRead {
  static let command = CommandConfiguration(
    commandName: "article", abstract: "Show all fields of an article; in text, the first 200 characters of each.")

  @Argument(help: ArgumentHelp("Record name of the article.", valueName: "name"))
  var article: String

  var form: AnswerForm { .details(noun: "article", name: article) }

  func answer(from catalog: BrowsedCatalog) async throws -> AppAnswer {
    try await catalog.reader.article(RecordName(article))
  }
}

/// `browse search-articles`: `searchArticles` of the app.
struct BrowsedArticleSearch: AppRead {
  static let command = CommandConfiguration(
    commandName: "search-articles",
    abstract: "List the articles with words in the title or in the text, newest first.",
    discussion: "Two queries, since CloudKit has no OR: titles that contain all words, and texts that contain them.")

  @Argument(help: "Words to search for in any order and case.")
  var words: String

  @Option(help: "Maximum articles to list; 0 for all.")
  var limit = 20

  func validate() throws {
    try BrowseArguments.check(limit: limit)
    try BrowseArguments.check(words: words)
  }

  var form: AnswerForm { .list(.articles) }

  func answer(from catalog: BrowsedCatalog) async throws -> AppAnswer {
    try await catalog.reader.articles(matching: words, AppPage(upTo: limit))
  }
}
