import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Adding an entry to a list")
struct ListInsertionTests {
  private static let entry = {
    var seed = FeedSeed(feedURL: "https://m.example/feed", authority: .named, place: CatalogEditor.place)
    seed.fields[FeedField.title] = .string("M & \"Co\"")
    seed.fields[FeedField.siteURL] = .string("https://m.example/")
    return seed
  }()

  private static func added(to text: String) throws -> String {
    try ListInsertion.text(adding: entry, to: SourceText(name: "list", text: text))
  }

  @Test(
    "only the new lines differ, in the form of the list",
    arguments: [
      (
        "{\"feeds\":[{\"feedURL\":\"https://a.example/\",\"title\":\"A\"}]}",
        "{\"feeds\":[{\"feedURL\":\"https://a.example/\",\"title\":\"A\"},{\"feedURL\":\"https://m.example/feed\",\"title\":\"M & \\\"Co\\\"\",\"siteURL\":\"https://m.example/\"}]}"
      ),
      (
        "{ \"feeds\": [\n  {\n    \"title\": \"Z\",\n    \"feedURL\": \"https://z.example/\"\n  }\n] }\n",
        "{ \"feeds\": [\n  {\n    \"title\": \"Z\",\n    \"feedURL\": \"https://z.example/\"\n  },\n  {\n    \"title\": \"M & \\\"Co\\\"\",\n    \"feedURL\": \"https://m.example/feed\",\n    \"siteURL\": \"https://m.example/\"\n  }\n] }\n"
      ),
      (
        "<opml version=\"2.0\"><body>\n  <outline text=\"F\">\n    <outline text=\"Z\" xmlUrl=\"https://z.example/\"></outline>\n  </outline>\n</body></opml>",
        "<opml version=\"2.0\"><body>\n  <outline text=\"F\">\n    <outline text=\"Z\" xmlUrl=\"https://z.example/\"></outline>\n    <outline type=\"rss\" text=\"M &amp; &quot;Co&quot;\" xmlUrl=\"https://m.example/feed\" htmlUrl=\"https://m.example/\"/>\n  </outline>\n</body></opml>"
      ),
      (
        "https://a.example/\r\nhttps://z.example/\r\n",
        "https://a.example/\r\nhttps://z.example/\r\nhttps://m.example/feed\r\n"
      ),
      (
        "# All\nhttps://a.example/\nhttps://b.example/\nhttps://z.example/\n",
        "# All\nhttps://a.example/\nhttps://b.example/\nhttps://m.example/feed\nhttps://z.example/\n"
      ),
      ("https://a.example/ A\n", "https://a.example/ A\nhttps://m.example/feed M & \"Co\"\n"),
    ])
  func forms(list: String, expected: String) throws {
    #expect(try Self.added(to: list) == expected)
    let before = SeedFileReader.read(SourceText(name: "list", text: list)).seeds.feeds.map(\.feedURL)
    let after = SeedFileReader.read(SourceText(name: "list", text: expected)).seeds.feeds.map(\.feedURL)
    #expect(Set(after).subtracting(before) == [Self.entry.feedURL] && after.count == before.count + 1)
  }

  @Test("an empty list gets its first entry, and a list that is only read is refused")
  func others() throws {
    #expect(try Self.added(to: "{\"feeds\": []}").contains("[\n    {\"feedURL\": \"https://m.example/feed\""))
    #expect(throws: ListInsertion.Refusal.self) { try Self.added(to: "[{\"language\": \"en\", \"categories\": []}]") }
    #expect(throws: ListInsertion.Refusal.self) { try Self.added(to: "- [A](https://a.example/)\n") }
  }
}
