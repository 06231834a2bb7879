import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import Foundation
import SQLiteStore
import Synchronization
import TestEnvironment
import Testing

@Suite("Reads of the app")
struct AppReaderTests {
  /// A store that keeps the queries and look-ups made of it.
  private final class WatchedStore: RecordStore {
    let store: any RecordStore
    let queries = Mutex<[Query]>([])
    let lookups = Mutex<[Int]>([])

    init(_ store: any RecordStore) { self.store = store }

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      queries.withLock { $0.append(query) }
      return try await store.query(query, after: cursor)
    }

    func lookup(
      _ names: [RecordName], desiredFields: [String]?
    ) async throws(RecordStoreError) -> [RecordName: Record] {
      lookups.withLock { $0.append(names.count) }
      return try await store.lookup(names, desiredFields: desiredFields)
    }

    func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
      try await store.modify(operations)
    }

    func countByCreator(
      _ type: RecordType.Name, by field: String
    ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
      try await store.countByCreator(type, by: field)
    }
  }

  private static func schema(_ layout: CatalogLayout) throws -> Schema {
    let name = layout == .publicCatalog ? "celestra" : "celestrakit"
    let file = TestEnvironment.root.appending(path: "schema/\(name).ckdb")
    return Schema(SchemaFile(SourceText(name: name, bytes: Array(try Data(contentsOf: file)))))
  }

  /// A catalog of 450 articles in three feeds. Article `n` is of feed `n % 3` and published on day `n`.
  private static func catalog(_ layout: CatalogLayout) async throws -> WatchedStore {
    let store = try LocalContainer.inMemory(schema: schema(layout)) { Timestamp(milliseconds: 0) }
    let articles = (0..<450).map { number in
      var record = Record(type: layout.articleType, name: RecordName("a\(number)"))
      record[layout.articleFeedField] = ArticleField.feedReference.reference(
        to: RecordName("f\(number % 3)"), in: layout)
      record[layout.articleDateField] = .timestamp(day(number))
      record["title"] = .string(number % 50 == 0 ? "Swift \(number)" : "Article \(number)")
      record["contentText"] = .string(number % 50 == 1 ? "All about swift" : "Nothing")
      record["content"] = .string("<p>long</p>")
      return RecordOperation(.create, record)
    }
    for start in stride(from: 0, to: articles.count, by: 200) {
      let results = try await store.modify(Array(articles[start..<min(start + 200, articles.count)]))
      for result in results { #expect(result.error == nil) }
    }
    return WatchedStore(store)
  }

  private static func day(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

  private static func numbers(_ answer: AppAnswer) -> [Int] {
    answer.records.compactMap { Int($0.name.rawValue.dropFirst()) }
  }

  @Test(
    "the articles of one feed are one query, newest first, with a position to continue at",
    arguments: CatalogLayout.allCases)
  func feed(layout: CatalogLayout) async throws {
    let store = try await Self.catalog(layout)
    let reader = AppReader(store, layout: layout)
    let first = try await reader.articles(of: ["f1"], since: nil, AppPage(limit: 50))
    #expect(Self.numbers(first) == Array(stride(from: 448, to: 298, by: -3)))
    #expect(first.hasMore)
    #expect(first.records.allSatisfy { $0["content"] == nil && $0["contentText"] == nil && $0["title"] != nil })
    let rest = try await reader.articles(of: ["f1"], since: nil, AppPage(limit: .max, after: first.next))
    #expect(Self.numbers(rest) == Array(stride(from: 298, through: 1, by: -3)))
    #expect(!rest.hasMore && rest.next == nil)
    #expect(store.queries.withLock { $0.map(\.limit) } == [50, 200])
    #expect(store.lookups.withLock { $0 } == [])
  }

  @Test("a limit above a page is read page by page", arguments: CatalogLayout.allCases)
  func pages(layout: CatalogLayout) async throws {
    let store = try await Self.catalog(layout)
    let answer = try await AppReader(store, layout: layout).articles(
      of: ["f0", "f1", "f2"], since: Self.day(9), AppPage(limit: 430))
    #expect(Self.numbers(answer) == Array(stride(from: 449, through: 20, by: -1)))
    #expect(answer.hasMore)
    #expect(store.queries.withLock { $0.map(\.limit) } == [200, 200, 30])
  }

  @Test("more feeds than a query has values are several queries, merged by date", arguments: CatalogLayout.allCases)
  func manyFeeds(layout: CatalogLayout) async throws {
    let store = try await Self.catalog(layout)
    let missing = (0..<150).map { RecordName("none\($0)") }
    let names: [RecordName] = ["f1"] + missing + ["f2"]
    let reader = AppReader(store, layout: layout)
    let answer = try await reader.articles(of: names, since: nil, AppPage(limit: 10))
    #expect(Self.numbers(answer) == [449, 448, 446, 445, 443, 442, 440, 439, 437, 436])
    #expect(answer.hasMore && answer.next == nil)
    #expect(store.queries.withLock { $0.map { $0.filters[0].value.list?.count } } == [100, 52])
  }

  @Test("a search combines titles and texts, each article once, newest first", arguments: CatalogLayout.allCases)
  func search(layout: CatalogLayout) async throws {
    let store = try await Self.catalog(layout)
    let reader = AppReader(store, layout: layout)
    let all = try await reader.articles(matching: "SWIFT", AppPage(limit: 100))
    let expected: [Int] = (0..<9).reversed().flatMap { [$0 * 50 + 1, $0 * 50] }
    #expect(Self.numbers(all) == expected)
    #expect(!all.hasMore)
    let some = try await reader.articles(matching: "swift", AppPage(limit: 3))
    #expect(Self.numbers(some) == [401, 400, 351])
    #expect(some.hasMore)
    #expect(try await reader.articles(matching: "swift nothing", AppPage(limit: 3)).records == [])
  }

  @Test(
    "an article is one look-up with every field, and another record is no article", arguments: CatalogLayout.allCases)
  func article(layout: CatalogLayout) async throws {
    let store = try await Self.catalog(layout)
    let feed = Record(type: layout.feedType, name: "f1", fields: ["feedURL": .string("https://a.example/")])
    _ = try await store.modify([RecordOperation(.create, feed)])
    let reader = AppReader(store, layout: layout)
    #expect(try await reader.article("a7").records.first?["content"] == .string("<p>long</p>"))
    #expect(try await reader.article("f1").records == [])
    #expect(try await reader.article("none").records == [])
    #expect(store.lookups.withLock { $0 } == [1, 1, 1])
    #expect(store.queries.withLock { $0 } == [])
  }

  @Test("the feeds of a collection are looked up in pages and keep its order")
  func collection() async throws {
    let store = try await Self.catalog(.publicCatalog)
    for start in [0, 150] {
      let feeds = (start..<start + 150).map { number in
        Record(
          type: "PublicFeed", name: RecordName("feed\(number)"),
          fields: ["feedURL": .string("https://\(number).example/"), "title": .string("\(number)")])
      }
      _ = try await store.modify(feeds.map { RecordOperation(.create, $0) })
    }
    var collection = Record(type: "FeedCollection", name: "c")
    let order: [Int] = [7, 299, 0] + Array(100..<350)
    collection["feeds"] = .list(order.map { .reference(Reference(RecordName("feed\($0)"))) })
    let answer = try await AppReader(store, layout: .publicCatalog).feeds(of: collection)
    let names = answer.records.map(\.name.rawValue)
    #expect(names == order.filter { $0 < 300 }.map { "feed\($0)" })
    #expect(store.lookups.withLock { $0 } == [200, 53])
    #expect(
      try await AppReader(store, layout: .publicCatalog).feeds(of: Record(type: "FeedCollection", name: "e")).records
        == [])
  }

  @Test("a layout without the records says so")
  func unsupported() async throws {
    let reader = AppReader(try await Self.catalog(.celestraKit), layout: .celestraKit)
    let error = await #expect(throws: AppReader.Unsupported.self) {
      try await reader.featuredCollections(AppPage(limit: 10))
    }
    #expect(error?.description == "the layout celestraKit of this container has no collections")
    await #expect(throws: AppReader.Unsupported.self) { try await reader.categories(AppPage(limit: 1)) }
    await #expect(throws: AppReader.Unsupported.self) {
      try await reader.feeds(tagged: "swift", language: "en", AppPage(limit: 1))
    }
  }
}
