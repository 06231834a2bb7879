import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Testing

@Suite("Seed files")
struct SeedFileReaderTests {
  @Test("a file states categories, feeds and collections")
  func whole() throws {
    let source = SourceText(
      name: "seed.json",
      text: #"""
        {
          "$schema": "./seed.schema.json", "version": 1,
          "collections": [{"slug": "c", "title": "C", "feeds": ["https://a.example/f", " https://b.example/f "],
            "curatorName": null, "isFeatured": 0, "tags": ["x", "x", "y"]}],
          "categories": [{"slug": "tech", "name": "Technology", "icon": "laptopcomputer", "color": "#007AFF",
            "sortOrder": 2, "parentCategory": null, "description": "d"}],
          "feeds": [
            {"feedURL": " https://a.example/f", "title": "A\u001b[31m", "subtitle": null, "siteURL": "https://a.example/",
             "imageURL": "https://a.example/i.png", "category": "tech", "language": "pt-BR", "isFeatured": true,
             "isVerified": 1, "isActive": false, "tags": [], "addedAt": "2026-11-21"}
          ]
        }
        """#)
    let file = SeedFileReader.read(source)
    #expect(file.isSeedFile)
    #expect(
      file.diagnostics.map(CodeFrame(source).render) == [
        """
        seed.json:8:50: info: feeds[0].title: line breaks or control characters were removed from this text \
        [cleaned-text]
         8 |     {"feedURL": " https://a.example/f", "title": "A\\u001b[31m", "subtitle": null, \
        "siteURL": "https://a.example/",
           |                                                  ^~~~~~~~~~~~~
        """
      ])

    let category = try #require(file.seeds.categories.first)
    var expectedCategory = SluggedSeed(.categories, slug: try #require(Slug(rawValue: "tech")), place: category.place)
    expectedCategory.fields[CategoryField.name] = .string("Technology")
    expectedCategory.fields[CategoryField.icon] = .string("laptopcomputer")
    expectedCategory.fields[CategoryField.color] = .string("#007AFF")
    expectedCategory.fields[CategoryField.sortOrder] = .int64(2)
    expectedCategory.fields[CategoryField.description] = .string("d")
    expectedCategory.fields.clear(CategoryField.parentCategory)
    #expect(file.seeds.categories == [expectedCategory])
    #expect(category.place.path == "categories[0]")

    let feed = try #require(file.seeds.feeds.first)
    var expectedFeed = FeedSeed(feedURL: "https://a.example/f", authority: .named, place: feed.place)
    expectedFeed.fields[FeedField.title] = .string("A")
    expectedFeed.fields[FeedField.siteURL] = .string("https://a.example/")
    expectedFeed.fields[FeedField.imageURL] = .string("https://a.example/i.png")
    expectedFeed.fields[FeedField.category] = .string("tech")
    expectedFeed.fields[FeedField.language] = .string("pt-BR")
    expectedFeed.fields[FeedField.isFeatured] = .flag(true)
    expectedFeed.fields[FeedField.isVerified] = .flag(true)
    expectedFeed.fields[FeedField.isActive] = .flag(false)
    expectedFeed.fields[FeedField.tags] = .strings([])
    expectedFeed.fields[FeedField.addedAt] = Timestamp(iso8601: "2026-11-21").map { .timestamp($0) }
    expectedFeed.fields.clear(FeedField.subtitle)
    #expect(file.seeds.feeds == [expectedFeed])
    #expect(source.string(try #require(feed.place.range)).hasPrefix(#"{"feedURL": " https://a"#))

    let collection = try #require(file.seeds.collections.first)
    #expect(collection.feeds?.map(\.feedURL) == ["https://a.example/f", "https://b.example/f"])
    #expect(collection.fields[CollectionField.isFeatured] == .flag(false))
    #expect(collection.fields[CollectionField.tags] == .strings(["x", "y"]))
    #expect(collection.fields.cleared == ["curatorName"])
  }

  @Test("OPML becomes feeds that fill absent fields, with folders and category attributes")
  func opml() throws {
    let source = SourceText(
      name: "l.opml",
      text: """
        <opml version="2.0"><body><outline text="News &#10; now">
        <outline xmlUrl="https://a.example/f" title="A" htmlUrl="https://a.example/" description="d" language="unknown"
          category="/x/y,z"/>
        </outline></body></opml>
        """)
    let file = SeedFileReader.read(source)
    let feed = try #require(file.seeds.feeds.first)
    var expected = FeedSeed(feedURL: "https://a.example/f", authority: .fillAbsent, place: feed.place)
    expected.fields[FeedField.title] = .string("A")
    expected.fields[FeedField.subtitle] = .string("d")
    expected.fields[FeedField.siteURL] = .string("https://a.example/")
    expected.folders = ["News now"]
    expected.categoryAttributes = ["x/y", "z"]
    #expect(file.seeds.feeds == [expected])
    #expect(file.diagnostics.map(\.rule) == ["cleaned-text"])
  }

  @Test("iOSDevDirectory's list becomes feeds that fill absent fields; sites without a feed are counted")
  func blogs() throws {
    let source = SourceText(
      name: "blogs.json",
      text: #"""
        [{"language": "en", "title": "English", "categories": [{"title": "News", "slug": "news", "description": "",
          "sites": [{"title": "A", "author": "a", "site_url": "https://a.example/", "feed_url": "https://a.example/f"},
            {"title": "B", "author": "b", "site_url": "https://b.example/"}, {"feed_url": 1}]}]}]
        """#)
    let file = SeedFileReader.read(source)
    let feed = try #require(file.seeds.feeds.first)
    var expected = FeedSeed(feedURL: "https://a.example/f", authority: .fillAbsent, place: feed.place)
    expected.fields[FeedField.title] = .string("A")
    expected.fields[FeedField.siteURL] = .string("https://a.example/")
    expected.fields[FeedField.language] = .string("en")
    expected.categoryAttributes = ["news"]
    #expect(file.seeds.feeds == [expected])
    #expect(feed.place.path == "[0].categories[0].sites[0]")
    #expect(file.skipped == 1)
    #expect(
      file.diagnostics.map { "\($0.path ?? "") \($0.message)" } == [
        "[0].categories[0].sites[2].feed_url expected a string, found a number",
        " skipped 1 of 3 sites without a feed_url",
      ])
  }

  @Test(
    "iOSDevDirectory's own file holds 970 feeds",
    .enabled(if: SeedCorpus.isThere, "the corpus is not beside the project"))
  func blogsCorpus() throws {
    let file = SeedFileReader.read(try SeedCorpus.source("daveverwer__iOSDevDirectory__blogs.json"))
    #expect(file.seeds.feeds.count == 970)
    #expect(file.skipped == 10)
    #expect(file.diagnostics.map(\.message) == ["skipped 10 of 980 sites without a feed_url"])
    let schema = SeedFileReader.read(try SeedCorpus.source("daveverwer__iOSDevDirectory__schema_blogs.json"))
    #expect(!schema.isSeedFile)
  }
}
