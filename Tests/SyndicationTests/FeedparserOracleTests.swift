import Foundation
import Syndication
import Testing

@Suite("Feeds compared with feedparser", .enabled(if: FeedCorpus.isPresent, "the corpus is missing"))
struct FeedparserOracleTests {
  /// Files with different results, and the reasons.
  static let differences: [String: String] = {
    let json = "feedparser 6 does not read JSON Feed"
    let priority = "the file expects our link: alternates precede enclosures"
    let created = "the file expects our date, which feedparser reports as created"
    let theirs = "gofeed expects our result"
    let ours: [(folder: String, files: [(String, String)])] = [
      ("kurtmckee__feedparser/tests/json", [("example.json", json)]),
      (
        "kurtmckee__feedparser/tests/wellformed/atom",
        [
          ("entry_created.xml", created), ("entry_created_parsed.xml", created),
          ("entry_link_no_href_link_priority.xml", priority),
        ]
      ),
      (
        "kurtmckee__feedparser/tests/wellformed/atom10",
        [
          ("entry_link_no_href_link_priority.xml", priority),
          ("entry_link_rel_enclosure_no_href.xml", priority),
          ("missing_quote_in_attr.xml", "feedparser rewrites HTML"),
          ("tag_in_attr.xml", "feedparser rewrites HTML"),
        ]
      ),
      (
        "kurtmckee__feedparser/tests/wellformed/rss",
        [
          ("entity_in_doctype.xml", "declared entities are not expanded"),
          ("item_dcterms_created.xml", created),
          ("item_guid_isPermaLink_ValueError.xml", "feedparser drops an identifier that is not a valid address"),
        ]
      ),
      (
        "mmcdole__gofeed/testdata/parser/atom",
        [
          ("atom10_feed_entry_link_href_invalid_space_prefix.xml", theirs),
          ("atom10_feed_title_xhtml_escaped_markup.xml", theirs),
          ("atom10_feed_title_xhtml_inline_markup.xml", theirs),
          ("issue_275_atom03_version.xml", theirs),
        ]
      ),
      (
        "mmcdole__gofeed/testdata/parser/json",
        ["10", "10_expected", "11", "11_deprecated_author", "11_deprecated_author_expected", "11_expected"]
          .map { ("version_json_\($0).json", json) }
      ),
      (
        "mmcdole__gofeed/testdata/parser/rss",
        [
          ("issue_320_legacy_entity_prefix.xml", theirs), ("rss_channel_item_guid_naked_markup.xml", theirs),
          ("rss_channel_item_uri_at_protocol.xml", theirs), ("version_rdf_090.xml", theirs),
        ]
      ),
      (
        "mmcdole__gofeed/testdata/parser/universal",
        ["json10_feed.json", "json11_feed.json", "sample.json"].map { ($0, json) }
      ),
    ]
    let pairs = ours.flatMap { folder, files in files.map { ("\(folder)/\($0.0)", $0.1) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  @Test(
    "at least 98% of files match feedparser, or expect our result, in format, title, link, item count and first item, and the differences are explained"
  )
  func rows() throws {
    let oracle = try FeedCorpus.oracle()
    var different: Set<String> = []
    for (file, expected) in oracle {
      if Self.row(try FeedCorpus.read(file)) != Self.normalized(expected) { different.insert(file) }
    }
    #expect(different == Set(Self.differences.keys))
    let expected = Self.differences.values.count { $0.hasPrefix("the file expects") }
    #expect(oracle.count > 1000 && (different.count - expected) * 50 <= oracle.count)
  }

  static func row(_ reading: FeedReading) -> FeedCorpus.Row {
    guard case .feed(let feed) = reading else { return FeedCorpus.Row() }
    var row = FeedCorpus.Row()
    let version = feed.version ?? ""
    switch feed.format {
    // feedparser does not distinguish versions of RSS 2.
    case .rss, .rdf: row.version = version.hasPrefix("2.") ? "rss20" : "rss" + version.replacing(".", with: "")
    case .atom: row.version = "atom" + version.replacing(".", with: "")
    // feedparser has no name for this format.
    case .channel: row.version = ""
    case .jsonFeed, .rssInJSON: row.version = "json"
    }
    row.title = flat(feed.title)
    row.link = flat(feed.siteLink)
    row.items = feed.itemCount
    row.firstID = flat(feed.items.first?.id)
    row.firstLink = flat(feed.items.first?.link)
    row.firstDate = feed.items.first?.date.map { $0.formatted(.iso8601) } ?? ""
    return row
  }

  private static func flat(_ text: String?) -> String {
    (text ?? "").replacing("\n", with: " ").replacing("\t", with: " ")
  }

  private static func normalized(_ row: FeedCorpus.Row) -> FeedCorpus.Row {
    var row = row
    // feedparser reads these versions from the document type.
    if row.version == "rss091u" || row.version == "rss091n" { row.version = "rss091" }
    return row
  }
}
