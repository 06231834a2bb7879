import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import FeedHealth
import Foundation
import SQLiteStore
import Syndication
import TestEnvironment
import Testing

/// A container of articles, and runs of one or more feeds over it.
struct StoredArticles {
  let layout: CatalogLayout
  let container: LocalContainer
  let schema: Schema
  var settings: ArticleSettings
  /// The marks of the feeds' last documents.
  var feeds: [String: FeedEntry] = [:]

  static let start = Timestamp(milliseconds: 1_795_000_000_000)

  init(_ layout: CatalogLayout = .publicCatalog) throws {
    self.layout = layout
    let name = layout == .publicCatalog ? "celestra" : "celestrakit"
    let text = try String(contentsOf: TestEnvironment.root.appending(path: "schema/\(name).ckdb"), encoding: .utf8)
    let schema = Schema(SchemaFile(SourceText(name: name, text: text)))
    container = try LocalContainer.inMemory(schema: schema) { Self.start }
    self.schema = schema
    settings = ArticleSettings(layout)
  }

  /// The failures of operations by their number.
  var fault: (@Sendable (Int, RecordOperation) -> FaultyStore.Fault?)?
  /// What happens between reading and writing.
  var beforeWriting: (@Sendable () async -> Void)?

  var reader: CatalogReader {
    CatalogReader(
      FaultyStore(container, fault: fault, beforeWriting: beforeWriting), layout: layout, schema: schema)
  }

  /// Reads documents of feeds and writes their articles, as one run does.
  @discardableResult
  mutating func update(
    _ documents: [String: String], at day: Double = 0, robotsTag: String? = nil
  ) async throws -> ArticleSummary {
    let asOf = Timestamp(milliseconds: Self.start.milliseconds + Int64(day * 86_400_000))
    let writer = ArticleWriter(reader, settings: settings, asOf: asOf)
    var articles: [FeedArticles] = []
    var read: [RecordName: FeedEntry] = [:]
    for (name, text) in documents.sorted(by: { $0.key < $1.key }) {
      let url = "https://\(name).example/feed"
      var entry = feeds[name] ?? FeedEntry(recordName: RecordName(name), title: name, feedURL: url)
      let body = Array(text.utf8)
      guard case .feed(let document) = FeedDocument.read(body, contentType: nil, url: url) else {
        Issue.record("not a feed: \(text.prefix(200))")
        continue
      }
      let outcome = FetchOutcome(answer: .success(FetchedAnswer(status: 200, body: body)))
      let decision = ReadDecision(of: entry, known: nil, articles: settings, asOf: asOf)
      guard let state = decision.state(of: outcome) else { continue }
      articles.append(
        FeedArticles(document, of: entry, robotsTag: robotsTag, state: state, settings: settings, asOf: asOf))
      entry.articlesDigest = state.digest
      if state.isCompared { entry.articlesReadAt = asOf }
      read[RecordName(name)] = entry
    }
    let complete = try await writer.write(articles, trusting: [])
    for (name, entry) in read where complete.contains(name) { feeds[name.rawValue] = entry }
    for name in documents.keys where feeds[name] == nil {
      feeds[name] = FeedEntry(recordName: RecordName(name), title: name, feedURL: "https://\(name).example/feed")
    }
    return await writer.summary
  }

  /// Deletes what has expired, and returns the names of the deleted articles.
  func prune(at day: Double) async throws -> Set<RecordName> {
    let asOf = Timestamp(milliseconds: Self.start.milliseconds + Int64(day * 86_400_000))
    let pruning = ArticlePruning(reader, asOf: asOf)
    let expired = try await pruning.expired()
    var run = ChangeRun(to: reader.store)
    try await run.applyDeletingLast(expired, replan: pruning.replan)
    #expect(run.outcome.failed == 0)
    return Set(expired.map(\.recordName))
  }

  /// All stored articles, by name.
  func records(_ fields: [CatalogField]? = nil) async throws -> [Record] {
    var records: [Record] = []
    let query = Query(layout.articleType, desiredFields: fields?.names(in: layout))
    try await container.forEachPage(of: query) { records += $0 }
    return records.sorted { $0.name < $1.name }
  }

  /// The values of a field of all articles, sorted.
  func values(of field: CatalogField) async throws -> [String] {
    try await records().compactMap { record in
      record[field, layout].map { $0.string ?? $0.timestamp?.description ?? $0.int64.map(String.init) ?? "\($0)" }
    }.sorted()
  }
}

/// RSS with items.
func rss(_ items: String..., channel: String = "") -> String {
  """
  <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>\
  <title>F</title><link>https://a.example/</link>\(channel)\(items.joined())</channel></rss>
  """
}

/// An RSS item. The day counts from the start of the test.
func item(
  _ guid: String? = nil, day: Double? = -1, link: String? = nil, title: String? = "T", body: String? = nil,
  _ more: String = ""
) -> String {
  let date = day.map { Date(timeIntervalSince1970: Double(StoredArticles.start.milliseconds) / 1000 + $0 * 86_400) }
  return "<item>" + (guid.map { "<guid isPermaLink='false'>\($0)</guid>" } ?? "")
    + (link.map { "<link>\($0)</link>" } ?? "") + (title.map { "<title>\($0)</title>" } ?? "")
    + (date.map { "<pubDate>\($0.formatted(.iso8601))</pubDate>" } ?? "")
    + (body.map { "<description><![CDATA[\($0)]]></description>" } ?? "") + more + "</item>"
}
