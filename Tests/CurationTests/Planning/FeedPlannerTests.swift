import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Planning feeds")
struct FeedPlannerTests {
  private static let asOf = Timestamp(milliseconds: 1_795_219_200_000)

  private static func categories(areRecords: Bool = true) -> KnownCategories {
    let categories = [("general", "General"), ("technology", "Technology")].map { slug, name in
      Taxonomy.Category(reference: slug, slug: Slug(rawValue: slug), name: name, record: nil, order: 0)
    }
    return KnownCategories(Taxonomy(categories, areRecords: areRecords))
  }

  private static func seed(_ url: String, authority: SeedAuthority = .named, _ set: (inout FeedSeed) -> Void = { _ in })
    -> FeedSeed
  {
    var seed = FeedSeed(feedURL: url, authority: authority, place: SeedPlace(file: "feeds.json", range: nil))
    set(&seed)
    return seed
  }

  private static func planner(_ seeds: [FeedSeed], layout: CatalogLayout = .publicCatalog) -> FeedPlanner {
    let categories = categories(areRecords: layout == .publicCatalog)
    return FeedPlanner(seeds: seeds, categories: categories, layout: layout, asOf: asOf)
  }

  @Test("a new feed gets what the seed says and the defaults for the rest")
  func creation() throws {
    let planner = Self.planner([
      Self.seed("https://a.example/feed") {
        $0.fields[FeedField.title] = .string("A")
        $0.fields[FeedField.tags] = .strings(["x"])
        $0.fields[FeedField.isFeatured] = .flag(true)
      }
    ])
    let feed = try #require(planner.wanted.first ?? nil)
    #expect(
      planner.desired(feed).record().fields == [
        "feedURL": .string("https://a.example/feed"), "title": .string("A"), "tags": .strings(["x"]),
        "isFeatured": .int64(1), "isVerified": .int64(0), "addedAt": .timestamp(Self.asOf),
        "category": .reference(Reference("general")),
      ])
    #expect(planner.steps.map(\.action) == [.create])
  }

  @Test("an outline that states empty tags gets no tags of its folders")
  func noTags() throws {
    let outline = #"<outline xmlUrl="https://a.example/feed" celestra:tags=""/>"#
    let text = #"<opml version="2.0"><body><outline text="Folder">\#(outline)</outline></body></opml>"#
    let planner = Self.planner(SeedFileReader.read(SourceText(name: "l.opml", text: text)).seeds.feeds)
    let feed = try #require(planner.wanted.first ?? nil)
    #expect(planner.desired(feed).record().fields["tags"] == nil)
  }

  @Test("in CelestraKit's layout the category is its display name and the feed is active")
  func creationInCelestraKit() throws {
    let planner = Self.planner(
      [
        Self.seed("https://a.example/feed") {
          $0.fields[FeedField.title] = .string("A")
          $0.fields[FeedField.subtitle] = .string("About A")
          $0.fields[FeedField.category] = .string("technology")
        }
      ], layout: .celestraKit)
    let feed = try #require(planner.wanted.first ?? nil)
    #expect(
      planner.desired(feed).record().fields == [
        "feedURL": .string("https://a.example/feed"), "title": .string("A"), "description": .string("About A"),
        "category": .string("Technology"), "isFeatured": .int64(0), "isVerified": .int64(0), "isActive": .int64(1),
      ])
  }

  @Test(
    "one feed is wanted for each identity; the others are duplicates",
    arguments: ["http://a.example/feed", "https://www.a.example/feed/", "HTTPS://A.example/feed#top"])
  func duplicates(second: String) {
    let planner = Self.planner([
      Self.seed("https://a.example/feed") { $0.fields[FeedField.title] = .string("A") }, Self.seed(second),
    ])
    #expect(planner.steps.map(\.action) == [.create, .duplicate(of: "A")])
    #expect(planner.diagnostics.map(\.rule) == ["duplicate-feed"])
    #expect(planner.diagnostics.first?.severity == .info)
  }

  @Test("a JSON seed changes exactly what it names, and clears what it sets to null")
  func namedUpdate() {
    var planner = Self.planner([
      Self.seed("https://a.example/feed") {
        $0.fields[FeedField.title] = .string("New")
        $0.fields[FeedField.language] = .string("en")
        $0.fields.clear(FeedField.subtitle)
      }
    ])
    planner.compare(
      Record(
        type: "PublicFeed", name: "theirs", changeTag: "7",
        fields: [
          "feedURL": .string("http://www.a.example/feed/"), "title": .string("Old"), "subtitle": .string("gone"),
          "siteURL": .string("https://a.example"), "language": .string("en"),
        ]))
    #expect(planner.wanted.map { $0?.name } == ["theirs"])
    #expect(
      planner.steps.map { $0.change?.fieldChanges } == [
        [
          FieldChange(field: "subtitle", old: .string("gone"), new: nil),
          FieldChange(field: "title", old: .string("Old"), new: .string("New")),
        ]
      ])
  }

  @Test("a title that only stands for the address of a feed replaces no other title")
  func placeholder() {
    var planner = Self.planner([
      Self.seed("https://a.example/feed") { $0.fields[FeedField.title] = .string("a.example/feed") }
    ])
    planner.compare(
      Record(
        type: "PublicFeed", name: "a", changeTag: "7",
        fields: ["feedURL": .string("https://a.example/feed"), "title": .string("A")]))
    #expect(planner.steps.map(\.action) == [.unchanged])
  }

  @Test("an OPML seed fills what is absent and never changes what is there")
  func fillAbsent() {
    var planner = Self.planner([
      Self.seed("https://a.example/feed", authority: .fillAbsent) {
        $0.fields[FeedField.title] = .string("New")
        $0.fields[FeedField.siteURL] = .string("https://a.example")
      }
    ])
    planner.compare(
      Record(
        type: "PublicFeed", name: "a", changeTag: "7",
        fields: ["feedURL": .string("https://a.example/feed"), "title": .string("Old")]))
    #expect(
      planner.steps.map { $0.change?.fieldChanges } == [
        [FieldChange(field: "siteURL", old: nil, new: .string("https://a.example"))]
      ])
  }

  @Test("a list's own category wins over its folders unless the catalog does not have it")
  func ownCategory() throws {
    for (own, expected) in [("technology", "technology"), ("unknown", "general"), (nil, "general")] {
      let planner = Self.planner([
        Self.seed("https://a.example/feed", authority: .fillAbsent) {
          $0.fields[FeedField.category] = own.map { .string($0) }
          $0.folders = ["General"]
        }
      ])
      let feed = try #require(planner.wanted.first ?? nil)
      #expect(planner.desired(feed).record().fields["category"] == .reference(Reference(RecordName(expected))))
    }
  }

  @Test("a feed that is as the seed wants it is unchanged")
  func unchanged() throws {
    var planner = Self.planner([Self.seed("https://a.example/feed") { $0.fields[FeedField.title] = .string("A") }])
    var stored = planner.desired(try #require(planner.wanted.first ?? nil)).record()
    stored.changeTag = "1"
    planner.compare(stored)
    #expect(planner.steps.map(\.action) == [.unchanged])
  }

  @Test(
    "what is wrong in our own file is an error, in a list made for others a warning",
    arguments: [(SeedAuthority.named, Diagnostic.Severity.error), (.fillAbsent, .warning)])
  func badAddress(authority: SeedAuthority, severity: Diagnostic.Severity) {
    let planner = Self.planner([Self.seed("javascript:alert(1)", authority: authority)])
    #expect(planner.wanted.compactMap { $0 }.isEmpty)
    #expect(planner.diagnostics.map(\.rule) == ["invalid-feed-url"])
    #expect(planner.diagnostics.map(\.severity) == [severity])
  }

  @Test("one unknown category of many feeds is one error")
  func unknownCategoryOfMany() {
    let planner = Self.planner(
      (0..<100).map { number in
        Self.seed("https://\(number).example/feed") { $0.fields[FeedField.category] = .string("nope") }
      })
    #expect(planner.diagnostics.map(\.message) == ["no category 'nope', which 99 other feeds also name"])
    #expect(planner.steps.allSatisfy { $0.action == .skipped("no category 'nope'") })
  }

  @Test("an unknown category is an error that names the nearest one")
  func unknownCategory() {
    let planner = Self.planner([
      Self.seed("https://a.example/feed") { $0.fields[FeedField.category] = .string("tecnology") }
    ])
    #expect(
      planner.diagnostics == [
        Diagnostic(
          .error, rule: "unknown-category", "no category 'tecnology'", file: "feeds.json",
          help: "did you mean 'technology'? known categories: general, technology")
      ])
  }
}
