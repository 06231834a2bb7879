import Foundation
import Testing

@testable import Syndication

@Suite("Feed formats")
struct FeedFormatTests {
  private static let date = "2026-11-21T10:30:00Z"

  /// The item that all feeds below contain.
  private static func item(declaresText: Bool = false) throws -> FeedItem {
    FeedItem(
      id: "tag:example.org,2026:1", link: "https://example.org/1", title: "First & foremost",
      published: try Reading.date(date), summary: "In short", content: "<p>In full</p>",
      isTitleText: declaresText, isSummaryText: declaresText, author: "Ada", categories: ["Swift", "Feeds"])
  }

  @Test("attributes of the Channel Definition Format mean nothing in other formats")
  func channelAttributes() throws {
    let attributes = "version='2.0' lastmod='2026-11-20' href='https://other.example/'"
    let feed = try Reading.feed("<rss \(attributes)><channel><title>T</title></channel></rss>")
    #expect(feed.updated == nil && feed.siteLink == nil)
  }

  private static func document(_ format: FeedFormat, _ version: String, _ item: FeedItem) -> FeedDocument {
    FeedDocument(
      format: format, version: version, title: "Example", siteLink: "https://example.org/", description: "About it",
      language: "en-GB", image: "https://example.org/logo.png", updateInterval: 3600, items: [item], itemCount: 1)
  }

  @Test("reads RSS 2.0")
  func rss() throws {
    let feed = try Reading.feed(
      """
      <?xml version="1.0"?>
      <rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/">
        <channel>
          <title>Example</title><link>https://example.org/</link><description>About it</description>
          <language>en-GB</language><ttl>60</ttl>
          <image><url>https://example.org/logo.png</url><title>Not this</title><link>nor this</link></image>
          <item>
            <title>First &amp; foremost</title><link>https://example.org/1</link>
            <guid isPermaLink="false">tag:example.org,2026:1</guid>
            <pubDate>Sat, 21 Nov 2026 10:30:00 GMT</pubDate><d:creator>Ada</d:creator>
            <description>In short</description><c:encoded><![CDATA[<p>In full</p>]]></c:encoded>
            <category>Swift</category><category domain="x">Feeds</category>
            <enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="1234"/>
          </item>
        </channel>
      </rss>
      """)
    #expect(feed == Self.document(.rss, "2.0", try Self.item()))
  }

  @Test("reads Atom 1.0 with and without a prefix", arguments: ["", "a:"])
  func atom(prefix: String) throws {
    let declaration = prefix.isEmpty ? "xmlns" : "xmlns:a"
    let text = """
      <feed \(declaration)="http://www.w3.org/2005/Atom" xml:base="https://example.org/" xml:lang="en-GB"
        xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
        <title>Example</title><subtitle type="text">About it</subtitle>
        <link rel="self" href="feed.xml"/><link href="/"/><logo>logo.png</logo>
        <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>24</sy:updateFrequency>
        <entry>
          <id>tag:example.org,2026:1</id><title>First &amp; foremost</title>
          <link rel="enclosure" href="1.mp3" type="audio/mpeg" length="1234"/><link rel="alternate" href="1"/>
          <published>2026-11-21T11:30:00+01:00</published>
          <author><name>Ada</name><email>ada@example.org</email></author><summary>In short</summary>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>In full</p></div></content>
          <category term="Swift" label="The language"/><category term="Feeds"/>
          <source><title>Elsewhere</title><id>other</id></source>
        </entry>
      </feed>
      """
    let pattern =
      #/<(/?)(feed|title|subtitle|link|logo|entry|id|published|author|name|email|summary|content|category|source)\b/#
    let prefixed = text.replacing(pattern) { "<\($0.output.1)\(prefix)\($0.output.2)" }
    #expect(try Reading.feed(prefixed) == Self.document(.atom, "1.0", try Self.item(declaresText: true)))
  }

  @Test("reads RSS 1.0 with items next to the channel")
  func rdf() throws {
    let feed = try Reading.feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:enc="http://example.org/other#">
        <channel rdf:about="https://example.org/">
          <title>Example</title><link>https://example.org/</link><description>About it</description>
          <dc:language>en-GB</dc:language><sy:updatePeriod>hourly</sy:updatePeriod>
          <items><rdf:Seq><rdf:li rdf:resource="tag:example.org,2026:1"/></rdf:Seq></items>
        </channel>
        <image rdf:about="x"><title>Not this</title><url>https://example.org/logo.png</url></image>
        <item rdf:about="tag:example.org,2026:1">
          <title>First &amp; foremost</title><link>https://example.org/1</link><description>In short</description>
          <dc:date>2026-11-21T10:30Z</dc:date><dc:creator>Ada</dc:creator>
          <content:encoded>&lt;p&gt;In full&lt;/p&gt;</content:encoded>
          <dc:subject>Swift</dc:subject><dc:subject>Feeds</dc:subject><enc:title>Nor this</enc:title>
          <enclosure url="https://example.org/1.mp3" type="audio/mpeg" length="1234"/>
        </item>
        <textinput><title>Nor this</title><link>nor this</link></textinput>
      </rdf:RDF>
      """)
    #expect(feed == Self.document(.rdf, "1.0", try Self.item()))
  }

  @Test(
    "reads JSON Feed",
    arguments: [("1", #""author": {"name": "Ada"}"#), ("1.1", #""authors": [{"name": "Ada"}, {"name": "Bob"}]"#)])
  func jsonFeed(version: String, author: String) throws {
    let feed = try Reading.feed(
      """
      {"version": "https://jsonfeed.org/version/\(version)", "title": "Example", "home_page_url": "/",
       "description": "About it", "language": "en-GB", "icon": "logo.png", "items": [
        {"id": "tag:example.org,2026:1", "url": "1", "title": "First & foremost", "summary": "In short",
         "content_html": "<p>In full</p>", "date_published": "2026-11-21T10:30:00Z", \(author),
         "tags": ["Swift", "Feeds"],
         "attachments": [{"url": "1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 1234}]}]}
      """, url: "https://example.org/feed.json")
    var expected = Self.document(.jsonFeed, version, try Self.item(declaresText: true))
    expected.updateInterval = nil
    #expect(feed == expected)
  }

  @Test("a feed in JSON without a version is recognized by its items")
  func unversioned() throws {
    let feed = try Reading.feed(#"{"title": "T", "items": [{"id": "1", "content_text": "x"}]}"#)
    #expect(feed.format == .jsonFeed && feed.items.map(\.id) == ["1"] && feed.problems.map(\.kind) == [.unknownVersion])
  }

  @Test("a feed in JSON with half a surrogate pair is read")
  func halfSurrogatePair() throws {
    let feed = try Reading.feed(
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "title": "cut \ud83d"}]}"#)
    #expect(feed.items.map(\.title) == ["cut \u{FFFD}"] && feed.problems.map(\.kind) == [.jsonSyntax])
  }

  @Test(
    "the date of creation is the publication date if there is no other",
    arguments: [
      ("<created>2003-12-31T10:14:55Z</created>", "2003-12-31T10:14:55Z"),
      ("<dcterms:created>2003-12-31T10:14:55Z</dcterms:created>", "2003-12-31T10:14:55Z"),
      ("<issued>2004-01-01T00:00:00Z</issued><created>2003-12-31T10:14:55Z</created>", "2004-01-01T00:00:00Z"),
    ])
  func created(element: String, expected: String) throws {
    let feed = try Reading.feed(
      """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#" xmlns:dcterms="http://purl.org/dc/terms/">
      <entry>\(element)</entry></feed>
      """)
    #expect(feed.items.map(\.published) == [try Reading.date(expected)])
  }

  @Test(
    "escaped text beside child elements stays text",
    arguments: [
      ("Use &lt;b&gt; <p>for &lt;i&gt; &amp; more</p>", "Use &lt;b&gt; <p>for &lt;i&gt; &amp; more</p>"),
      ("Use &lt;b&gt;bold&lt;/b&gt; &amp;amp; more", "Use <b>bold</b> &amp; more"),
      ("<![CDATA[<b>bold</b>]]><p>x</p>", "<b>bold</b><p>x</p>"),
    ])
  func inlineMarkup(text: String, expected: String) throws {
    let feed = try Reading.feed("<rss><channel><item><description>\(text)</description></item></channel></rss>")
    #expect(feed.items.map(\.summary) == [expected])
  }

  @Test("reads RSS in JSON")
  func rssInJSON() throws {
    let feed = try Reading.feed(
      """
      {"rss": {"version": "2.0", "channel": {"title": "Example", "link": "https://example.org/",
       "description": "About it", "language": "en-GB", "ttl": 60, "image": {"url": "https://example.org/logo.png"},
       "item": [{"title": "First & foremost", "link": "https://example.org/1", "author": "Ada",
        "guid": {"isPermaLink": false, "#value": "tag:example.org,2026:1"}, "description": "In short",
        "content:encoded": "<p>In full</p>", "pubDate": "Sat, 21 Nov 2026 10:30:00 GMT",
        "category": ["Swift", "Feeds"],
        "enclosure": {"url": "https://example.org/1.mp3", "type": "audio/mpeg", "length": "1234"}}]}}}
      """)
    #expect(feed == Self.document(.rssInJSON, "2.0", try Self.item()))
  }

  @Test("a podcast's own elements are used only if the format's elements are missing")
  func podcast() throws {
    let feed = try Reading.feed(
      """
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Cast</title>
        <itunes:image href="https://example.org/cover.jpg"/><itunes:summary>Long</itunes:summary>
        <item><title>One</title><itunes:title>Other</itunes:title><itunes:author>Ada</itunes:author>
        <media:group><media:content url="https://example.org/v.mp4" type="video/mp4" fileSize="9"/>
        <media:title>Video</media:title><media:description>What it shows</media:description></media:group></item>
      </channel></rss>
      """)
    #expect(feed.image == "https://example.org/cover.jpg" && feed.description == "Long")
    let item = try #require(feed.items.first)
    #expect(item.title == "One" && item.summary == "What it shows")
  }
}
