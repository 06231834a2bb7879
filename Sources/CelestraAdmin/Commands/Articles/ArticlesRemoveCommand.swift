import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation

struct ArticlesRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete the articles of feeds, or single articles, such as on a publisher's request.",
    discussion: """
      Without --deny, the next 'update' stores listed articles again. With --deny, the addresses are added to \
      articles.deny in the configuration, which must be deployed with every scheduled 'update'.
      """)

  @Option(
    help: ArgumentHelp("Feed whose articles to delete: its URL, record name, or title. Repeatable.", valueName: "feed"))
  var feed: [String] = []

  @Option(help: ArgumentHelp("Article to delete: its URL or record name. Repeatable.", valueName: "url"))
  var url: [String] = []

  @Flag(help: "Add the feeds and articles to articles.deny of the configuration, so that they are not stored again.")
  var deny = false

  @Flag(help: "Show what would be deleted, but change nothing.")
  var dryRun = false

  @OptionGroup var deletions: ArticleDeletionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if feed.isEmpty, url.isEmpty { throw ValidationError("pass --feed or --url") }
  }

  func run() async throws {
    let opened = try container.open(for: dryRun ? .reading : .writing, isPlanned: true)
    let (articles, addresses) = try await find(in: opened)
    let write = try await write(articles, in: opened)
    let outcome = try await write.run {
      // First, so that no update in between stores the articles again.
      if deny { try DenyList.add(addresses, to: container.configuration().file) }
      return opened.store
    }
    // Without articles, nothing is asked.
    if deny, articles.isEmpty, !dryRun { try DenyList.add(addresses, to: container.configuration().file) }
    var report = ChangeReport("articles remove", opened.name, asOf: nil, [ChangeItem](write.changes))
    if articles.isEmpty { report.nothing = "no articles match" }
    report.add(outcome)
    try output.write(report)
    if dryRun { try await write.checkLimit() }
    try report.status.exit()
  }

  private func write(_ articles: [Record], in opened: ContainerHandle) async throws -> PlannedWrite {
    let layout = try opened.layout
    let feeds = Set(articles.compactMap { $0.articleFeed(in: layout) }).sorted()
    // The next update compares the feeds of the articles, even if their documents have not changed. A denial can be
    // taken back.
    let rereading = try await ArticleFinder(opened.reader).rereading(feeds)
    let deletion = articles.map { $0.deletion(title: $0[ArticleField.title.name]?.string) }
    var write = PlannedWrite(rereading + deletion, to: opened, container.approval, isDryRun: dryRun)
    write.limit = deletions.limit
    write.question = "delete \(articles.count.of("article")) of \(opened.container.name)?"
    return write
  }

  /// Returns the articles to delete, and the addresses to deny.
  private func find(in opened: ContainerHandle) async throws -> (articles: [Record], addresses: [String]) {
    let finder = try ArticleFinder(opened.reader)
    let names = try await opened.feeds(named: feed)
    var articles = try await finder.articles(of: names)
    var addresses = try await opened.reader.page(named: names).entries.map(\.feedURL)
    for text in url {
      let found = try await finder.articles(text)
      if found.isEmpty, !deny {
        throw CommandFailure(
          "no article matches '\(FeedURL.redacted(text))' in \(opened.name); pass its URL or record name")
      }
      articles += found
      let stored = found.compactMap { article in article[ArticleField.url.name]?.string.map { ($0, article) } }
      let denied: [(url: String, article: Record?)] = stored.isEmpty ? [(text, nil)] : stored
      if deny { for (url, article) in denied { try await requirePage(url, of: article, in: opened) } }
      addresses += denied.map(\.url)
    }
    var seen: Set<RecordName> = []
    return (articles.filter { seen.insert($0.name).inserted }, addresses)
  }

  /// An entry without a link, as of a podcast, has the address of its feed's site: if it is denied, so are all others.
  private func requirePage(_ url: String, of article: Record?, in opened: ContainerHandle) async throws {
    guard url.lowercased().hasPrefix("http") else {
      throw CommandFailure("cannot deny '\(DisplayText.line(url))': it is not an http or https address")
    }
    guard try await isShared(url, of: article, in: opened) else { return }
    throw CommandFailure(
      "cannot deny \(FeedURL.redacted(url)): it is the address of a site, which every article without a link has; remove"
        + " the article without --deny, or deny its feed with --feed")
  }

  /// Whether an address is that of a site, or of every article of a feed.
  private func isShared(_ url: String, of article: Record?, in opened: ContainerHandle) async throws -> Bool {
    if !WebLink.isPage(url) { return true }
    guard let feed = try article?.articleFeed(in: opened.layout) else { return false }
    let layout = try opened.layout
    let fields = [FeedField.feedURL.name, FeedField.siteURL.name]
    let record = try await opened.store.lookup([feed], desiredFields: opened.reader.declared(fields))[feed]
    let denied = DeniedArticles(fields.compactMap { record?[$0]?.string.flatMap(WebLink.address) })
    if denied.contains(article: url) { return true }
    let finder = try ArticleFinder(opened.reader)
    let sharing = try await finder.articles(url).count { $0.articleFeed(in: layout) == feed }
    if sharing < 2 { return false }
    return try await finder.articles(of: [feed]).count == sharing
  }
}
