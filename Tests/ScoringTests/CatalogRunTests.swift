import Catalog
import CloudKitRecords
import CloudKitSchema
import SQLiteStore
import Scoring
import Testing

@Suite("Runs over a catalogue")
struct CatalogRunTests {
  private static let now = Timestamp(milliseconds: 1_795_219_200_000)

  private static func field(_ name: String, _ primitive: FieldType.Primitive, _ indexes: Indexes = []) -> Field {
    Field(name: name, type: FieldType(primitive), indexes: indexes)
  }

  private static func type(_ name: String, _ fields: [Field]) -> RecordType {
    RecordType(name: name, fields: fields + [field("___recordID", .reference, .queryable)])
  }

  private static let schema = Schema(recordTypes: [
    type(
      "PublicFeed",
      ["feedURL", "title"].map { field($0, .string) } + [
        field("category", .reference), field("isVerified", .int64), field("isFeatured", .int64),
        field("isActive", .int64), field("qualityScore", .double), field("subscriberCount", .int64),
        field("updateFrequency", .int64),
      ]),
    type(
      "FeedMetadata",
      [field("feedReference", .reference, .queryable)]
        + ["subscriberCount", "totalAttempts", "successfulAttempts", "failureCount"].map { field($0, .int64) }
        + ["lastAttempted", "lastFetchSuccess"].map { field($0, .timestamp) }
        + ["lastFailureReason", "healthStatus"].map { field($0, .string) }),
    type(
      "PublicArticle",
      [field("feedReference", .reference, .queryable), field("publishedDate", .timestamp, [.queryable, .sortable])]
        + ["fetchedAt", "expiresAt"].map { field($0, .timestamp) }
        + ["guid", "title", "url", "contentHash"].map { field($0, .string) }),
    type("FeedSubscription", [field("feedRecordName", .string, [.queryable, .sortable])]),
  ])

  private static func store(_ records: [Record]) async throws -> LocalContainer {
    let store = try LocalContainer.inMemory(schema: schema, now: { now })
    for start in stride(from: 0, to: records.count, by: 200) {
      let operations = records[start..<min(start + 200, records.count)].map { RecordOperation(.create, $0) }
      for result in try await store.modify(Array(operations)) { #expect(result.error == nil) }
    }
    return store
  }

  private static func feed(_ name: RecordName, isVerified: Bool = false) -> Record {
    var feed = PublicFeed(recordName: name, feedURL: "https://example.com/\(name)", title: "\(name)")
    feed.isVerified = isVerified
    return feed.record
  }

  private static func metadata(of feed: RecordName, attempts: Int, successes: Int) -> Record {
    var metadata = FeedMetadata(recordName: CatalogName.metadata(of: feed), feedReference: feed)
    metadata.totalAttempts = attempts
    metadata.successfulAttempts = successes
    return metadata.record
  }

  private static func subscriptions(_ count: Int, of feed: RecordName) -> [Record] {
    (0..<count).map { user in
      let name = FeedSubscription.recordName(feed: feed, user: RecordName("user\(user)"))
      return FeedSubscription(recordName: name, feedRecordName: feed.rawValue).record
    }
  }

  @Test("scores are written where they changed, and a second run finds nothing to do")
  func scores() async throws {
    let articles = (0..<Int64(6)).map { (day: Int64) -> Record in
      let date = Timestamp(milliseconds: Self.now.milliseconds - day * 86_400_000)
      return PublicArticle(
        recordName: RecordName("article\(day)"), feedReference: "f0", guid: "\(day)", title: "t", url: "u",
        publishedDate: date, fetchedAt: date, expiresAt: date, contentHash: "h"
      ).record
    }
    let feeds = (0..<450).map { Self.feed(RecordName("f\($0)"), isVerified: $0.isMultiple(of: 2)) }
    let measured = [Self.metadata(of: "f0", attempts: 10, successes: 10)]
    let store = try await Self.store(feeds + measured + articles)
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)

    var plan = ScoreRun(reader, asOf: Self.now, isDryRun: true)
    try await plan.run()
    #expect(plan.summary.changes.planned == 450)
    #expect(plan.summary.changes.written == 0)

    var run = ScoreRun(reader, asOf: Self.now)
    var totals: [RecordName: Int] = [:]
    try await run.run(each: { totals[$0.entry.recordName] = $0.score.total })
    #expect(run.summary.feeds == 450)
    #expect(run.summary.changes.written == 450)
    #expect(run.summary.articleObstacle == nil)
    #expect(run.summary.distribution == [0, 0, 0, 0, 225, 224, 0, 0, 1, 0])
    let stored = try await store.lookup(["f0", "f1", "f2"], desiredFields: nil)
    #expect(stored["f0"]?["qualityScore"] == .double(82))  // 36.67 + 15 + 20 + 10
    #expect(stored["f1"]?["qualityScore"] == .double(45))
    #expect(stored["f2"]?["qualityScore"] == .double(55))
    #expect(totals["f0"] == 82)

    var again = ScoreRun(reader, asOf: Self.now)
    try await again.run()
    #expect(again.summary.changes == ChangeOutcome())
    #expect(try await again.scores(of: ["f0", "absent"]).feeds.map(\.score.total) == [82])
  }

  @Test("a feed changed between its reading and its writing is read again")
  func conflict() async throws {
    let store = try await Self.store((0..<10).map { Self.feed(RecordName("f\($0)")) })
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)
    let page = try await reader.page(named: (0..<10).map { RecordName("f\($0)") })
    var changed = page.entries[3]
    changed.subscriberCount = 7
    let edit = Record(
      type: "PublicFeed", name: changed.recordName, changeTag: changed.changeTag, fields: ["subscriberCount": .int64(7)]
    )
    _ = try await store.modify([RecordOperation(.update, edit)])
    var changes = RecordChanges(to: store, isDryRun: false)
    let stale = page.entries.map { entry in
      RecordOperation(
        .update,
        Record(
          type: "PublicFeed", name: entry.recordName, changeTag: entry.changeTag,
          fields: ["qualityScore": .double(50)]))
    }
    let replan: RecordChanges.Replan = { (operations) throws(RecordStoreError) in
      let fresh = try await store.lookup(operations.map(\.record.name), desiredFields: nil)
      return operations.map { operation in
        var operation = operation
        operation.record.changeTag = fresh[operation.record.name]?.changeTag
        return operation
      }
    }
    try await changes.add(stale, replan: replan)
    #expect(changes.outcome.written == 0)
    try await changes.finish(replan: replan)
    #expect(changes.outcome.planned == 10)
    #expect(changes.outcome.written == 10)
    #expect(changes.outcome.conflicts == 1)
    let stored = try await store.lookup(["f3"], desiredFields: nil)
    #expect(stored["f3"]?["subscriberCount"] == .int64(7))
    #expect(stored["f3"]?["qualityScore"] == .double(50))
  }

  @Test("counts are published by the rule, in the feed and its metadata; orphans are reported, and nothing is made")
  func subscribers() async throws {
    let store = try await Self.store(
      ["a", "b", "c", "d"].map { Self.feed($0) } + [Self.metadata(of: "a", attempts: 1, successes: 1)]
        + Self.subscriptions(12, of: "a") + Self.subscriptions(4, of: "b") + Self.subscriptions(234, of: "c")
        + Self.subscriptions(3, of: "gone"))
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)
    var run = SubscriberRun(reader, period: "2026-11-21")
    var counted: [RecordName: [Int]] = [:]
    try await run.run(each: { counted[$0.entry.recordName] = [$0.counted, $0.published] })
    #expect(counted == ["a": [12, 10], "b": [4, 0], "c": [234, 230], "d": [0, 0]])
    #expect(run.summary.subscriptions == 253)
    #expect(run.summary.subscribedFeeds == 3)
    #expect(run.summary.suppressed == 1)
    #expect(run.summary.orphans.map(\.feed) == ["gone"])
    #expect(run.summary.orphans.map(\.subscriptions) == [3])
    #expect(run.summary.changes.written == 5)
    let stored = try await store.lookup(["a", CatalogName.metadata(of: "a")], desiredFields: ["subscriberCount"])
    #expect(stored.values.map { $0["subscriberCount"] } == [.int64(10), .int64(10)])

    var again = SubscriberRun(reader, period: "2026-11-21")
    try await again.run()
    #expect(again.summary.changes == ChangeOutcome())
    var exact = SubscriberRun(
      reader, publishing: PublicationRule(minimum: 1, rounding: .none), period: "2026-11-22")
    try await exact.run()
    #expect(exact.summary.changes.written == 4)
  }
}
