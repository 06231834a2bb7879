import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Planning categories and collections")
struct CategoryPlannerTests {
  private static func plan(_ seeds: [(slug: String, parent: String?)]) throws -> CategoryPlanner {
    var known = KnownCategories(Taxonomy([], areRecords: true))
    let seeds = try seeds.map { slug, parent in
      var seed = SluggedSeed(
        .categories, slug: try #require(Slug(rawValue: slug)), place: SeedPlace(file: "c.json", range: nil))
      seed.fields[CategoryField.parentCategory] = parent.map(FieldValue.string)
      return seed
    }
    for seed in seeds { known.add(seed) }
    return CategoryPlanner(seeds: seeds, existing: [:], known: known)
  }

  @Test(
    "categories that go round are found, whatever the length of the way",
    arguments: [
      ([("a", "a")], ["a"]), ([("a", "b"), ("b", "a")], ["a", "b"]),
      ([("a", "b"), ("b", "c"), ("c", "b")], ["b", "c"]), ([("a", "b"), ("b", nil)], []),
    ] as [([(String, String?)], [String])])
  func cycles(seeds: [(String, String?)], inCycle: [String]) throws {
    let messages = try Self.plan(seeds.map { (slug: $0.0, parent: $0.1) }).diagnostics.map(\.message)
    #expect(messages == inCycle.map { "the category '\($0)' is its own ancestor" })
  }

  @Test("a cycle that a seed would close with what the container has is found; one that it opens is not told")
  func cyclesThroughContainer() throws {
    func stored(_ slug: String, under parent: String) -> (String, Record) {
      let fields: RecordFields = [
        "slug": .string(slug), "name": .string(slug), "parentCategory": .reference(Reference(RecordName(parent))),
      ]
      return (slug, Record(type: "FeedCategory", name: RecordName(slug), changeTag: "1", fields: fields))
    }
    func messages(
      _ slug: String, _ parent: String?, _ stored: (String, Record)..., by authority: SeedAuthority = .named
    ) throws -> [String] {
      var seed = SluggedSeed(
        .categories, slug: try #require(Slug(rawValue: slug)), authority: authority,
        place: SeedPlace(file: "c.json", range: nil))
      seed.fields[CategoryField.parentCategory] = parent.map(FieldValue.string)
      if parent == nil { seed.fields.clear(CategoryField.parentCategory) }
      let categories = stored.map { slug, record in
        Taxonomy.Category(reference: slug, slug: Slug(rawValue: slug), name: slug, record: record, order: 0)
      }
      var known = KnownCategories(Taxonomy(categories, areRecords: true))
      known.add(seed)
      let existing = Dictionary(uniqueKeysWithValues: stored)
      return CategoryPlanner(seeds: [seed], existing: existing, known: known).diagnostics.map(\.message)
    }
    #expect(try messages("a", "b", stored("b", under: "a")) == ["the category 'a' is its own ancestor"])
    #expect(
      try messages("a", "b", stored("b", under: "c"), stored("c", under: "a")) == [
        "the category 'a' is its own ancestor"
      ])
    #expect(try messages("a", nil, stored("a", under: "b"), stored("b", under: "a")) == [])
    // A list only fills in an absent parent.
    #expect(
      try messages("b", "a", stored("a", under: "b"), stored("b", under: "c"), by: .fillAbsent) == [])
    #expect(
      try messages("b", "a", stored("a", under: "b"), by: .fillAbsent) == ["the category 'b' is its own ancestor"])
    // Its own parent replaces the stored one.
    #expect(try messages("a", "c", stored("a", under: "b"), stored("b", under: "a"), stored("c", under: "d")) == [])
  }

  @Test("a parent that nobody has is an error")
  func unknownParent() throws {
    #expect(try Self.plan([("a", "x")]).diagnostics.map(\.rule) == ["unknown-category"])
  }

  @Test("the first seed of a slug applies")
  func duplicate() throws {
    let plan = try Self.plan([("a", nil), ("a", nil)])
    #expect(plan.steps.map(\.action) == [.create, .duplicate(of: "a")])
    #expect(plan.diagnostics.map(\.rule) == ["duplicate-category"])
  }

  private static func collection(_ feeds: [String]) throws -> SluggedSeed {
    var seed = SluggedSeed(
      .collections, slug: try #require(Slug(rawValue: "best")), place: SeedPlace(file: "c.json", range: nil))
    seed.feeds = feeds.map { SluggedSeed.Member(feedURL: $0, range: nil) }
    return seed
  }

  @Test("a collection keeps its feeds in order, without repeats, and says which do not exist")
  func members() throws {
    let plan = CollectionPlanner(
      seeds: [
        try Self.collection([
          "https://b.example/f", "http://a.example/f", "https://www.b.example/f/", "https://c.example/f",
        ])
      ],
      existing: [:], asOf: Timestamp(milliseconds: 0)
    ) { key in key.rawValue.hasPrefix("c.") ? nil : RecordName(key.rawValue) }
    #expect(
      plan.steps.first?.change?.operation.record.fields["feeds"]
        == .list([.reference(Reference("b.example/f")), .reference(Reference("a.example/f"))]))
    #expect(plan.diagnostics.map(\.rule) == ["duplicate-feed", "unknown-feed"])
  }

  @Test("a change of a collection moves updatedAt, no change leaves it")
  func updatedAt() throws {
    let later = Timestamp(milliseconds: 5000)
    let first = CollectionPlanner(
      seeds: [try Self.collection(["https://a.example/f"])], existing: [:], asOf: Timestamp(milliseconds: 0)
    ) { RecordName($0.rawValue) }
    var stored = try #require(first.steps.first?.change?.operation.record)
    stored.changeTag = "1"
    func plan(_ feeds: [String]) throws -> [[FieldChange]?] {
      CollectionPlanner(seeds: [try Self.collection(feeds)], existing: [stored.name: stored], asOf: later) {
        RecordName($0.rawValue)
      }.steps.map { $0.change?.fieldChanges }
    }
    #expect(try plan(["https://a.example/f"]) == [nil])
    #expect(
      try plan([]) == [
        [
          FieldChange(field: "feeds", old: stored.fields["feeds"], new: .list([])),
          FieldChange(
            field: "updatedAt", old: .timestamp(Timestamp(milliseconds: 0)), new: .timestamp(later)),
        ]
      ])
  }
}
