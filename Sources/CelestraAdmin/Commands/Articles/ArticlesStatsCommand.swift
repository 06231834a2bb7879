import ArgumentParser
import Articles
import CSV
import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics

struct ArticlesStatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the articles of each feed.")

  @Option(help: ArgumentHelp("Only a feed: its URL, record name, or title. Repeatable.", valueName: "feed"))
  var feed: [String] = []

  @Option(
    help: ArgumentHelp("Maximum feeds to list in text and Markdown, most articles first; 0 for all.", valueName: "n"))
  var limit = 50

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<ListFormats>

  func run() async throws {
    let opened = try container.open(for: .reading)
    let asOf = clock.asOf
    let names = feed.isEmpty ? nil : try await opened.feeds(named: feed)
    let statistics = try await ArticleStatistics(opened.reader, feeds: names, asOf: asOf)
    let feeds = try await opened.reader.reading([]).page(named: statistics.feeds.keys.sorted())
    let titles = Dictionary(feeds.entries.map { ($0.recordName, $0.title) }, uniquingKeysWith: { $1 })
    try output.write(
      ArticleStatisticsReport(
        container: opened.name, asOf: asOf, statistics: statistics, titles: titles, limit: limit))
  }
}

struct ArticleStatisticsReport: TableReport {
  let command = "articles stats"
  let container: String
  let asOf: Timestamp?
  let statistics: ArticleStatistics
  /// The titles of the feeds that exist.
  let titles: [RecordName: String]
  /// Maximum feeds in text; 0 for all.
  let limit: Int

  struct Item: Encodable {
    let recordName: String
    let title: String?
    let articles, expired, withPicture, withText, words, byOthers: Int
    let perWeek: Double
    let newest: String?
  }

  var items: [Item] {
    statistics.feeds.sorted { ($1.value.articles, $0.key) < ($0.value.articles, $1.key) }.map { name, feed in
      Item(
        recordName: name.rawValue, title: titles[name], articles: feed.articles, expired: feed.expired,
        withPicture: feed.withPicture, withText: feed.withText, words: feed.words,
        byOthers: statistics.byOthers(feed), perWeek: (feed.perWeek * 100).rounded() / 100,
        newest: feed.newest?.description)
    }
  }

  var summary: EncodableObject {
    let feeds = statistics.feeds.values
    return [
      "container": container, "feeds": feeds.count, "articles": feeds.reduce(0) { $0 + $1.articles },
      "expired": feeds.reduce(0) { $0 + $1.expired }, "withoutFeed": statistics.withoutFeed,
      "orphans": statistics.feeds.filter { titles[$0.key] == nil }.values.reduce(0) { $0 + $1.articles },
    ]
  }

  private func table(_ items: some Sequence<Item>) -> ReportTable {
    ReportTable(
      "articles",
      [
        .text("feed", width: 50), .number("articles"), .number("per week"), .number("expired"), .number("pictures"),
        .number("texts"), .number("by others"), .text("newest"),
      ],
      rows: items.map { item in
        [
          .init(item.title ?? "(missing feed \(item.recordName))"), .number(item.articles), .init("\(item.perWeek)"),
          .number(item.expired), .number(item.withPicture), .number(item.withText), .number(item.byOthers),
          .init(String(item.newest?.prefix(10) ?? "")),
        ]
      })
  }

  func text(_ style: Style) -> String {
    if statistics.feeds.isEmpty { return "no articles in \(container)\n" }
    let items = items
    let shown = items.prefix(limit.asLimit)
    let total = items.reduce(0) { $0 + $1.articles }
    return "\(container): \(total.of("article")) of \(items.count.of("feed"))\n\n" + table(shown).text(style)
      + (shown.count < items.count ? "and \(items.count - shown.count) more; --limit 0 lists all\n" : "")
  }

  func markdown() -> String { table(items).markdown }

  func csv() -> String {
    let keys = [
      "recordName", "title", "articles", "perWeek", "expired", "withPicture", "withText", "words", "byOthers", "newest",
    ]
    return CSVWriter().document(
      keys,
      items.map { item in
        [
          item.recordName, item.title ?? "", "\(item.articles)", "\(item.perWeek)", "\(item.expired)",
          "\(item.withPicture)", "\(item.withText)", "\(item.words)", "\(item.byOthers)", item.newest ?? "",
        ]
      })
  }
}
