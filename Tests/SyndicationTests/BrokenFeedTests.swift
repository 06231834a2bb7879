import Foundation
import Testing

@testable import Syndication

@Suite("Feeds with mistakes")
struct BrokenFeedTests {
  private static func rss(_ item: String) -> String {
    "<rss version=\"2.0\"><channel>\n<title>T</title>\n<item>\(item)</item>\n<item><title>Two</title></item></channel></rss>"
  }

  @Test(
    "a mistake loses no item and is reported with its line",
    arguments: [
      ("<title>Fish & chips</title>", FeedProblem.Kind.unescapedAmpersand, "Fish & chips"),
      ("<title>a &nosuch; b</title>", .undefinedEntity, "a &nosuch; b"),
      ("<title>a < b</title><link>x</title>", .mismatchedTag, "a < b"),
      ("<title>open", .mismatchedTag, "open"),
      ("<title>One</title><pubDate>yesterday</pubDate>", .badDate, "One"),
      ("<title>One</title><enclosure url=x.mp3 type=audio/mpeg>", .unquotedAttribute, "One"),
      ("<title>One</title><foo:bar>x</foo:bar>", .undeclaredPrefix, "One"),
    ])
  func mistakes(item: String, kind: FeedProblem.Kind, title: String) throws {
    let feed = try Reading.feed(Self.rss(item))
    #expect(feed.itemCount == 2 && feed.items.map(\.title) == [title, "Two"])
    #expect(feed.problems.first == FeedProblem(kind: kind, line: 3))
    #expect(!kind.message.isEmpty)
  }

  @Test("well-formed XHTML is preserved without problems")
  func xhtml() throws {
    let feed = try Reading.feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="http://www.w3.org/1999/xhtml"><entry><content type="xhtml">
      <x:div><x:p>a &lt; b<br></br><img alt='"c"' src="d"/></x:p><![CDATA[<e>]]></x:div></content></entry></feed>
      """)
    #expect(feed.items.first?.content == #"<p>a &lt; b<br /><img alt="&quot;c&quot;" src="d" /></p>&lt;e&gt;"#)
    #expect(feed.problems.isEmpty)
  }

  @Test("line ends of Windows are no mistake; a control character beside them is one")
  func lineEnds() throws {
    let text = "<rss><channel><title>T</title>\r\n<item><title>One</title></item>\r\n</channel></rss>\r\n"
    #expect(try Reading.feed(text).problems.isEmpty)
    #expect(try !Reading.feed(text.replacing("One", with: "O\u{1}ne")).problems.isEmpty)
  }

  @Test("an unclosed item ends at the next item")
  func unclosedItem() throws {
    let feed = try Reading.feed("<rss><channel><item><title>One<item><title>Two</title><item><title>Three</title>")
    #expect(feed.items.map(\.title) == ["One", "Two", "Three"])
    #expect(feed.problems.map(\.kind) == [.mismatchedTag, .mismatchedTag, .truncated])
  }

  @Test("an element named item that is not RSS's does not end an item")
  func foreignItem() throws {
    let feed = try Reading.feed(
      """
      <rss xmlns:x="urn:x"><channel><item><x:item>1</x:item><title>One</title></item><item><title>Two</title></item>
      </channel></rss>
      """)
    #expect(feed.items.map(\.title) == ["One", "Two"])
    #expect(feed.problems.isEmpty)
  }

  @Test("a truncated feed keeps the items before the cut")
  func truncation() throws {
    let text = Self.rss("<title>One</title><description><![CDATA[<b>x</b>]]></description>")
    let end = try #require(text.range(of: "</item>")).upperBound
    // An end tag without its last letter still closes the element.
    for length in text[..<end].utf8.count..<text.utf8.count - 1 {
      let feed = try Reading.feed(String(decoding: Array(text.utf8).prefix(length), as: UTF8.self))
      #expect(feed.items.first?.title == "One" && feed.items.first?.summary == "<b>x</b>")
      #expect(feed.problems.last?.kind == .truncated)
    }
  }

  @Test("content before the feed is skipped")
  func junk() throws {
    let feed = try Reading.feed("<br />\n<b>Warning</b>: mysql in x.php\n<?xml version=\"1.0\"?>" + Self.rss(""))
    #expect(feed.itemCount == 2 && feed.problems == [FeedProblem(kind: .junkBeforeRoot, line: 3)])
    #expect(try Reading.feed("Notice: x" + Self.rss("")).problems == [FeedProblem(kind: .junkBeforeRoot, line: 1)])
  }

  @Test("the identity of an item is its identifier, link or title")
  func identity() throws {
    let feed = try Reading.feed(
      """
      <rss><channel><item><guid>urn:1</guid><link>l</link></item><item><link>http://e.org/l</link><title>t</title></item>
      <item><title>t</title></item><item><guid>http://e.org/g</guid></item></channel></rss>
      """)
    #expect(feed.items.map { $0.id ?? $0.link ?? $0.title } == ["urn:1", "http://e.org/l", "t", "http://e.org/g"])
    #expect(feed.items.last?.link == "http://e.org/g")
  }

  @Test("items beyond the limit are counted but not kept")
  func limits() throws {
    let many = String(repeating: "<item/>", count: 100_000)
    let long = try Reading.feed("<rss><channel>\(many)</channel></rss>")
    #expect(long.items.count == 10_000 && long.itemCount == 100_000 && long.problems.map(\.kind) == [.tooManyItems])
    let deep = String(repeating: "<a>", count: 1000)
    let nested = try Reading.feed("<rss><channel><foo>\(deep)</foo><item/></channel></rss>")
    #expect(nested.problems.contains { $0.kind == .tooDeep } && nested.problems.count <= 100)
    let large = FeedDocument.read([UInt8](repeating: 0x20, count: 67_108_865), contentType: nil, url: nil)
    #expect(large == .malformed(reason: "larger than 67108864 bytes"))
  }

  @Test("declared and external entities are not expanded")
  func entities() throws {
    let feed = try Reading.feed(
      """
      <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <rss><channel><title>&b; &f; &eacute; &#146; &#x41; &quot;</title></channel></rss>
      """)
    #expect(feed.title == "&b; &f; é ’ A \"")
  }
}
