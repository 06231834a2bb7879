import Catalog
import CloudKitRecords
import CloudKitSchema
import Curation
import SQLiteStore
import Testing

@Suite("Applying a seed that another writer got in the way of")
struct SeedConflictTests {
  private static let asOf = Timestamp(milliseconds: 1_795_219_200_000)

  /// An empty container with what a feed and its metadata need.
  private static func store() throws -> LocalContainer {
    func fields(_ names: [String], _ type: FieldType) -> [Field] {
      names.map { Field(name: $0, type: type, indexes: type.isList ? [] : .queryable) }
    }
    let recordID = Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable)
    let schema = Schema(recordTypes: [
      RecordType(
        name: "PublicFeed",
        fields: [recordID]
          + fields(["feedURL", "title", "subtitle", "siteURL", "imageURL", "language"], FieldType(.string))
          + fields(["isFeatured", "isVerified", "isActive"], FieldType(.int64))
          + fields(["category"], FieldType(.reference)) + fields(["addedAt"], FieldType(.timestamp))
          + fields(["tags"], .list(.string))),
      RecordType(name: "FeedMetadata", fields: [recordID] + fields(["feedReference"], FieldType(.reference))),
      RecordType(
        name: "FeedCategory",
        fields: [recordID] + fields(["name", "slug"], FieldType(.string))),
    ])
    return try LocalContainer.inMemory(schema: schema, now: { asOf })
  }

  private static func seeds(_ titles: [String]) -> SeedCatalog {
    var seeds = SeedCatalog()
    for (index, title) in titles.enumerated() {
      var seed = FeedSeed(
        feedURL: "https://\(index).example/feed", authority: .named, place: SeedPlace(file: "f.json", range: nil))
      seed.fields[FeedField.title] = .string(title)
      seeds.feeds.append(seed)
    }
    return seeds
  }

  private static func plan(_ titles: [String], for store: LocalContainer) async throws -> SeedPlan {
    try await SeedPlanner(store: store, schema: store.schema, layout: .publicCatalog, asOf: asOf).plan(seeds(titles))
  }

  private static func titles(in store: LocalContainer) async throws -> [String] {
    try await store.query(Query("PublicFeed"), after: nil).records.compactMap { $0["title"]?.string }.sorted()
  }

  private static func apply(_ plan: SeedPlan, to store: LocalContainer) async throws -> ChangeOutcome {
    var run = ChangeRun(to: store)
    try await run.apply(plan.changes, replan: plan.replan(in: store))
    return run.outcome
  }

  private func feeds(_ outcome: ChangeOutcome) -> ChangeOutcome.Counts { outcome.counts(ofType: "PublicFeed") }

  private func metadata(_ outcome: ChangeOutcome) -> ChangeOutcome.Counts { outcome.counts(ofType: "FeedMetadata") }

  @Test("a record made by somebody else meanwhile is brought to what the seed says, and nothing fails")
  func madeMeanwhile() async throws {
    let store = try Self.store()
    let plan = try await Self.plan(["A", "B"], for: store)
    let theirs = try await Self.apply(Self.plan(["A", "Theirs"], for: store), to: store)
    #expect([feeds(theirs).created, metadata(theirs).created, theirs.created] == [2, 2, 4])
    let outcome = try await Self.apply(plan, to: store)
    #expect(outcome.failures.isEmpty)
    #expect(outcome.created == 0)
    #expect([feeds(outcome).updated, outcome.updated] == [1, 1])
    #expect([feeds(outcome).settled, metadata(outcome).settled, outcome.settled] == [1, 2, 3])
    #expect(outcome.counts(ofFile: "f.json") == feeds(outcome))
    #expect(try await Self.titles(in: store) == ["A", "B"])
  }

  @Test("a record changed by somebody else meanwhile is read again, and their other fields stay")
  func changedMeanwhile() async throws {
    let store = try Self.store()
    _ = try await Self.apply(Self.plan(["A"], for: store), to: store)
    let plan = try await Self.plan(["A+"], for: store)
    let name = try #require(try await store.query(Query("PublicFeed"), after: nil).records.first?.name)
    let theirs = Record(type: "PublicFeed", name: name, fields: ["subtitle": .string("theirs")])
    _ = try await store.modify([RecordOperation(.forceUpdate, theirs)])
    let outcome = try await Self.apply(plan, to: store)
    #expect(outcome.failures.isEmpty)
    #expect([feeds(outcome).updated, outcome.updated] == [1, 1])
    let record = try #require(try await store.lookup([name], desiredFields: nil)[name])
    #expect(record["title"] == .string("A+"))
    #expect(record["subtitle"] == .string("theirs"))
  }

  @Test(
    "a record deleted by somebody else meanwhile is created again by a seed, not by an edit", arguments: [false, true])
  func deletedMeanwhile(isEdit: Bool) async throws {
    let store = try Self.store()
    _ = try await Self.apply(Self.plan(["A"], for: store), to: store)
    let plan = try await Self.plan(["A+"], for: store)
    let name = try #require(try await store.query(Query("PublicFeed"), after: nil).records.first?.name)
    _ = try await store.modify([RecordOperation(.forceDelete, Record(type: "PublicFeed", name: name))])
    var run = ChangeRun(to: store)
    try await run.apply(plan.changes, replan: plan.replan(in: store, isEdit: isEdit))
    #expect(run.outcome.failures.map(\.error.code) == (isEdit ? [.notFound] : []))
    #expect(try await Self.titles(in: store) == (isEdit ? [] : ["A+"]))
  }

  @Test("a record that does not fit fails by itself, the others are written")
  func oneFails() async throws {
    let store = try Self.store()
    let outcome = try await Self.apply(
      Self.plan(["A", String(repeating: "x", count: 1_000_001), "C"], for: store), to: store)
    #expect(outcome.failures.map(\.error.code) == [.quotaExceeded, .notFound], "its metadata is not created either")
    #expect(outcome.failures.map(\.recordType) == ["PublicFeed", "FeedMetadata"])
    #expect(try await Self.titles(in: store) == ["A", "C"])
  }

  @Test("applied again there is nothing to do")
  func idempotent() async throws {
    let store = try Self.store()
    _ = try await Self.apply(Self.plan(["A", "B"], for: store), to: store)
    #expect(try await Self.plan(["A", "B"], for: store).changes.isEmpty)
  }
}
