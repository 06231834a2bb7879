import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import SQLiteStore
import Testing

@testable import Curation

@Suite("Feeds that have moved since they were seeded")
struct FeedMovesTests {
  private static let asOf = Timestamp(milliseconds: 1_795_219_200_000)
  private static let old = "https://old.example/feed"
  private static let new = "https://new.example/feed"

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
      RecordType(name: "FeedCategory", fields: [recordID] + fields(["name", "slug"], FieldType(.string))),
      RecordType(
        name: "FeedCollection",
        fields: [recordID] + fields(["title"], FieldType(.string)) + fields(["feeds"], .list(.reference))
          + fields(["isFeatured"], FieldType(.int64)) + fields(["createdAt", "updatedAt"], FieldType(.timestamp))),
    ])
    return try LocalContainer.inMemory(schema: schema, now: { asOf })
  }

  private static func seed(_ url: String, formerly former: [String] = [], title: String? = nil) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .named, place: SeedPlace(file: "feeds.json", range: nil))
    seed.formerURLs = former
    if let title { seed.fields[FeedField.title] = .string(title) }
    return seed
  }

  private static func plan(
    _ feeds: [FeedSeed], collections: [SluggedSeed] = [], for store: LocalContainer
  ) async throws -> SeedPlan {
    var seeds = SeedCatalog()
    seeds.feeds = feeds
    seeds.collections = collections
    return try await SeedPlanner(store: store, schema: store.schema, layout: .publicCatalog, asOf: asOf)
      .plan(seeds, findsOrphans: true)
  }

  /// Plans and applies seeds.
  @discardableResult
  private static func apply(
    _ feeds: [FeedSeed], collections: [SluggedSeed] = [], to store: LocalContainer
  ) async throws -> SeedPlan {
    let plan = try await plan(feeds, collections: collections, for: store)
    var run = ChangeRun(to: store)
    try await run.apply(plan.changes, replan: plan.replan(in: store))
    #expect(run.outcome.failures.isEmpty)
    return plan
  }

  /// Stores another address for the only feed at an address, as a proposal does.
  private static func move(_ from: String, to address: String, in store: LocalContainer) async throws {
    let records = try await feeds(in: store).filter { $0["feedURL"] == .string(from) }
    for record in records {
      let update = Record(
        type: record.type, name: record.name, changeTag: record.changeTag, fields: ["feedURL": .string(address)])
      _ = try await store.modify([RecordOperation(.update, update)])
    }
  }

  private static func feeds(in store: LocalContainer) async throws -> [Record] {
    try await store.query(Query("PublicFeed"), after: nil).records.sorted { $0.name < $1.name }
  }

  @Test("a feed that was moved in the container is neither created nor an orphan, and keeps its address")
  func movedInTheContainer() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old)], to: store)
    try await Self.move(Self.old, to: Self.new, in: store)
    let before = try await Self.feeds(in: store)
    let plan = try await Self.plan([Self.seed(Self.old)], for: store)
    #expect(plan.changes.isEmpty)
    #expect(plan.orphans.isEmpty)
    #expect(plan.diagnostics.map(\.rule) == ["moved-feed"])
    #expect(plan.diagnostics[0].message.contains(Self.old) && plan.diagnostics[0].message.contains(Self.new))
    try await Self.apply([Self.seed(Self.old)], to: store)
    #expect(try await Self.feeds(in: store) == before)
  }

  @Test("a feed that moved in the files and then in the container is found by the name of its first address")
  func movedAgainInTheContainer() async throws {
    let store = try Self.store()
    let moved = Self.seed(Self.new, formerly: [Self.old])
    try await Self.apply([Self.seed(Self.old)], to: store)
    try await Self.apply([moved], to: store)
    try await Self.move(Self.new, to: "https://third.example/feed", in: store)
    let plan = try await Self.plan([moved], for: store)
    #expect(plan.changes.isEmpty && plan.orphans.isEmpty)
    #expect(plan.diagnostics.map(\.rule) == ["moved-feed"])
    // Where an earlier seed created it once more, both are kept, and reported.
    try await Self.apply([Self.seed(Self.new)], to: store)
    let second = try await Self.plan([moved], for: store)
    #expect(second.changes.isEmpty && second.orphans.isEmpty)
    #expect(second.diagnostics.map(\.severity) == [.warning])
  }

  @Test("a former address in a file moves the stored feed, and its placeholder title follows")
  func movedByTheFile() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old)], to: store)
    let before = try await Self.feeds(in: store)
    let moved = Self.seed(Self.new, formerly: [Self.old])
    let plan = try await Self.apply([moved], to: store)
    #expect(plan.orphans.isEmpty)
    let after = try await Self.feeds(in: store)
    #expect(after.map(\.name) == before.map(\.name))
    #expect(after.map { $0["feedURL"] } == [.string(Self.new)])
    #expect(after.map { $0["title"] } == [.string("new.example/feed")])
    #expect(try await Self.plan([moved], for: store).changes.isEmpty)
  }

  @Test("a chosen title stays when the address changes")
  func title() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old, title: "Chosen")], to: store)
    try await Self.apply([Self.seed(Self.new, formerly: [Self.old])], to: store)
    #expect(try await Self.feeds(in: store).map { $0["title"] } == [.string("Chosen")])
  }

  @Test("a collection keeps a feed that has moved, whether or not a seed states the feed", arguments: [true, false])
  func collection(isSeeded: Bool) async throws {
    let store = try Self.store()
    var best = SluggedSeed(.collections, slug: try #require(Slug(rawValue: "best")), place: Self.seed("").place)
    best.feeds = [.init(feedURL: Self.old, range: nil)]
    try await Self.apply([Self.seed(Self.old)], collections: [best], to: store)
    try await Self.move(Self.old, to: Self.new, in: store)
    let others = [Self.seed("https://other.example/feed")]
    let plan = try await Self.plan(isSeeded ? [Self.seed(Self.old)] : others, collections: [best], for: store)
    #expect(!plan.changes.contains { $0.recordType == "FeedCollection" })
    #expect(!plan.diagnostics.contains { $0.rule == "unknown-feed" })
    #expect(plan.orphans.allSatisfy { $0.keptBecause != nil })
  }

  @Test("a feed that a file states under both addresses is one feed")
  func bothAddresses() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old)], to: store)
    try await Self.move(Self.old, to: Self.new, in: store)
    let plan = try await Self.plan([Self.seed(Self.old), Self.seed(Self.new)], for: store)
    #expect(plan.changes.isEmpty)
    #expect(plan.orphans.isEmpty)
    #expect(plan.diagnostics.map(\.severity) == [.warning])
    #expect(Set(plan.steps.compactMap(\.recordName)).count == plan.steps.compactMap(\.recordName).count)
  }

  @Test("a former address that another feed has or claims is an error in the file")
  func claims() async throws {
    let store = try Self.store()
    let third = "https://third.example/feed"
    let present = [Self.seed(Self.new, formerly: [Self.old]), Self.seed(Self.old)]
    #expect(try await Self.plan(present, for: store).diagnostics.map(\.rule) == ["former-url-in-use"])
    let twice = [Self.seed(Self.new, formerly: [Self.old]), Self.seed(third, formerly: [Self.old])]
    #expect(try await Self.plan(twice, for: store).diagnostics.map(\.rule) == ["duplicate-former-url"])
    let circle = [Self.seed(Self.new, formerly: [Self.old]), Self.seed(Self.old, formerly: [Self.new])]
    let rules = try await Self.plan(circle, for: store).diagnostics.map(\.rule)
    #expect(rules == ["former-url-in-use", "former-url-in-use"])
    for seeds in [present, twice, circle] {
      #expect(try await Self.plan(seeds, for: store).diagnostics.allSatisfy { $0.severity == .error })
    }
  }

  @Test(
    "an entry of a list at a former address of a feed in a JSON file is that feed, wherever it stands",
    arguments: [true, false], [true, false])
  func listAtFormerAddress(isFirst: Bool, isNamed: Bool) async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old)], to: store)
    var entry = Self.seed(Self.old)
    entry.authority = .fillAbsent
    var own = Self.seed(Self.new, formerly: isNamed ? [] : [Self.old])
    if isNamed { own.recordName = CatalogName.feed(try FeedURL(Self.old).key) }
    let plan = try await Self.apply(isFirst ? [entry, own] : [own, entry], to: store)
    #expect(plan.diagnostics.allSatisfy { $0.severity == .info && $0.rule == "moved-feed" }, "\(plan.diagnostics)")
    #expect(plan.changes.map { $0.operation.record["feedURL"] } == (isNamed ? [] : [.string(Self.new)]))
    #expect(plan.orphans.isEmpty)
  }

  @Test("two stored records of one feed are both kept, and reported")
  func twoRecords() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old), Self.seed(Self.new)], to: store)
    let plan = try await Self.plan([Self.seed(Self.new, formerly: [Self.old])], for: store)
    #expect(plan.orphans.isEmpty)
    #expect(plan.changes.isEmpty)
    #expect(plan.diagnostics.map(\.severity) == [.warning])
  }

  @Test("a record name that a file states is given to a new feed and found again")
  func recordName() async throws {
    let store = try Self.store()
    var named = Self.seed(Self.old)
    named.recordName = "0F8C4E4A-RANDOM"
    try await Self.apply([named], to: store)
    #expect(try await Self.feeds(in: store).map(\.name) == ["0F8C4E4A-RANDOM"])
    try await Self.move(Self.old, to: Self.new, in: store)
    #expect(try await Self.plan([named], for: store).orphans.isEmpty)
  }

  @Test("a record name that two feeds state is an error, and the plan has one step for the record")
  func recordNameTwice() async throws {
    var seeds = [Self.seed(Self.old), Self.seed(Self.new)]
    for index in seeds.indices { seeds[index].recordName = "0F8C4E4A-RANDOM" }
    let plan = try await Self.plan(seeds, for: Self.store())
    #expect(plan.diagnostics.map(\.rule) == ["duplicate-record-name"])
    #expect(plan.changes.filter { $0.recordType == "PublicFeed" }.map(\.recordName) == ["0F8C4E4A-RANDOM"])
  }

  @Test("creating a feed fails where another feed has taken its record name meanwhile")
  func takenMeanwhile() async throws {
    let store = try Self.store()
    let plan = try await Self.plan([Self.seed(Self.old, title: "Mine")], for: store)
    try await Self.apply([Self.seed(Self.old, title: "Theirs")], to: store)
    try await Self.move(Self.old, to: Self.new, in: store)
    var run = ChangeRun(to: store)
    try await run.apply(plan.changes, replan: plan.replan(in: store))
    #expect(run.outcome.failures.map(\.recordType) == ["PublicFeed"])
    #expect(try await Self.feeds(in: store).map { $0["title"] } == [.string("Theirs")])
  }

  @Test("a feed that moved back to its first address is followed if the seed states where it was")
  func back() async throws {
    let store = try Self.store()
    try await Self.apply([Self.seed(Self.old)], to: store)
    try await Self.apply([Self.seed(Self.new, formerly: [Self.old])], to: store)
    let returned = Self.seed(Self.old, formerly: [Self.new])
    let plan = try await Self.apply([returned], to: store)
    #expect(plan.diagnostics.isEmpty && plan.orphans.isEmpty)
    #expect(try await Self.feeds(in: store).map { $0["feedURL"] } == [.string(Self.old)])
    #expect(try await Self.plan([returned], for: store).changes.isEmpty)
  }

  @Test(
    "former feeds give a list's entries the addresses that they had, and none that could be another entry's",
    arguments: [
      (["a-b", "b-c"], ["c": ["b", "a"]]), (["a-b", "b-a"], ["a": ["b"]]), (["a-b"], ["a": ["b"]]),
      (["a-b"], ["b": ["a"]]), (["a-b"], ["c": []]), (["a-b", "b-c"], ["a": ["b", "c"]]),
      (["a-b", "b-c"], ["a": [], "c": ["b"]]), (["a-b", "d-b"], ["a": ["b"]]), (["a-b", "d-b"], ["a": [], "d": []]),
      (["a-b", "d-b"], ["a": [], "b": ["d"]]),
    ])
  func formerFeeds(moves: [String], expected: [String: [String]]) {
    func url(_ name: some StringProtocol) -> String { "https://\(name).example/feed" }
    var seeds = SeedCatalog()
    seeds.feeds = expected.keys.sorted().map { Self.seed(url($0)) }
    seeds.former = moves.map { move in
      FormerFeed(
        feedURL: url(move.prefix(1)), title: nil, date: "2026-11-01", reason: "", movedTo: url(move.suffix(1)))
    }
    seeds.addFormerAddresses()
    #expect(seeds.feeds.map(\.formerURLs) == expected.keys.sorted().map { (expected[$0] ?? []).map(url) })
  }
}
