import Foundation
import Syndication
import Testing

@Suite("Authors, categories, pictures and languages of items")
struct ItemDetailTests {
  private static func item(_ text: String) throws -> FeedItem {
    guard case .feed(let feed) = FeedDocument.read(Array(text.utf8), contentType: nil, url: "https://a.example/feed")
    else { throw Missing() }
    return try #require(feed.items.first)
  }

  private struct Missing: Error {}

  private static let namespaces = """
    xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:media='http://search.yahoo.com/mrss/' \
    xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'
    """

  @Test(
    "the first author is a name, or what the feed has in its place",
    arguments: [
      ("<author>a@a.example (Ann)</author>", "a@a.example (Ann)"), ("<dc:creator>Ann</dc:creator>", "Ann"),
      ("<itunes:author>I</itunes:author><author>R</author>", "R"), ("<author>A</author><author>B</author>", "A"),
      ("<author><name>N</name><email>e@a.example</email></author>", "N"),
      ("<author><email>e@a.example</email></author>", "e@a.example"), ("<author><name></name></author>", nil),
      ("<author><p>Ann</p></author>", "Ann"),
      ("<author><uri>https://a.example/</uri></author>", nil),
    ] as [(String, String?)])
  func authors(element: String, author: String?) throws {
    #expect(try Self.item("<rss \(Self.namespaces)><channel><item>\(element)</item></channel></rss>").author == author)
    guard element.hasPrefix("<author><") else { return }
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(element)</entry></feed>"
    #expect(try Self.item(atom).author == author)
  }

  @Test(
    "an entry without an author has the author of its Atom feed, or of the feed that it was copied from",
    arguments: [
      ("", "F"), ("<author><name>E</name></author>", "E"), ("<author><uri>https://a.example/</uri></author>", nil),
      ("<source><title>S</title><author><name>S</name></author></source>", "S"),
      ("<source><author><name>S</name></author></source><author><name>E</name></author>", "E"),
      ("<source><title>S</title></source>", nil),
    ] as [(String, String?)])
  func feedAuthors(elements: String, author: String?) throws {
    let (feedAuthor, entry) = ("<author><name>F</name></author>", "<entry><id>1</id>\(elements)</entry>")
    for children in [feedAuthor + entry, entry + feedAuthor] {
      #expect(try Self.item("<feed xmlns='http://www.w3.org/2005/Atom'>\(children)</feed>").author == author)
    }
    let channel = "<managingEditor>F</managingEditor><item><guid>1</guid></item>"
    #expect(try Self.item("<rss version='2.0'><channel>\(channel)</channel></rss>").author == nil)
  }

  @Test(
    "an item of JSON Feed without an author has the feed's",
    arguments: [
      (#""authors":[{"name":"F"}]"#, "", "F"), (#""author":{"name":"F"}"#, "", "F"),
      (#""authors":[{"name":"F"}]"#, #","authors":[{"name":"I"}]"#, "I"),
      (#""authors":[{"name":"F"}]"#, #","author":{"url":"https://a.example/"}"#, nil),
    ] as [(String, String, String?)])
  func jsonFeedAuthors(feed: String, item: String, author: String?) throws {
    let text = #"{"version":"https://jsonfeed.org/version/1.1","title":"J",\#(feed),"items":[{"id":"1"\#(item)}]}"#
    #expect(try Self.item(text).author == author)
  }

  @Test("categories keep their order, and Atom's terms come before their text")
  func categories() throws {
    let elements = """
      <category>One</category><category term='two'/><category term='t' label='L'>x</category><dc:subject>Three</dc:subject>\
      <itunes:keywords>four,five</itunes:keywords><category label='six'/><category/>
      """
    let item = try Self.item("<rss \(Self.namespaces)><channel><item>\(elements)</item></channel></rss>")
    #expect(item.categories == ["One", "two", "t", "Three", "four", "five", "six"])
  }

  @Test(
    "the picture is a thumbnail, or else an image among the media files, or else the podcast image",
    arguments: [
      ("<media:content medium='image' url='/c.png'/><media:thumbnail url='/t.png'/>", "/t.png"),
      (
        "<media:group><media:content url='/v.mp4'><media:thumbnail url='/t.png'/></media:content></media:group>",
        "/t.png"
      ),
      ("<itunes:image href='/i.png'/><media:content type='image/png' url='/c.png'/>", "/c.png"),
      ("<enclosure url='/e.jpg' type='image/jpeg'/><itunes:image href='/i.png'/>", "/e.jpg"),
      ("<enclosure url='/e.mp3' type='audio/mpeg'/><itunes:image href='/i.png'/>", "/i.png"),
      ("<enclosure url='/e.mp3' type='audio/mpeg'/>", nil),
    ] as [(String, String?)])
  func pictures(elements: String, path: String?) throws {
    let item = try Self.item("<rss \(Self.namespaces)><channel><item>\(elements)</item></channel></rss>")
    #expect(item.image == path.map { "https://a.example" + $0 })
    #expect(item.title == nil)
  }

  @Test(
    "the link of an item leads to its page, not to a translation or, in RSS, where a link of Atom leads",
    arguments: [
      ("feed", "<link href='/1'/><link hreflang='de' href='/de'/>", "/1"),
      ("feed", "<link hreflang='de' href='/de'/><link href='/1'/>", "/1"),
      ("feed", "<link type='application/json' href='/1.json'/><link hreflang='de' href='/de'/>", "/de"),
      ("feed", "<link href='/1'/><link href='/2'/>", "/2"),
      ("rss", "<link>/1</link><atom:link href='/1/feed'/>", "/1"),
      ("rss", "<atom:link href='/1/feed'/><link>/1</link>", "/1"),
      ("rss", "<atom:link href='/1'/><atom:link href='/2'/>", "/2"),
    ])
  func links(root: String, elements: String, path: String) throws {
    let feed = try Reading.feed(
      root == "rss"
        ? "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel>\(elements)<item>\(elements)</item></channel></rss>"
        : "<feed xmlns='http://www.w3.org/2005/Atom'>\(elements)<entry>\(elements)</entry></feed>",
      url: "https://a.example/feed")
    #expect(feed.siteLink == "https://a.example" + path)
    #expect(feed.items.map(\.link) == ["https://a.example" + path])
  }

  @Test("the language of an item is its own")
  func languages() throws {
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><entry xml:lang='de'><id>1</id></entry></feed>"
    #expect(try Self.item(atom).language == "de")
    #expect(
      try Self.item("<rss><channel><language>en</language><item><guid>1</guid></item></channel></rss>").language == nil)
  }

  @Test("JSON Feed has authors, tags, images and languages")
  func json() throws {
    let item = try Self.item(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":1,"content_text":"a < b","authors":[{"name":"N"}],
      "tags":["x","y"],"banner_image":"/b.png","language":"fr"}]}
      """)
    #expect(item.author == "N" && item.categories == ["x", "y"] && item.image == "https://a.example/b.png")
    #expect(item.language == "fr" && item.isContentText && item.isTitleText)
  }

  @Test(
    "Atom declares text and HTML, and an end tag reveals HTML",
    arguments: [
      ("<content>a &lt; b</content>", true), ("<content type='html'>a &lt;b&gt;b&lt;/b&gt;</content>", false),
      ("<content>&lt;p&gt;x&lt;/p&gt;</content>", false), ("<content type='xhtml'><div>x</div></content>", false),
    ])
  func text(element: String, isText: Bool) throws {
    #expect(
      try Self.item("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(element)</entry></feed>").isContentText
        == isText)
  }

  @Test(
    "an Atom title is text unless it declares or shows HTML",
    arguments: [
      ("<title>Use &lt;b&gt;</title>", true), ("<title type='text'>T</title>", true),
      ("<title type='html'>T</title>", false), ("<title>&lt;b&gt;T&lt;/b&gt;</title>", false),
    ])
  func title(element: String, isText: Bool) throws {
    #expect(
      try Self.item("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(element)</entry></feed>").isTitleText == isText)
    #expect(try !Self.item("<rss><channel><item>\(element)</item></channel></rss>").isTitleText)
  }

  @Test(
    "a description of Media RSS is text unless it declares or shows HTML",
    arguments: [
      ("<media:description>a &lt; b &lt;c@d.example&gt;</media:description>", true),
      ("<media:description type='html'>a &lt;br&gt; b</media:description>", false),
      ("<media:description>&lt;b&gt;a&lt;/b&gt;</media:description>", false),
      ("<media:description>b</media:description><description>a</description>", false),
    ])
  func mediaDescription(elements: String, isText: Bool) throws {
    let namespaces = Self.namespaces
    func rss(_ elements: String) -> String { "<rss \(namespaces)><channel><item>\(elements)</item></channel></rss>" }
    #expect(try Self.item(rss(elements)).isSummaryText == isText)
    #expect(try !Self.item(rss("<itunes:summary>a</itunes:summary>" + elements)).isSummaryText)
    let group = "<entry><media:group>\(elements)</media:group></entry>"
    #expect(
      try Self.item("<feed xmlns='http://www.w3.org/2005/Atom' \(namespaces)>\(group)</feed>").isSummaryText == isText)
  }

  @Test(
    "publishers block feeds and items",
    arguments: [
      ("<itunes:block>Yes</itunes:block>", "", true, false), ("", "<itunes:block>yes</itunes:block>", false, true),
      ("<meta xmlns='http://www.w3.org/1999/xhtml' name='robots' content='noindex, noarchive'/>", "", true, false),
      ("<meta xmlns='http://www.w3.org/1999/xhtml' name='robots' content='noindex'/>", "", false, false),
    ])
  func blocks(channel: String, item: String, isFeed: Bool, isItem: Bool) throws {
    let text = "<rss \(Self.namespaces)><channel>\(channel)<item><guid>1</guid>\(item)</item></channel></rss>"
    guard case .feed(let feed) = FeedDocument.read(Array(text.utf8), contentType: nil, url: nil) else {
      throw Missing()
    }
    #expect(feed.isBlocked == isFeed && feed.items.first?.isBlocked == isItem)
  }

  @Test("the last publication date of an item applies, but the first of other dates")
  func repeatedDates() throws {
    func date(_ element: String) throws -> Date? {
      try Reading.feed(
        """
        <rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>
        <\(element)>2026-11-01</\(element)><\(element)>2026-11-20</\(element)></item></channel></rss>
        """
      ).items.first?.date
    }
    #expect(try date("pubDate") == Reading.date("2026-11-20T00:00:00Z"))
    #expect(try date("dc:date") == Reading.date("2026-11-01T00:00:00Z"))
  }

  @Test(
    "a namespace is known without its scheme, case, and the marks at its end, and else by its customary prefix",
    arguments: [
      "http://purl.org/rss/1.0/modules/content/", "https://purl.org/rss/1.0/modules/content",
      "HTTP://PURL.ORG/RSS/1.0/modules/content/#", "purl.org/rss/1.0/modules/content/", "https://a.example/unknown", "",
    ])
  func namespaces(address: String) throws {
    let feed = try Reading.feed(
      "<rss xmlns:content='\(address)'><channel><item><content:encoded>text</content:encoded></item></channel></rss>")
    #expect(feed.items.first?.content == "text")
  }

  @Test("another prefix with an unknown address is another vocabulary, and a known address wins over the prefix")
  func otherNamespaces() throws {
    let other = try Reading.feed(
      "<rss xmlns:x='https://a.example/unknown'><channel><item><x:encoded>text</x:encoded></item></channel></rss>")
    #expect(other.items.first?.content == nil)
    let swapped = try Reading.feed(
      "<rss xmlns:media='http://purl.org/dc/elements/1.1'><channel><item><media:creator>A</media:creator></item>"
        + "</channel></rss>")
    #expect(swapped.items.first?.author == "A")
  }
}
