import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation

/// `app articles`: both `fetchArticles` of the app.
struct AppArticles: AppRead {
  static let command = CommandConfiguration(
    commandName: "articles", abstract: "List the articles of one feed or of several, newest first.")

  @Argument(help: "Feeds: their URLs, record names, or titles.")
  var feeds: [String]

  @Option(
    help: ArgumentHelp(
      "Only articles published after a date, such as 2026-11-21 or 2026-11-21T10:00:00Z.", valueName: "date"),
    transform: DateArgument.read)
  var since: Timestamp?

  @Option(
    help: ArgumentHelp("Maximum articles to list; 0 for all. (default: 50, for several feeds 100)", valueName: "n"))
  var limit: Int?

  @OptionGroup var pages: AppPageOptions

  func validate() throws {
    if pages.after != nil, feeds.count > RecordLimits.valuesPerFilter {
      throw ValidationError("--after works with at most \(RecordLimits.valuesPerFilter) feeds")
    }
  }

  var form: AnswerForm { .list(.articles) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    var names: [RecordName] = []
    for feed in feeds {
      let name = try await catalog.finder.feedName(feed)
      if !names.contains(name) { names.append(name) }
    }
    let page = pages.page(limit ?? (names.count == 1 ? 50 : 100))
    return try await catalog.reader.articles(of: names, since: since, page)
  }
}

/// `app article`: `fetchArticle` of the app.
struct AppArticle: AppRead {
  static let command = CommandConfiguration(
    commandName: "article", abstract: "Show all fields of an article; in text, the first 200 characters of each.")

  @Argument(help: ArgumentHelp("Record name of the article.", valueName: "name"))
  var article: String

  var form: AnswerForm { .details(noun: "article", name: article) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try await catalog.reader.article(RecordName(article))
  }
}

/// `app search-articles`: `searchArticles` of the app.
struct AppArticleSearch: AppRead {
  static let command = CommandConfiguration(
    commandName: "search-articles",
    abstract: "List the articles with words in the title or in the text, newest first.",
    discussion: "Two queries, since CloudKit has no OR: titles that contain all words, and texts that contain them.")

  @Argument(help: "Words to search for in any order and case.")
  var words: String

  @Option(help: ArgumentHelp("Maximum articles to list; 0 for all.", valueName: "n"))
  var limit = 20

  func validate() throws { try AppArguments.check(words: words) }

  var form: AnswerForm { .list(.articles) }

  func answer(from catalog: AppCatalog) async throws -> AppAnswer {
    try await catalog.reader.articles(matching: words, AppPage(upTo: limit))
  }
}
