import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Testing

@Suite("Tables of feeds")
struct CSVSeedsTests {
  private static let table = """
    Name;Feed URL;Site;Tags;Category;Folder;Lang;Featured;Added;Notes
    A\u{1B}[31m;https://a.example/f;https://a.example/;x, y|x;Tech;News/Daily;en;yes;2026-11-21;n
    B;https://b.example/f;javascript:alert(1);;;;English;maybe;soon;
    D;;;;;;;;;
    ; ;;;;;;;;
    C;https://c.example/f
    """

  @Test("rows become feeds that fill absent fields, and what is wrong in a field is told at its place")
  func table() throws {
    let source = SourceText(name: "t.csv", text: Self.table)
    let file = SeedFileReader.read(source)
    #expect(file.isSeedFile)
    #expect(file.skipped == 1)
    var first = FeedSeed(
      feedURL: "https://a.example/f", authority: .fillAbsent, place: try #require(file.seeds.feeds.first).place)
    first.fields[FeedField.title] = .string("A")
    first.fields[FeedField.siteURL] = .string("https://a.example/")
    first.fields[FeedField.tags] = .strings(["x", "y", "x"])
    first.categoryAttributes = ["Tech"]
    first.categoryName = "Tech"
    first.folders = ["News", "Daily"]
    first.fields[FeedField.language] = .string("en")
    first.fields[FeedField.isFeatured] = .flag(true)
    first.fields[FeedField.addedAt] = Timestamp(iso8601: "2026-11-21").map { .timestamp($0) }
    #expect(file.seeds.feeds.first == first)
    #expect(file.seeds.feeds.map(\.feedURL) == ["a", "b", "c"].map { "https://\($0).example/f" })
    #expect(file.seeds.feeds[1].fields[FeedField.siteURL] == nil)
    let lines = LineTable(source)
    let told = file.diagnostics.map { diagnostic in
      let place = diagnostic.range.map { lines.position(at: $0.start) }.map { "\($0.line):\($0.column) " } ?? ""
      return "\(place)\(diagnostic.severity) \(diagnostic.rule): \(diagnostic.message)"
    }
    #expect(
      told == [
        "info unknown-column: ignored the column 'Notes'",
        "2:1 info cleaned-text: title: line breaks or control characters were removed from this text",
        "3:23 warning invalid-url: siteURL: 'javascript:' is not http or https; a feed is fetched over the web",
        "3:54 warning invalid-flag: isFeatured: this is neither true nor false",
        "3:60 warning invalid-date: addedAt: this is not a date",
        "6:1 warning csv-ragged-row: row has 2 fields, but the header has 10",
        "info rows-without-feed: skipped 1 of 4 rows without an address",
      ])
  }

  @Test("empty rows, which spreadsheets save at the end of a table, do not make it a partial one")
  func emptyRows() {
    let text = "title;url;tags\r\nA;https://a.example/f;\r\n;;\r\n"
    let file = SeedFileReader.read(SourceText(name: "t.csv", text: text))
    #expect(file.seeds.feeds.count == 1 && file.skipped == 0 && !file.isPartial && file.diagnostics.isEmpty)
  }

  @Test(
    "a table is told from a list of addresses by its first row",
    arguments: [
      ("url\nhttps://a.example/f", ["https://a.example/f"]),
      (
        "Introduction, Address, RSS feed, tags\nx, https://a.example, https://a.example/f, a; b",
        ["https://a.example/f"]
      ),
      ("xmlUrl\thtmlUrl\nhttps://a.example/f\thttps://a.example/", ["https://a.example/f"]),
      ("https://a.example/f,x\n", ["https://a.example/f,x"]), ("title,site\nA,https://a.example/", []),
    ])
  func recognition(text: String, feeds: [String]) {
    #expect(SeedFileReader.read(SourceText(name: "f", text: text)).seeds.feeds.map(\.feedURL) == feeds)
  }

  @Test("a table in UTF-16 is read, and its places are those of its text", arguments: [true, false])
  func utf16(isLittle: Bool) throws {
    let text = "\u{FEFF}title,url\nGröße,https://a.example/f\nB,x\n"
    let bytes = text.utf16.flatMap { unit in
      isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    let file = SeedFileReader.read(SourceText(name: "t.csv", bytes: bytes))
    #expect(file.seeds.feeds.map { $0.fields[FeedField.title]?.string } == ["Größe", "B"])
    let range = try #require(file.seeds.feeds.last?.place.range)
    #expect(try #require(file.text).string(range) == "B,x")
  }
}
