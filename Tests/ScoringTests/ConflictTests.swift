import Catalog
import CloudKitRecords
import SQLiteStore
import Scoring
import Testing

@Suite("Runs while somebody else writes")
struct ConflictTests {
  /// A store in which somebody else gets in just before the first change.
  private actor Contested: RecordStore {
    private let store: any RecordStore
    private var edits: [Record]

    init(_ store: any RecordStore, edits: [Record]) {
      self.store = store
      self.edits = edits
    }

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      try await store.query(query, after: cursor)
    }

    func lookup(
      _ names: [RecordName], desiredFields: [String]?
    ) async throws(RecordStoreError) -> [RecordName: Record] {
      try await store.lookup(names, desiredFields: desiredFields)
    }

    func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
      let edits = edits
      self.edits = []
      if !edits.isEmpty { _ = try await store.modify(edits.map { RecordOperation(.forceUpdate, $0) }) }
      return try await store.modify(operations)
    }
  }

  private static let metadata = CatalogName.metadata(of: "f1")

  /// Three feeds with twelve subscribers each, of which f1 has metadata.
  private static func catalog() async throws -> LocalContainer {
    let feeds: [RecordName] = ["f0", "f1", "f2"]
    return try await SmallCatalog.store(
      feeds.map { SmallCatalog.feed($0) } + [SmallCatalog.metadata(of: "f1", attempts: 10, successes: 10)]
        + feeds.flatMap { SmallCatalog.subscriptions(12, of: $0) })
  }

  private static func values(_ field: String, in store: LocalContainer) async throws -> [FieldValue?] {
    let names: [RecordName] = ["f0", "f1", "f2", metadata]
    let records = try await store.lookup(names, desiredFields: nil)
    return names.map { records[$0]?[field] }
  }

  @Test("a feed changed after it was read is read again, and its score computed anew")
  func score() async throws {
    let store = try await Self.catalog()
    let edits = [
      Record(type: "PublicFeed", name: "f1", fields: ["subscriberCount": .int64(1500)]),
      Record(type: "FeedMetadata", name: Self.metadata, fields: ["failureCount": .int64(2)]),
    ]
    let reader = CatalogReader(Contested(store, edits: edits), layout: .publicCatalog, schema: store.schema)
    var run = ScoreRun(reader, by: .celestra1, asOf: SmallCatalog.now)
    try await run.run()
    #expect(run.summary.changes.conflicts == 1)
    #expect(run.summary.changes.written == 3)
    // 36.67 · 0.7225 + 28.58 + 10 + 0, and not the 61.67 of what was read first.
    #expect(
      try await Self.values("qualityScore", in: store) == [.double(45), .double(65), .double(45), nil])
    #expect(try await Self.values("subscriberCount", in: store) == [nil, .int64(1500), nil, nil])
  }

  @Test("a feed another run has given the same score meanwhile counts as one that did not change")
  func sameScore() async throws {
    let store = try await Self.catalog()
    let edits = [Record(type: "PublicFeed", name: "f0", fields: ["qualityScore": .double(45)])]
    let reader = CatalogReader(Contested(store, edits: edits), layout: .publicCatalog, schema: store.schema)
    var run = ScoreRun(reader, by: .celestra1, asOf: SmallCatalog.now)
    try await run.run()
    #expect(run.summary.feeds == 3 && run.summary.changes.planned == 3)
    #expect(run.summary.changed == 2 && run.summary.changes.written == 2 && run.summary.changes.failed == 0)
  }

  @Test("a feed changed after it was read gets its count, and keeps what was changed")
  func count() async throws {
    let store = try await Self.catalog()
    let edits = [
      Record(type: "PublicFeed", name: "f1", fields: ["title": .string("New")]),
      Record(type: "FeedMetadata", name: Self.metadata, fields: ["failureCount": .int64(2)]),
    ]
    let reader = CatalogReader(Contested(store, edits: edits), layout: .publicCatalog, schema: store.schema)
    var run = SubscriberRun(reader, period: "2026-11-21")
    try await run.run()
    #expect(run.summary.changes.conflicts == 2)
    #expect(run.summary.changes.written == 4)
    #expect(try await Self.values("subscriberCount", in: store) == Array(repeating: .int64(10), count: 4))
    #expect(try await store.lookup(["f1"], desiredFields: ["title"])["f1"]?["title"] == .string("New"))
    #expect(try await store.lookup([Self.metadata], desiredFields: nil)[Self.metadata]?["failureCount"] == .int64(2))
  }

  @Test("where another run has published the period's count meanwhile, that one stands, in the feed too")
  func period() async throws {
    let store = try await Self.catalog()
    let edits = [
      Record(type: "PublicFeed", name: "f1", fields: ["title": .string("New")]),
      Record(
        type: "FeedMetadata", name: Self.metadata,
        fields: ["subscriberCount": .int64(50), "subscriberPeriod": .string("2026-11-21")]),
    ]
    let reader = CatalogReader(Contested(store, edits: edits), layout: .publicCatalog, schema: store.schema)
    var run = SubscriberRun(reader, period: "2026-11-21")
    try await run.run()
    #expect(run.summary.changes.settled == 1)
    let expected: [FieldValue?] = [.int64(10), .int64(50), .int64(10), .int64(50)]
    #expect(try await Self.values("subscriberCount", in: store) == expected)
  }
}
