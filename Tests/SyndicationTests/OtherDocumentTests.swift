import Testing

@testable import Syndication

@Suite("Documents other than feeds")
struct OtherDocumentTests {
  private static func read(_ text: String, url: String? = nil) -> FeedReading {
    FeedDocument.read(Array(text.utf8), contentType: "application/rss+xml", url: url)
  }

  @Test("a web page is recognized, with its title and links to feeds")
  func webPage() {
    let reading = Self.read(
      """
      <!DOCTYPE html>
      <html><head><title>
        A page &amp; more</title><base href="/blog/"><script>if (a<b && c=='"') write("<title>No")</script>
      <link rel="alternate" type="application/rss+xml" title="Posts" href="feed.xml">
      <link rel='ALTERNATE home' type='application/atom+xml; charset=utf-8' href='https://other.example/atom'>
      <link rel="alternate" type="text/html" hreflang="de" href="/de"><link rel="stylesheet" href="x.css">
      <link rel=alternate type=application/feed+json href=/feed.json></head><body><rss></rss></body></html>
      """, url: "https://example.org/index.html")
    let links = [
      "https://example.org/blog/feed.xml", "https://other.example/atom", "https://example.org/feed.json",
    ]
    #expect(reading == .notAFeed(OtherDocument(kind: .html, title: "A page & more", alternates: links)))
  }

  @Test(
    "other documents are recognized by kind",
    arguments: [
      ("", FeedReading.empty), (" \n\t\0", .empty), ("\u{FEFF} ", .empty),
      ("Not found", .notAFeed(OtherDocument(kind: .text))),
      ("GIF89a\0\0", .notAFeed(OtherDocument(kind: .binary))),
      ("<html>x", .notAFeed(OtherDocument(kind: .html))), ("<!doctype HTML>x", .notAFeed(OtherDocument(kind: .html))),
      ("<h1>404</h1>", .notAFeed(OtherDocument(kind: .html))),
      ("<tv><channel id='1'/></tv>", .notAFeed(OtherDocument(kind: .xml(root: "tv")))),
      ("<opml><body/></opml>", .notAFeed(OtherDocument(kind: .xml(root: "opml")))),
      ("<?xml version=\"1.0\"?>\n<urlset><url/></urlset>", .notAFeed(OtherDocument(kind: .xml(root: "urlset")))),
      ("<?xml version=\"1.0\"?>", .malformed(reason: "XML declaration without an element")),
      (#"{"title": "Pets", "items": [{"id": 1, "name": "cat", "url": "/1"}]}"#, .notAFeed(OtherDocument(kind: .json))),
      (#"{"title": "Pets", "items": []}"#, .notAFeed(OtherDocument(kind: .json))),
      ("{\"error\": 404}", .notAFeed(OtherDocument(kind: .json))), ("[1, 2]", .notAFeed(OtherDocument(kind: .json))),
      (
        "{\"version\": \"https://jsonfeed.org/version/1\",\n \"items\": [",
        .malformed(
          reason: "expected a value, but the text ends, line 2")
      ),
    ])
  func others(text: String, expected: FeedReading) {
    #expect(Self.read(text) == expected)
  }
}
