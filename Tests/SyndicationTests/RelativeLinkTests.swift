import Syndication
import Testing

@Suite("Relative links")
struct RelativeLinkTests {
  @Test(
    "a link is resolved as in RFC 3986, section 5.4",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
      (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("g/../h", "http://a/b/c/h"),
      ("g?y/../x", "http://a/b/c/g?y/../x"), ("http://x/y", "http://x/y"),
      ("é ü[1].html?q=ö|x", "http://a/b/c/é ü[1].html?q=ö|x"),
    ])
  func resolution(reference: String, expected: String) throws {
    let text = "<rss><channel><item><link>\(reference)</link></item></channel></rss>"
    #expect(try Reading.feed(text, url: "http://a/b/c/d;p?q").items.first?.link == expected)
  }

  @Test("links are resolved against the innermost base, also in HTML")
  func bases() throws {
    let feed = try Reading.feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><link href="."/><icon>i.png</icon>
      <entry xml:base="2026/"><link href="one"/><title type="text">&lt;a href="x"></title>
      <summary type="html">&lt;a title="a > b" href="two?a&amp;amp;b">&lt;img src='#x'/>&lt;a href="mailto:a@b"></summary>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="in/"><a href="three">3</a></div></content>
      </entry></feed>
      """, url: "https://example.org/feed")
    #expect(feed.siteLink == "https://example.org/blog/" && feed.image == "https://example.org/blog/i.png")
    let item = try #require(feed.items.first)
    #expect(item.link == "https://example.org/blog/2026/one" && item.title == "<a href=\"x\">")
    #expect(
      item.summary
        == """
        <a title="a > b" href="https://example.org/blog/2026/two?a&amp;b">\
        <img src='https://example.org/blog/2026/one#x'/><a href="mailto:a@b">
        """)
    #expect(item.content == "<a href=\"https://example.org/blog/2026/in/three\">3</a>")
  }

  @Test(
    "a link in a text without xml:base refers to the item's page, else the site, else the feed",
    arguments: [
      ("<link>https://a.example/blog/</link>", "<link>https://a.example/2026/one</link>", "https://a.example/2026/"),
      ("<link>https://a.example/blog/</link>", "", "https://a.example/blog/"),
      ("", "", "https://cdn.example/rss/"),
    ], ["description", "content:encoded"])
  func pages(base: (channel: String, item: String, folder: String), element: String) throws {
    // The site's link may follow the items.
    for places in [(base.channel, ""), ("", base.channel)] {
      let feed = try Reading.feed(
        """
        <rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>\(places.0)<item>\(base.item)
        <\(element)><![CDATA[<img src="i.png">]]></\(element)></item>\(places.1)</channel></rss>
        """, url: "https://cdn.example/rss/feed.xml")
      let item = try #require(feed.items.first)
      #expect(item.content ?? item.summary == "<img src=\"\(base.folder)i.png\">")
    }
  }

  @Test("a link to a place in a text refers to the item's page, whatever the base", arguments: ["", " xml:base='/b/'"])
  func fragments(base: String) throws {
    for content in [
      "<content type='html'>&lt;a href='#n'></content>",
      "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='#n'/></div></content>",
    ] {
      let feed = try Reading.feed(
        "<feed xmlns='http://www.w3.org/2005/Atom'\(base)><entry><link href='/p/1'/>\(content)</entry></feed>",
        url: "https://a.example/feed")
      let text = try #require(feed.items.first?.content)
      #expect(text.contains("https://a.example/p/1#n"), "\(text)")
    }
  }
}
