import Articles
import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import FeedHealth
import HTMLPage
import ProbeHistory

/// What a site shows of feeds beside what curators state: score, health, subscribers, and newest articles.
struct SiteFacts {
  static let articlesPerFeed = 3

  let reader: CatalogReader
  let articles: NewestArticles
  /// The history of probes; `nil` without one.
  let history: SQLiteProbeHistory?
  let asOf: Timestamp

  var today: String { asOf.day }

  func shown(_ feeds: [ExportedFeed]) async throws -> [(ExportedFeed, SiteFeed)] {
    let entries = try await reader.page(named: feeds.map(\.name)).entries
    let names = entries.map(\.recordName)
    let records = try await history?.records(of: names) ?? [:]
    let recent = try await history?.recent(of: names, asOf: asOf) ?? [:]
    let health = Dictionary(
      entries.map { ($0.recordName, FeedHealth(of: $0, records[$0.recordName], recent[$0.recordName], asOf: asOf)) }
    ) { first, _ in first }
    let known = Dictionary(entries.map { ($0.recordName, $0) }) { first, _ in first }
    return feeds.map { ($0, shown($0, known[$0.name], health[$0.name])) }
  }

  private func shown(_ feed: ExportedFeed, _ entry: FeedEntry?, _ health: FeedHealth?) -> SiteFeed {
    let subscribers = entry.flatMap { $0.subscriberCount ?? $0.metadata?.subscriberCount } ?? 0
    let language = feed.text(FeedField.language).flatMap { LanguageTag.problem(in: $0) == nil ? $0 : nil }
    return SiteFeed(
      id: "f" + StableHash(feed.name.rawValue.utf8).hexadecimal,
      .init(Self.title(feed.title), link: feed.text(FeedField.siteURL).flatMap(WebLink.address)),
      feed: .init(Self.text(feed.url.key.description, atMost: 120), link: feed.url.canonical),
      text: feed.text(FeedField.subtitle).map { Self.text($0, atMost: 300) },
      health: entry?.isActive == false
        ? .init("inactive", .faint) : Self.health(health?.level ?? .unknown),
      facts: [
        entry?.qualityScore.map { "score \($0)" }, subscribers > 0 ? subscribers.of("subscriber") : nil,
      ].compactMap(\.self),
      language: language,
      articles: articles[feed.name].map { article in
        .init(Self.title(article.title), note: article.published.map(\.day), link: article.link)
      })
  }

  /// Returns the health as the catalog's records name it.
  private static func health(_ level: HealthLevel) -> ReportTable.Cell {
    .init(level.healthStatus ?? "not checked yet", level.meaning)
  }

  private static func title(_ text: String) -> String {
    let title = Self.text(text, atMost: 160)
    return title.isEmpty ? "(untitled)" : title
  }

  /// Returns a text on one line, truncated with "…".
  static func text(_ text: String, atMost count: Int) -> String {
    let clean = CleanText(text, atMost: count)
    return clean.isShortened ? clean.text + "…" : clean.text
  }
}
