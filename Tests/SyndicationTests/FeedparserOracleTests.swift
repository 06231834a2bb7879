import Foundation
import Syndication
import Testing

@Suite("Feeds that feedparser reads", .enabled(if: FeedCorpus.isThere, "the corpus is not beside the project"))
struct FeedparserOracleTests {
  /// The files where we differ, and why.
  static let differences: [String: String] = {
    let json = "feedparser 6 does not read JSON Feed"
    let priority = "the file itself expects our link: an alternate goes before an enclosure"
    let theirs = "gofeed's expectation of this file is ours"
    let ours: [(folder: String, files: [(String, String)])] = [
      ("kurtmckee__feedparser/tests/json", [("example.json", json)]),
      ("kurtmckee__feedparser/tests/wellformed/atom", [("entry_link_no_href_link_priority.xml", priority)]),
      (
        "kurtmckee__feedparser/tests/wellformed/atom10",
        [
          ("entry_link_no_href_link_priority.xml", priority),
          ("entry_link_rel_enclosure_no_href.xml", priority),
          ("missing_quote_in_attr.xml", "feedparser writes HTML anew; we leave it as the feed has it"),
          ("tag_in_attr.xml", "feedparser writes HTML anew; we leave it as the feed has it"),
        ]
      ),
      (
        "kurtmckee__feedparser/tests/wellformed/rss",
        [
          ("entity_in_doctype.xml", "we expand no entity that a document declares"),
          ("item_guid_isPermaLink_ValueError.xml", "feedparser loses an identifier that is no valid address"),
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

  @Test("98 of 100 files have feedparser's format, title, link, item count and first item; the rest is explained")
  func rows() throws {
    let oracle = try FeedCorpus.oracle()
    var different: Set<String> = []
    for (file, expected) in oracle {
      if Self.row(try FeedCorpus.read(file)) != Self.normalised(expected) { different.insert(file) }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(oracle.count > 1000 && different.count * 50 <= oracle.count)
  }

  static func row(_ reading: FeedReading) -> FeedCorpus.Row {
    guard case .feed(let feed) = reading else { return FeedCorpus.Row() }
    var row = FeedCorpus.Row()
    let version = feed.version ?? ""
    switch feed.format {
    // feedparser knows RSS 2 as one, whatever follows the 2.
    case .rss, .rdf: row.version = version.hasPrefix("2.") ? "rss20" : "rss" + version.replacing(".", with: "")
    case .atom: row.version = "atom" + version.replacing(".", with: "")
    // feedparser reads them and has no name for them.
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

  private static func normalised(_ row: FeedCorpus.Row) -> FeedCorpus.Row {
    var row = row
    // By the document type, which says nothing about the rest.
    if row.version == "rss091u" || row.version == "rss091n" { row.version = "rss091" }
    return row
  }
}
