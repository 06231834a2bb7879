import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Plain lists of addresses")
struct URLListSeedsTests {
  private static func urls(_ text: String) -> [String] {
    SeedFileReader.read(SourceText(name: "list.txt", text: text)).seeds.feeds.map(\.feedURL)
  }

  @Test(
    "each line is an address; comments, blank lines and white space are ignored",
    arguments: [
      ("https://a.example/f\nhttp://b.example/f\n", ["https://a.example/f", "http://b.example/f"]),
      (
        "# mine\r\n\r\n  https://a.example/f#x \t # good\r\nfeed://b.example",
        ["https://a.example/f#x", "feed://b.example"]
      ),
      ("\u{FEFF}www.a.example/f\rhttps://b.example/f", ["www.a.example/f", "https://b.example/f"]),
      ("HTTPS://A.example/f", ["HTTPS://A.example/f"]),
    ])
  func lines(text: String, expected: [String]) {
    #expect(Self.urls(text) == expected)
  }

  @Test("an item of an HTML list whose links are on several lines is skipped with a warning, and no other")
  func itemOnLines() {
    let text = """
      # Blogs
      <ul>
        <li><a href="https://a.example/">Ant</a>
          <a href="https://a.example/feed">RSS</a></li>
        <li><a href="https://b.example/feed">Bee</a>
        <li><a href="https://c.example/feed">Cat</a>
          of a zoo
        <li><a href="https://d.example/feed">Dog</a></li>
      </ul>
      """
    let file = SeedFileReader.read(SourceText(name: "list.md", text: text))
    #expect(
      file.seeds.feeds.map(\.feedURL) == ["b", "c", "d"].map { "https://\($0).example/feed" })
    #expect(file.diagnostics.map(\.rule) == ["item-on-lines"] && file.skipped == 1)
  }

  private static func feeds(_ text: String) -> [String] {
    SeedFileReader.read(SourceText(name: "list.txt", text: text)).seeds.feeds.map { seed in
      let title = seed.fields[FeedField.title]?.string ?? "-"
      return ([seed.feedURL, title] + seed.folders.map { "/\($0)" } + seed.categoryAttributes).joined(separator: " ")
    }
  }

  @Test(
    "titles, newsboat's tags, and links and headings of Markdown are read",
    arguments: [
      (
        "https://a.example/f Title of A\nhttps://b.example/f - B # good\nhttps://c.example/f\t| C",
        ["https://a.example/f Title of A", "https://b.example/f B", "https://c.example/f C"]
      ),
      (
        """
        # mine
        https://a.example/f "~Title of A" tech "two words" !
        "query:Unread:unread = \\"yes\\""
        https://b.example/f #news

        """, ["https://a.example/f Title of A tech two words", "https://b.example/f - #news"]
      ),
      (
        """
        # Feeds

        My favourites, see [the rest](https://rest.example/).

        ## Tech
        - [A](https://a.example/f): good
        * https://b.example/f

        ### Apple
        1. [**C**](https://c.example/f) ([site](https://c.example))
        - [Top](#feeds)

        ## News
        + [D](feed://d.example/f "tip")
        - <https://e.example/f>
        - [F](<https://f.example/f>)
        - [mistyped](htps://g.example/f)
        - htps://h.example/f
        - no link

        """,
        [
          "https://a.example/f A /Tech", "https://b.example/f - /Tech", "https://c.example/f **C** /Tech /Apple",
          "feed://d.example/f D /News", "https://e.example/f - /News", "https://f.example/f F /News",
          "htps://g.example/f mistyped /News", "htps://h.example/f - /News",
        ]
      ),
    ])
  func forms(text: String, expected: [String]) {
    #expect(Self.feeds(text) == expected)
  }

  @Test("an address fills absent fields only, and knows its line")
  func place() throws {
    let source = SourceText(name: "list.txt", text: "# x\n https://a.example/f\n")
    let seed = try #require(SeedFileReader.read(source).seeds.feeds.first)
    #expect(seed.authority == .fillAbsent)
    #expect(seed.place == SeedPlace(file: "list.txt", range: SourceRange(5, 24)))
  }

  @Test("prose is no list", arguments: ["hello", "# only a comment\n", "see https://a.example"])
  func prose(text: String) {
    let file = SeedFileReader.read(SourceText(name: "list.txt", text: text))
    #expect(!file.isSeedFile)
    #expect(file.diagnostics.map(\.rule) == ["not-seeds"])
  }
}
