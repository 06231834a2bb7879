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

  /// The feeds with the most articles first.
  private var feeds: [(name: RecordName, feed: ArticleStatistics.Feed)] {
    statistics.feeds.sorted { ($1.value.articles, $0.key) < ($0.value.articles, $1.key) }.map { ($0.key, $0.value) }
  }

  var items: [EncodableObject] {
    feeds.map { name, feed in
      [
        "recordName": name.rawValue, "title": titles[name], "articles": feed.articles, "expired": feed.expired,
        "withPicture": feed.withPicture, "withText": feed.withText, "words": feed.words,
        "byOthers": statistics.byOthers(feed), "perWeek": Self.perWeek(feed), "newest": feed.newest?.description,
      ]
    }
  }

  private static func perWeek(_ feed: ArticleStatistics.Feed) -> Double { (feed.perWeek * 100).rounded() / 100 }

  var summary: EncodableObject {
    let feeds = statistics.feeds.values
    return [
      "container": container, "feeds": feeds.count, "articles": feeds.reduce(0) { $0 + $1.articles },
      "expired": feeds.reduce(0) { $0 + $1.expired }, "withoutFeed": statistics.withoutFeed,
      "orphans": statistics.feeds.filter { titles[$0.key] == nil }.values.reduce(0) { $0 + $1.articles },
    ]
  }

  private func table(limit: Int) -> ReportTable {
    ReportTable(
      "articles",
      [
        .text("feed", width: 50), .number("articles"), .number("per week"), .number("expired"), .number("pictures"),
        .number("texts"), .number("by others"), .text("newest"),
      ],
      rows: feeds.prefix(limit).map { name, feed in
        [
          .init(titles[name] ?? "(missing feed \(name))"), .number(feed.articles), .init("\(Self.perWeek(feed))"),
          .number(feed.expired), .number(feed.withPicture), .number(feed.withText), .number(statistics.byOthers(feed)),
          .init(feed.newest?.day ?? ""),
        ]
      })
  }

  func text(_ style: Style) -> String {
    if statistics.feeds.isEmpty { return "no articles in \(container)\n" }
    let total = statistics.feeds.values.reduce(0) { $0 + $1.articles }
    let hidden = statistics.feeds.count - limit.asLimit
    return "\(container): \(total.of("article")) of \(statistics.feeds.count.of("feed"))\n\n"
      + table(limit: limit.asLimit).text(style) + (hidden > 0 ? "and \(hidden) more; --limit 0 lists all\n" : "")
  }

  func markdown() -> String { table(limit: .max).markdown }

  func csv() -> String {
    let keys = [
      "recordName", "title", "articles", "perWeek", "expired", "withPicture", "withText", "words", "byOthers", "newest",
    ]
    return CSVWriter().document(keys, items.map { $0.texts(keys) })
  }
}
