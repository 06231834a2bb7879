import Catalog
import CloudKitRecords
import CloudKitSchema
import SQLiteStore
import Scoring
import Testing

@Suite("Runs over a catalog")
struct CatalogRunTests {
  @Test("scores are written where they changed, and a second run finds nothing to do")
  func scores() async throws {
    let articles = (0..<Int64(6)).map { (day: Int64) -> Record in
      let date = Timestamp(milliseconds: SmallCatalog.now.milliseconds - day * 86_400_000)
      return Record(
        type: "PublicArticle", name: RecordName("article\(day)"),
        fields: [
          "feedReference": .reference(Reference("f0")), "guid": .string("\(day)"), "title": .string("t"),
          "url": .string("u"), "publishedDate": .timestamp(date), "fetchedAt": .timestamp(date),
          "expiresAt": .timestamp(date), "contentHash": .string("h"),
        ])
    }
    let feeds = (0..<450).map { SmallCatalog.feed(RecordName("f\($0)"), isVerified: $0.isMultiple(of: 2)) }
    let measured = [SmallCatalog.metadata(of: "f0", attempts: 10, successes: 10)]
    let store = try await SmallCatalog.store(feeds + measured + articles)
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)

    var plan = ScoreRun(reader, asOf: SmallCatalog.now, isDryRun: true)
    try await plan.run()
    #expect(plan.summary.changes.planned == 450)
    #expect(plan.summary.changes.written == 0)

    var run = ScoreRun(reader, asOf: SmallCatalog.now)
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

    var again = ScoreRun(reader, asOf: SmallCatalog.now)
    try await again.run()
    #expect(again.summary.changes == ChangeOutcome())
    #expect(try await again.scores(of: ["f0", "absent"]).feeds.map(\.score.total) == [82])
  }

  @Test("the mean of one feed is its score, and that of none is 0")
  func means() async throws {
    let store = try await SmallCatalog.store([SmallCatalog.feed("a"), SmallCatalog.feed("b", isVerified: true)])
    var run = ScoreRun(
      CatalogReader(store, layout: .publicCatalog, schema: store.schema), asOf: SmallCatalog.now, isDryRun: true)
    var statistics = ScoreStatistics(movers: 0)
    var means = [statistics.all.mean]
    try await run.run(each: { feed in
      statistics.add(feed, old: nil)
      means.append(statistics.all.mean)
    })
    #expect(means == [0, 45, 50])
  }

  @Test("the mean rating is that of all ratings above 0, whatever their number")
  func meanRating() async throws {
    let ratings: [(feed: RecordName, average: Double, count: Int64)] = [
      ("a", 5, 1), ("b", 2, 99), ("c", 2, 0), ("d", 0, 7),
    ]
    let metadata = ratings.map { rating in
      var record = SmallCatalog.metadata(of: rating.feed, attempts: 1, successes: 1)
      record["averageRating"] = .double(rating.average)
      record["ratingCount"] = .int64(rating.count)
      return record
    }
    let store = try await SmallCatalog.store(ratings.map { SmallCatalog.feed($0.feed) } + metadata)
    var run = ScoreRun(
      CatalogReader(store, layout: .publicCatalog, schema: store.schema), by: .balanced, asOf: SmallCatalog.now,
      isDryRun: true)
    try await run.run()
    #expect(run.summary.population.meanRating == 3)
  }

  @Test("counts are published by the rule, in the feed and its metadata; orphans are reported, and nothing is made")
  func subscribers() async throws {
    let store = try await SmallCatalog.store(
      ["a", "b", "c", "d"].map { SmallCatalog.feed($0) } + [
        SmallCatalog.metadata(of: "a", attempts: 1, successes: 1)
      ]
        + SmallCatalog.subscriptions(12, of: "a") + SmallCatalog.subscriptions(4, of: "b")
        + SmallCatalog.subscriptions(234, of: "c")
        + SmallCatalog.subscriptions(3, of: "gone"))
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
