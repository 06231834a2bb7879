import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Duplicate and denied feeds")
struct DuplicateFeedTests {
  private static let asOf = Timestamp(milliseconds: 1_795_219_200_000)

  private static func planner(
    _ seeds: [FeedSeed], layout: CatalogLayout = .publicCatalog, _ policy: SeedPolicy = SeedPolicy()
  ) -> FeedPlanner {
    let categories = ["general", "technology", "science"].map { slug in
      Taxonomy.Category(reference: slug, slug: Slug(rawValue: slug), name: slug, record: nil, order: 0)
    }
    let known = KnownCategories(Taxonomy(categories, areRecords: true))
    return FeedPlanner(seeds: seeds, categories: known, layout: layout, asOf: asOf, policy: policy)
  }

  private static func listed(_ url: String, in folders: [String] = []) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: SeedPlace(file: "l.opml", range: nil))
    seed.folders = folders
    return seed
  }

  private static func stored(_ url: String, _ layout: CatalogLayout = .publicCatalog) -> Record {
    Record(
      type: layout.feedType, name: "0F8C4E4A-CELESTRA-CLOUD", changeTag: "t",
      fields: ["feedURL": .string(url), "title": .string("T")])
  }

  @Test("a feed in several folders is in the first that is a category, and the others are its tags")
  func folders() throws {
    let url = "https://a.example/f"
    let planner = Self.planner([
      Self.listed(url, in: ["Favourites"]), Self.listed("http://www.a.example/f/", in: ["Science"]),
      Self.listed(url, in: ["Technology", "FAVOURITES"]), Self.listed(url),
    ])
    let feed = try #require(planner.wanted[0])
    #expect(feed.category == "science")
    #expect(feed.tags == ["Favourites", "Technology"])
    #expect(feed.url.canonical == url)
    #expect(planner.wanted.dropFirst().allSatisfy { $0 == nil })
    #expect(planner.diagnostics.map(\.rule) == ["duplicate-feed", "duplicate-feed", "duplicate-feed"])
  }

  @Test("a feed whose first entry states its tags gets no tags of the folders of another entry")
  func statedTags() throws {
    var first = Self.listed("https://a.example/f", in: ["Favourites"])
    first.fields[FeedField.tags] = .strings(["x"])
    let planner = Self.planner([first, Self.listed("https://a.example/f", in: ["Must read", "Science"])])
    let feed = try #require(planner.wanted[0])
    #expect(feed.tags == ["x"] && feed.category == "science")
  }

  @Test("a duplicate in a file of the project's own adds no tags")
  func named() throws {
    var seeds = [Self.listed("https://a.example/f"), Self.listed("https://a.example/f", in: ["Swift"])]
    for index in seeds.indices { seeds[index].authority = .named }
    let planner = Self.planner(seeds)
    #expect(try #require(planner.wanted[0]).tags == nil)
  }

  @Test("a duplicate names the place of the first seed")
  func firstPlace() {
    let seeds = (0..<2).map { index in
      FeedSeed(
        feedURL: "https://a.example/f", authority: .fillAbsent,
        place: SeedPlace(file: "\(index).opml", range: SourceRange(7, 9)))
    }
    let related = Diagnostic.Related("the first one is here", file: "0.opml", range: SourceRange(7, 9))
    #expect(Self.planner(seeds).diagnostics.map(\.related) == [related])
    #expect(Self.planner(seeds, SeedPolicy(duplicates: .report)).diagnostics.map(\.related) == [related])
  }

  @Test("a feed in 1,000 folders does not get 1,000 tags")
  func manyFolders() throws {
    let planner = Self.planner((0..<1_000).map { Self.listed("https://a.example/f", in: ["Folder \($0)"]) })
    #expect(try #require(planner.wanted[0]).tags?.count == 100)
    #expect(planner.diagnostics.last?.help?.contains("the feed has 100 tags") == true)
  }

  @Test(
    "the address follows the policy",
    arguments: [
      (SeedPolicy.Duplicates.keepFirst, "http://a.example/f", Diagnostic.Severity.info),
      (.preferHTTPS, "https://www.a.example/f", .info), (.report, "http://a.example/f", .error),
    ])
  func policies(duplicates: SeedPolicy.Duplicates, url: String, severity: Diagnostic.Severity) throws {
    let seeds = [Self.listed("http://a.example/f"), Self.listed("https://www.a.example/f")]
    let planner = Self.planner(seeds, SeedPolicy(duplicates: duplicates))
    #expect(try #require(planner.wanted[0]).url.canonical == url)
    #expect(planner.diagnostics.map(\.severity) == [severity])
    #expect(planner.steps.map(\.action) == [.create, .duplicate(of: "a.example/f")])
  }

  @Test(
    "a stored feed is found by its identity whatever its record's name, in both layouts, and keeps its address",
    arguments: [CatalogLayout.publicCatalog, .celestraKit])
  func stored(layout: CatalogLayout) throws {
    var seed = Self.listed("https://a.example/f/")
    seed.fields[FeedField.title] = .string("Other")
    var planner = Self.planner([seed], layout: layout)
    planner.compare(Self.stored("http://www.a.example/f", layout))
    #expect(planner.steps.map(\.action) == [.unchanged])
    #expect(try #require(planner.wanted[0]).name == "0F8C4E4A-CELESTRA-CLOUD")

    var truth = SeedPolicy()
    truth.ownsAddresses = true
    planner = Self.planner([Self.listed("http://a.example/f/")], layout: layout, truth)
    planner.compare(Self.stored("https://www.a.example/f", layout))
    #expect(planner.steps.map { $0.change?.fieldChanges.map(\.new) } == [[.string("http://a.example/f/")]])

    planner = Self.planner([seed], layout: layout, SeedPolicy(duplicates: .preferHTTPS))
    planner.compare(Self.stored("http://www.a.example/f", layout))
    let change = FieldChange(
      field: "feedURL", old: .string("http://www.a.example/f"), new: .string("https://a.example/f/"))
    #expect(planner.steps.map { $0.change?.fieldChanges } == [[change]])

    planner = Self.planner([Self.listed("http://a.example/f")], layout: layout, SeedPolicy(duplicates: .preferHTTPS))
    planner.compare(Self.stored("https://a.example/f", layout))
    #expect(planner.steps.map(\.action) == [.unchanged])

    planner = Self.planner([seed], layout: layout, SeedPolicy(duplicates: .report))
    planner.compare(Self.stored("http://www.a.example/f", layout))
    #expect(
      planner.diagnostics.map(\.message) == ["the container stores https://a.example/f/ as http://www.a.example/f"])
  }

  @Test("a denied feed is skipped under any of its addresses")
  func denied() throws {
    let policy = SeedPolicy(denied: [try FeedURL("https://www.a.example/f/").key])
    let planner = Self.planner([Self.listed("http://a.example/f"), Self.listed("https://b.example/f")], policy)
    #expect(planner.steps.map(\.action) == [.skipped("it is on the denylist"), .create])
    #expect(planner.diagnostics.map(\.rule) == ["denied-feed"])
  }

  @Test("the map's default is the category of listed feeds that no folder says one for, and of no other")
  func fallback() throws {
    let source = SourceText(name: "m.json", text: #"{"default": "science", "folders": {}}"#)
    let policy = SeedPolicy(categoryMap: SeedFileReader.read(source).categoryMap)
    var named = Self.listed("https://b.example/f")
    named.authority = .named
    let planner = Self.planner([Self.listed("https://a.example/f", in: ["Cars"]), named], policy)
    let records = planner.wanted.compactMap { $0.map { planner.desired($0).record() } }
    #expect(
      records.map { $0.fields["category"]?.reference?.recordName.rawValue } == ["science", "general"])
  }
}
