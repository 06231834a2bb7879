import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool

struct ArticlesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List articles, newest first. Filters use declared indexes only.")

  @Argument(help: "Words that the text of an article must contain.")
  var words: [String] = []

  @Flag(help: "Search titles instead of texts.")
  var titles = false

  @Option(help: ArgumentHelp("Only articles of a feed: its URL, record name, or title. Repeatable.", valueName: "feed"))
  var feed: [String] = []

  @Option(
    help: ArgumentHelp("Only articles published at or after a date.", valueName: "date"), transform: DateArgument.read)
  var since: Timestamp?

  @Option(
    help: ArgumentHelp("Only articles published at or before a date.", valueName: "date"),
    transform: DateArgument.readEnd)
  var until: Timestamp?

  @Option(help: ArgumentHelp("Only articles in a language, such as en.", valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("Only articles with a tag.", valueName: "tag"))
  var tag: String?

  @Flag(help: "Only articles that have expired.")
  var expired = false

  @Option(
    help: ArgumentHelp(
      "Maximum articles to list, newest first; 0 for all. (default: 50; all in CSV and Markdown)", valueName: "n"))
  var limit: Int?

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<ListFormats>

  func validate() throws {
    if titles, words.isEmpty { throw ValidationError("--titles requires words to search") }
    if let since, let until, since > until { throw ValidationError("--since is after --until") }
  }

  func run() async throws {
    let opened = try container.open(for: .reading)
    let limit = limit ?? (output.includesTable ? 0 : 50)
    try output.write(try await Self.list(listing(in: opened), limit: limit, in: opened))
  }

  /// - Throws: `CommandFailure` if no feed matches a `--feed`.
  private func listing(in opened: ContainerHandle) async throws -> ArticleListing {
    let text = words.isEmpty ? nil : words.joined(separator: " ")
    var listing = ArticleListing()
    listing.titleWords = titles ? text : nil
    listing.textWords = titles ? nil : text
    listing.since = since
    listing.until = until
    listing.language = language
    listing.tag = tag?.lowercased()
    listing.expiredAsOf = expired ? clock.asOf : nil
    if !feed.isEmpty {
      let feeds = try await opened.feeds(named: feed)
      let limit = RecordLimits.valuesPerFilter
      if feeds.count > limit { throw ValidationError("--feed names \(feeds.count) feeds; at most \(limit) are listed") }
      listing.feeds = feeds
    }
    return listing
  }

  private static func list(
    _ listing: ArticleListing, limit: Int, in opened: ContainerHandle
  ) async throws -> CatalogList {
    // One article beyond the limit shows whether the list is complete.
    let found = try await listing.articles(
      opened.reader, fields: fields, limit: limit.asLimitPlusOne)
    let listed = Array(found.prefix(limit.asLimit))
    var list = try CatalogList(
      "articles list", "articles", container: opened.name, columns: columns(opened.layout), rows: listed)
    list.hasMore = found.count > listed.count
    if listed.isEmpty { list.existing = await opened.existing(try opened.layout.articleType) }
    return list
  }

  private static let fields = CatalogTable.articles.fields.filter {
    $0 !== ArticleField.content && $0 !== ArticleField.contentText
  }

  /// Returns the columns of a list of articles in a layout; the record name is the last.
  static func columns(_ layout: CatalogLayout) -> [CatalogList.Column<Record>] {
    func column(_ field: CatalogField, _ head: String? = nil) -> CatalogList.Column<Record> {
      .field(field, head, in: layout)
    }
    return [
      column(ArticleField.publishedDate, "published"), column(ArticleField.title, "title"),
      column(ArticleField.author, "author"), column(ArticleField.language, "language"),
      column(ArticleField.wordCount, "words"), column(ArticleField.url, "URL"),
      column(ArticleField.feedReference), column(ArticleField.guid), column(ArticleField.excerpt),
      column(ArticleField.imageURL), column(ArticleField.tags), column(ArticleField.estimatedReadingTime),
      column(ArticleField.fetchedAt), column(ArticleField.expiresAt), column(ArticleField.contentHash), .recordName(),
    ]
  }
}
