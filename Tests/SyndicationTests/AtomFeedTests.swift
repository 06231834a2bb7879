import Syndication
import Testing

@Suite("Written Atom feeds")
struct AtomFeedTests {
  private static let hostile = "]]><b>&amp;\u{0}\u{8}\u{1B}[1m\u{202E}\"'\u{FFFE}é😀\r\n<script>"

  private static func feed(_ text: String, link: String? = nil) -> AtomFeed {
    AtomFeed(
      id: "urn:uuid:1", title: text, updated: "2026-11-21T12:00:00Z", author: text,
      entries: [
        AtomFeed.Entry(
          id: "urn:uuid:2", title: text, updated: "2026-11-21T12:00:00Z", content: text, link: link, category: text),
        AtomFeed.Entry(id: "urn:uuid:3", title: "", updated: "2026-11-20T12:00:00Z", content: ""),
      ])
  }

  @Test("our own reader reads what was written, whatever the texts contain")
  func roundTrip() throws {
    for text in ["Notes", Self.hostile] {
      let xml = Self.feed(text, link: "https://a.example/?a=1&b=2").xml
      let read = FeedDocument.read(Array(xml.utf8), contentType: nil, url: "https://x.example/")
      guard case .feed(let feed) = read else {
        Issue.record("not a feed: \(xml)")
        continue
      }
      #expect(feed.items.count == 2 && feed.problems.isEmpty, "\(feed)")
      #expect(feed.items.first?.id == "urn:uuid:2")
      #expect(feed.items.first?.link == "https://a.example/?a=1&b=2")
    }
  }

  @Test(
    "only web addresses without spaces and delimiters become links",
    arguments: [
      ("https://a.example/?a=1", true), ("HTTP://a.example/", true), ("javascript:alert(1)", false),
      ("https://a.example/ b", false), ("https://a.example/\"><x", false), ("https://a.example/é", false),
    ])
  func links(link: String, isLink: Bool) {
    #expect(Self.feed("T", link: link).xml.contains("<link ") == isLink)
  }

  @Test("a feed has what RFC 4287 and feedvalidator require: ids, titles, dates, an author, and content")
  func required() {
    let xml = Self.feed("T").xml
    for element in ["<id>", "<title>", "<updated>", "<content>"] { #expect(xml.components(separated: element) >= 2) }
    #expect(xml.contains("<author><name>T</name></author>") && xml.contains("<title>(untitled)</title>"))
    #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">"))
  }
}

extension String {
  fileprivate func components(separated text: String) -> Int { split(separator: text).count - 1 }
}
