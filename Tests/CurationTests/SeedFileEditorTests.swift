import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Testing

@Suite("Edits of seed files")
struct SeedFileEditorTests {
  /// Returns a text in which the feeds with some addresses have new values.
  private static func edited(
    _ text: String, _ changes: [(url: String, field: CatalogField, value: FieldValue)], name: String = "feeds.json"
  ) throws -> String {
    let source = SourceText(name: name, text: text)
    let seeds = SeedFileReader.read(source, isStrict: false).seeds.feeds
    var editor = try SeedFileEditor(source)
    for change in changes {
      let seed = try #require(seeds.first { $0.feedURL == change.url })
      try editor.apply(.change(seed.place, change.field, change.value))
    }
    return try editor.text()
  }

  @Test("JSON keeps its form: a new key is written as the object's last one is, and an address becomes a former one")
  func json() throws {
    let text = """
      {
        "feeds": [
          { "feedURL": "https://a.example/feed", "title":"A" },
          {
            "feedURL" : "https://b.example/feed",
            "formerURLs": ["https://b0.example/feed"],
            "tags": ["x"]
          },
          {"feedURL":"https://c.example/feed"}
        ],
        "collections": []
      }

      """
    #expect(
      try Self.edited(
        text,
        [
          ("https://a.example/feed", FeedField.feedURL, .string("https://a2.example/feed")),
          ("https://a.example/feed", FeedField.title, .string("A \"2\"")),
          ("https://b.example/feed", FeedField.feedURL, .string("https://b0.example/feed")),
          ("https://b.example/feed", FeedField.isActive, .flag(false)),
          ("https://c.example/feed", FeedField.isActive, .flag(true)),
        ]) == """
          {
            "feeds": [
              { "feedURL": "https://a2.example/feed", "title":"A \\"2\\"", "formerURLs":["https://a.example/feed"] },
              {
                "feedURL" : "https://b0.example/feed",
                "formerURLs": ["https://b.example/feed"],
                "tags": ["x"],
                "isActive": false
              },
              {"feedURL":"https://c.example/feed", "isActive":true}
            ],
            "collections": []
          }

          """)
  }

  @Test("OPML keeps its comments, quotes, and order, and declares the namespace of extensions once")
  func opml() throws {
    let text = """
      <opml version='2.0'><body>
        <!-- <outline xmlUrl="https://a.example/feed"/> -->
        <outline text='A &amp; B' type="rss" XMLURL = 'https://a.example/feed' />
        <outline text="C" title="C" xmlUrl="https://c.example/feed"></outline>
      </body></opml>

      """
    let once = try Self.edited(
      text,
      [
        ("https://a.example/feed", FeedField.feedURL, .string("https://a2.example/feed?x=1&y=2")),
        ("https://c.example/feed", FeedField.title, .string("D")),
        ("https://c.example/feed", FeedField.isActive, .flag(false)),
      ], name: "list.opml")
    #expect(
      once == """
        <opml xmlns:celestra="urn:uuid:45cb2c18-149a-438e-9c2d-d068006bb876" version='2.0'><body>
          <!-- <outline xmlUrl="https://a.example/feed"/> -->
          <outline text='A &amp; B' type="rss" XMLURL = 'https://a2.example/feed?x=1&amp;y=2' celestra:formerURLs="https://a.example/feed" />
          <outline text="D" title="D" xmlUrl="https://c.example/feed" celestra:isActive="false"></outline>
        </body></opml>

        """)
    let twice = try Self.edited(
      once, [("https://a2.example/feed?x=1&y=2", FeedField.feedURL, .string("https://a3.example/feed"))],
      name: "list.opml")
    #expect(twice.contains(#"celestra:formerURLs="https://a.example/feed https://a2.example/feed?x=1&amp;y=2""#))
    #expect(twice.split(separator: "xmlns:celestra").count == 2)
  }

  @Test("a row that ends before the header does gets the cells between, and one change of them is as the other")
  func shortRow() throws {
    let text = "feedURL,title,siteURL,subtitle,language,notes\nhttps://a.example/feed,A\nhttps://b.example/feed,B\n"
    let edited = try Self.edited(
      text,
      [
        ("https://a.example/feed", FeedField.language, .string("en")),
        ("https://a.example/feed", FeedField.subtitle, .string("A fine feed")),
        ("https://a.example/feed", FeedField.title, .string("A2")),
      ], name: "feeds.csv")
    #expect(
      edited == text.replacing("https://a.example/feed,A\n", with: "https://a.example/feed,A2,,A fine feed,en\n"))
  }

  @Test("tags of an OPML list are in its attribute for categories and in our own, and nothing else changes")
  func tags() throws {
    let text = """
      <opml version="2.0"><body>
        <outline text="Blogs"><outline text="A" xmlUrl="https://a.example/feed" category="slow,research"/></outline>
      </body></opml>

      """
    let edited = try Self.edited(
      text, [("https://a.example/feed", FeedField.tags, .strings(["slow", "science"]))], name: "list.opml")
    #expect(edited.contains(#"<outline text="A" xmlUrl="https://a.example/feed" category="slow,science""#))
    let seed = try #require(SeedFileReader.read(SourceText(name: "list.opml", text: edited)).seeds.feeds.first)
    #expect(seed.fields[FeedField.tags] == .strings(["slow", "science"]) && seed.folders == ["Blogs"])
  }

  @Test("a new feed goes to the folder of its category's exact name", arguments: ["C", "C#"])
  func exactName(category: String) throws {
    let folders = ["C", "C#"].map {
      #"<outline text="\#($0)"><outline text="\#($0)" xmlUrl="https://x.example/\#($0.utf8.count)"/></outline>"#
    }
    var seed = ListEditTests.bee
    seed.fields[FeedField.category] = .string(category)
    let text = "<opml><body>\(folders.joined())</body></opml>"
    let edited = try EditedText(SourceText(name: "l.opml", text: text)) { try $0.apply(.add(seed)) }
    #expect(edited.feeds.first { $0.feedURL == seed.feedURL }?.folders == [category])
  }

  @Test("an edit of the tag 'C++' leaves the category 'C' of an outline")
  func punctuation() throws {
    let source = SourceText(
      name: "l.opml",
      text: #"<opml><body><outline text="A" category="C,C++" xmlUrl="https://a.example/f"/></body></opml>"#)
    var editor = try SeedFileEditor(source)
    let place = try #require(SeedFileReader.read(source).seeds.feeds.first?.place)
    try editor.apply(.change(place, FeedField.tags, .strings(["cpp"]), from: .strings(["c++"])))
    #expect(try editor.text().contains(#"category="C,cpp""#))
  }

  @Test("a new outline states its category if its folder does not", arguments: [("Tech", true), ("news", false)])
  func outlineCategory(category: String, isStated: Bool) throws {
    let list = """
      <opml version="2.0"><body>
      <outline text="A" category="/Tech,mac" xmlUrl="https://a.example/feed"/>
      <outline text="News"><outline text="C" xmlUrl="https://c.example/feed"/></outline>
      </body></opml>
      """
    var seed = FeedSeed(
      feedURL: "https://b.example/feed", authority: .named, place: SeedPlace(file: "l.opml", range: nil))
    seed.fields[FeedField.title] = .string("B")
    seed.fields[FeedField.category] = .string(category)
    var editor = try SeedFileEditor(SourceText(name: "l.opml", text: list))
    try editor.apply(.add(seed))
    let attribute = isStated ? " category=\"\(category)\"" : ""
    #expect(try editor.text().contains(#"<outline text="B" xmlUrl="https://b.example/feed"\#(attribute)/>"#))
  }
}
