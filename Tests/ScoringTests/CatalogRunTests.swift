import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import SQLiteStore
import Scoring
import TestEnvironment
import Testing

@Suite("Runs over a catalog")
struct CatalogRunTests {
  @Test("scores are written where they changed, and a second run finds nothing to do")
  func scores() async throws {
    let articles = SmallCatalog.articles(6, of: "f0")
    let feeds = (0..<450).map { SmallCatalog.feed(RecordName("f\($0)"), isVerified: $0.isMultiple(of: 2)) }
    let measured = [SmallCatalog.metadata(of: "f0", attempts: 10, successes: 10)]
    let store = try await SmallCatalog.store(feeds + measured + articles)
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)

    var plan = ScoreRun(reader, by: .celestra1, asOf: SmallCatalog.now, isDryRun: true)
    try await plan.run()
    #expect(plan.summary.changes.planned == 450)
    #expect(plan.summary.changes.written == 0)

    var run = ScoreRun(reader, by: .celestra1, asOf: SmallCatalog.now)
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

    var again = ScoreRun(reader, by: .celestra1, asOf: SmallCatalog.now)
    try await again.run()
    #expect(again.summary.changes == ChangeOutcome())
    #expect(try await again.scores(of: ["f0", "absent"]).feeds.map(\.score.total) == [82])
  }

  /// A store that refuses filters with more values than CloudKit is known to accept.
  private struct LimitedStore: ForwardingStore {
    let store: LocalContainer

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      if query.filters.contains(where: { $0.value.list?.count ?? 0 > RecordLimits.valuesPerFilter }) {
        throw .badRequest(reason: "too many values")
      }
      return try await store.query(query, after: cursor)
    }
  }

  @Test("a page of feeds is not one filter: CloudKit takes fewer values")
  func filterPages() async throws {
    let feeds = (0..<150).map { SmallCatalog.feed(RecordName("f\($0)"), isVerified: false) }
    let store = try await SmallCatalog.store(feeds + SmallCatalog.articles(6, of: "f0"))
    var run = ScoreRun(
      CatalogReader(LimitedStore(store: store), layout: .publicCatalog, schema: store.schema), by: .celestra1,
      asOf: SmallCatalog.now)
    try await run.run()
    #expect(run.summary.changes.written == 150 && run.summary.articleObstacle == nil)
  }

  @Test("a run by one component reads all that the component needs", arguments: ScoreComponent.all)
  func needs(component: ScoreComponent) async throws {
    var feed = SmallCatalog.feed("f", isVerified: true)
    for field in ["subtitle", "siteURL", "imageURL", "language"] { feed.fields[field] = .string("x") }
    feed.fields.merge([
      "isFeatured": .flag(true), "tags": .strings(["x"]), "category": .reference(Reference("news")),
      "subscriberCount": .int64(1_000_000), "updateFrequency": .int64(24),
    ]) { $1 }
    var metadata = SmallCatalog.metadata(of: "f", attempts: 1_000_000, successes: 1_000_000)
    metadata.fields.merge([
      "uptimePercentage": .double(100), "averageArticlesPerWeek": .double(7), "averageRating": .double(5),
      "ratingCount": .int64(1000),
    ]) { $1 }
    let articles = SmallCatalog.articles(6, of: "f")
    let store = try await SmallCatalog.store([feed, metadata] + articles)
    let text = #"{"name":"x","weights":{"\#(component.name)":100}}"#
    let methodology = try #require(MethodologyFile(SourceText(name: "x.json", text: text)).methodology)
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)
    let scored = try await ScoreRun(reader, by: methodology, asOf: SmallCatalog.now).scores(of: ["f"])
    #expect(scored.feeds.map(\.score.total) == [100])
    #expect(scored.feeds.map(\.score.confidence) == [100])
  }

  /// Statistics of feeds with given attempts, all successful.
  private static func statistics(
    of feeds: [(name: RecordName, attempts: Int?)], inactive: [RecordName] = [], limit: Int = 10
  ) async throws -> ScoreStatistics {
    let records = (feeds.map(\.name) + inactive).map { name in
      var feed = SmallCatalog.feed(name)
      if inactive.contains(name) { feed["isActive"] = .flag(false) }
      return feed
    }
    let measured = feeds.compactMap { feed in
      feed.attempts.map { SmallCatalog.metadata(of: feed.name, attempts: $0, successes: $0) }
    }
    let store = try await SmallCatalog.store(records + measured)
    var run = ScoreRun(
      CatalogReader(store, layout: .publicCatalog, schema: store.schema), asOf: SmallCatalog.now, isDryRun: true)
    var statistics = ScoreStatistics(limit: limit)
    try await run.run(each: { statistics.add($0, old: nil) })
    return statistics
  }

  @Test(
    "ten feeds with one score that are a fifth of all are a tie, with what is unknown of them and who measures it",
    arguments: [(10, 40, true), (9, 3, false), (10, 41, false), (11, 44, true)])
  func tie(same: Int, others: Int, isTie: Bool) async throws {
    let tied = (0..<same).map { (RecordName("tied\($0)"), Int?(30)) }
    let different = (0..<others).map { (RecordName("other\($0)"), Int?($0 % 6)) }
    let statistics = try await Self.statistics(of: tied + different)
    #expect(statistics.all.feeds == same + others)
    #expect(statistics.distinct == Set(different.map(\.1)).count + 1)
    #expect((statistics.tie != nil) == isTie)
    guard let tie = statistics.tie else { return }
    #expect(tie.score == 55 && tie.feeds == same)
    #expect(tie.unknown == [.popularity, .regularity, .freshness])
    #expect(tie.jobs == ["subscribers", "update"])
  }

  @Test("the lowest and the highest scores are listed, and inactive feeds are in no figure")
  func extremes() async throws {
    let statistics = try await Self.statistics(
      of: [("a", 5), ("b", 1), ("c", 100), ("d", nil)], inactive: ["off"], limit: 2)
    #expect(statistics.inactive == 1 && statistics.all.feeds == 4)
    #expect(statistics.lowest.map(\.entry.recordName) == ["d", "b"])
    #expect(statistics.highest.map(\.entry.recordName) == ["c", "a"])
    #expect(statistics.distribution.reduce(0, +) == 4)
  }

  @Test("the mean of one feed is its score, and that of none is 0")
  func means() async throws {
    let store = try await SmallCatalog.store([SmallCatalog.feed("a"), SmallCatalog.feed("b", isVerified: true)])
    var run = ScoreRun(
      CatalogReader(store, layout: .publicCatalog, schema: store.schema), by: .celestra1, asOf: SmallCatalog.now,
      isDryRun: true)
    var statistics = ScoreStatistics(limit: 0)
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
