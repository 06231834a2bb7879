import Catalog
import CloudKitRecords
import CloudKitSchema
import Curation
import SQLiteStore
import Testing

@Suite("Records that jobs read")
struct ReadRecordsTests {
  /// A store that counts the records it returns and cannot count by itself, as CloudKit cannot.
  private actor CountedStore: RecordStore {
    private let store: any RecordStore
    private(set) var records = 0

    init(_ store: any RecordStore) { self.store = store }

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      let page = try await store.query(query, after: cursor)
      records += page.records.count
      return page
    }

    func lookup(
      _ names: [RecordName], desiredFields: [String]?
    ) async throws(RecordStoreError) -> [RecordName: Record] {
      let found = try await store.lookup(names, desiredFields: desiredFields)
      records += found.count
      return found
    }

    func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
      try await store.modify(operations)
    }
  }

  /// 450 feeds in the CelestraKit layout, in two categories, with URLs in upper case.
  private static func reader() async throws -> (CatalogReader, CountedStore) {
    let fields = ["feedURL", "title", "category"].map {
      Field(name: $0, type: FieldType(.string), indexes: .queryable)
    }
    let schema = Schema(recordTypes: [
      RecordType(
        name: "Feed", fields: [Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable)] + fields)
    ])
    let store = try LocalContainer.inMemory(schema: schema, now: { Timestamp(milliseconds: 0) })
    let feeds = (0..<450).map { number in
      Record(
        type: "Feed", name: RecordName("f\(number)"),
        fields: [
          "feedURL": .string("HTTPS://A\(number).example/feed"), "title": .string("T\(number)"),
          "category": .string(number % 2 == 0 ? "Daily News" : "Tech"),
        ])
    }
    for start in stride(from: 0, to: feeds.count, by: 150) {
      _ = try await store.modify(feeds[start..<start + 150].map { RecordOperation(.create, $0) })
    }
    let counted = CountedStore(store)
    return (CatalogReader(counted, layout: .celestraKit, schema: schema), counted)
  }

  @Test("an export in the CelestraKit layout reads each feed twice: once to sort, once to write")
  func export() async throws {
    let (reader, store) = try await Self.reader()
    var text = ""
    _ = try await CatalogExport(reader, ExportSelection()).write(as: .csv, title: "Feeds", to: { text += $0 })
    #expect(await store.records == 900)
    #expect(text.contains("https://a449.example/feed,T449,,,,Tech,"))
  }

  @Test("feeds are read only if no index finds a URL, and once for any number of URLs")
  func search() async throws {
    let (reader, store) = try await Self.reader()
    let urls = try (0..<3).map { try FeedURL("https://a\($0).example/feed") }
    let found = try await FeedSearch(reader).names(of: urls)
    #expect(urls.map { found[$0.key] } == [["f0"], ["f1"], ["f2"]])
    #expect(await store.records == 450)
    #expect(try await FeedSearch(reader).names(for: "T7") == ["f7"])
    #expect(await store.records == 451)
  }
}
