import Syndication
import Testing

@Suite("Answers of feedparser 6.0.11, frozen")
struct FeedparserAnswerTests {
  /// Feeds of our own, and what feedparser reads in them.
  static let answers: [(feed: String, row: FeedCorpus.Row)] = [
    (
      """
      <rss version='2.0'><channel><title>A &amp; B</title><link>https://a.example/</link>
      <item><guid>1</guid><link>https://a.example/1</link><pubDate>Sat, 21 Nov 2026 10:00:00 +0100</pubDate></item>
      <item/></channel></rss>
      """,
      .init(
        version: "rss20", title: "A & B", link: "https://a.example/", items: 2, firstID: "1",
        firstLink: "https://a.example/1", firstDate: "2026-11-21T09:00:00Z")
    ),
    (
      """
      <rss version='0.91'><channel><title>Old</title><link>http://a.example/</link>
      <item><title>t</title><link>http://a.example/x</link></item></channel></rss>
      """,
      .init(version: "rss091", title: "Old", link: "http://a.example/", items: 1, firstLink: "http://a.example/x")
    ),
    (
      """
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'
      xmlns:dc='http://purl.org/dc/elements/1.1/'><channel rdf:about='http://a.example/'><title>R</title>
      <link>http://a.example/</link></channel><item rdf:about='http://a.example/1'><title>One</title>
      <link>http://a.example/1</link><dc:date>2026-11-20T12:00Z</dc:date></item></rdf:RDF>
      """,
      .init(
        version: "rss10", title: "R", link: "http://a.example/", items: 1, firstID: "http://a.example/1",
        firstLink: "http://a.example/1", firstDate: "2026-11-20T12:00:00Z")
    ),
    (
      """
      <feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>T &amp;amp; U</title>
      <link rel='self' href='https://a.example/feed'/><link href='https://a.example/'/><entry><id>tag:a.example,2026:1</id>
      <link rel='alternate' href='https://a.example/1'/><published>2026-11-19T00:00:00Z</published>
      <updated>2026-11-20T00:00:00Z</updated></entry></feed>
      """,
      .init(
        version: "atom10", title: "T &amp; U", link: "https://a.example/", items: 1, firstID: "tag:a.example,2026:1",
        firstLink: "https://a.example/1", firstDate: "2026-11-19T00:00:00Z")
    ),
    (
      """
      <rss version='2.0'><channel><title>G</title><item><guid>https://a.example/g</guid></item></channel></rss>
      """,
      .init(
        version: "rss20", title: "G", items: 1, firstID: "https://a.example/g", firstLink: "https://a.example/g")
    ),
    (
      """
      <rss version='2.0'><channel><title><![CDATA[ A <b>B</b> ]]></title>
      <item><guid isPermaLink='false'>g</guid></item></channel></rss>
      """,
      .init(version: "rss20", title: "A <b>B</b>", items: 1, firstID: "g")
    ),
    (
      """
      <rss version='2.0'><channel><title>caf&eacute; &nope;</title><item><guid isPermaLink='false'>1</guid>
      <pubDate>21 Nov 2026 10:00:00</pubDate></item></channel></rss>
      """,
      .init(version: "rss20", title: "café &nope;", items: 1, firstID: "1", firstDate: "2026-11-21T10:00:00Z")
    ),
    (
      """
      <rss version='2.0'><channel><title>Cut</title><item><guid isPermaLink='false'>1</guid></item><item><guid>2
      """,
      .init(version: "rss20", title: "Cut", items: 2, firstID: "1")
    ),
  ]

  @Test("format, title, link, item count and first item are the same", arguments: answers)
  func row(feed: String, row: FeedCorpus.Row) {
    #expect(FeedparserOracleTests.row(FeedDocument.read(Array(feed.utf8), contentType: nil, url: nil)) == row)
  }
}
