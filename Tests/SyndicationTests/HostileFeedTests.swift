import Foundation
import Syndication
import TestEnvironment
import Testing

@Suite("Hostile feeds")
struct HostileFeedTests {
  @Test(
    "repeated input is read in linear time",
    arguments: [
      "<a>", "<item>", "</x>", "<", "<!", "<!--", "<![CDATA[", "<?", "<!DOCTYPE [", "&", "&#", "&lt", "<a b=\"",
      "<a b='",
      "<a b=c ", "<title>", "<title><p>", "<a xmlns:b='c'>", "<link href='x' ", "<author><name>", "<entry><content>",
      "<content type='xhtml'><div><br>", "<description>&lt;a href=x&gt;", "<category>x</category>", "\u{0}", "é",
      "\r\n",
      "<a xml:base='x/'>", "<media:group>", "<enclosure url='x'/>", "]]>", "-->", "\"", "<br/>", "<items>", "<script>",
      "<script><",
    ])
  func repetition(piece: String) {
    for start in ["<rss><channel><item><title>", "<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "<html>", ""] {
      let isLinear = TimeGrowth.isLinear(upTo: 12_000) { size in
        let text = start + String(repeating: piece, count: size / piece.utf8.count)
        let reading = FeedDocument.read(Array(text.utf8), contentType: nil, url: "https://example.org/")
        guard case .feed(let feed) = reading else {
          #expect(!start.hasPrefix("<rss") && !start.hasPrefix("<feed"))
          return
        }
        #expect(start != "<html>" && feed.itemCount >= 1)
        #expect(!feed.problems.isEmpty && feed.problems.count <= 100)
      }
      #expect(isLinear, "after \(start)")
    }
  }

  @Test("all bodies of up to three significant bytes are read")
  func shortBodies() {
    let bytes: [UInt8] = Array("<!?/a>&;{[\"= ".utf8) + [0, 0xEF, 0xBB, 0xBF, 0xFF, 0xFE, 0x4C, 0x6F]
    var bodies: [[UInt8]] = [[]]
    for _ in 0..<3 {
      bodies = [[]] + bodies.flatMap { body in bytes.map { body + [$0] } }
      for body in bodies {
        if case .feed = FeedDocument.read(body, contentType: "x;charset=utf-16", url: "") { Issue.record("\(body)") }
      }
    }
    #expect(bodies.count > bytes.count * bytes.count * bytes.count)
  }

  @Test("resolving links does not make a feed grow without limit")
  func expansion() throws {
    let base = "http://e.org/" + String(repeating: "b", count: 2000) + "/"
    let links = String(repeating: "&lt;a href=x&gt;", count: 20_000)
    let feed = try Reading.feed(
      "<rss xml:base='\(base)'><channel><item><description>\(links)</description></item></channel></rss>")
    let length = try #require(feed.items.first?.summary?.utf8.count)
    #expect(length > 16_000_000 && length < 18_000_000)
  }

  private static let pieces = [
    "<", ">", "&", "\"", "'", "<!--", "-->", "<![CDATA[", "]]>", "<item>", "</item>", "<entry>", "</title>", "<a href=",
    "/>", "<?xml version='1.0' encoding='utf-16'?>", "<!DOCTYPE html>", "<html>", "&#xD800;", "&#1114112;", "&amp;amp;",
    "xmlns:x='y' ", "xml:base='//' ", "type='xhtml' ", "mode='base64' ", "{", "}", "[", "\\u", "\u{0}", "\u{FEFF}", "é",
    "<rss>", "<link href='x'/>", "<pubDate>1 Jan 2004</pubDate>", "<author><name>",
  ]

  /// The documents to damage: our own, and collected ones if present.
  private static let seeds: [[UInt8]] = {
    let own = [
      "<rss version='2.0'><channel><title>T</title><item><title>One &amp; two</title><guid>1</guid></item></channel></rss>",
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'><div><p>x</p></div></content></entry></feed>",
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"T\", \"items\": [{\"id\": \"1\", \"tags\": [\"a\"]}]}",
      "<!DOCTYPE html><html><head><link rel='alternate' type='text/xml' href='f'></head></html>",
    ]
    let corpus = (try? FeedCorpus.oracle().enumerated().filter { $0.offset % 7 == 0 }) ?? []
    let feeds = own + FeedparserAnswerTests.answers.map(\.feed)
    return feeds.map { Array($0.utf8) } + corpus.compactMap { try? FeedCorpus.bytes($0.element.file) }
  }()

  @Test("damaged feeds are read within limits and with repeatable results")
  func mutations() {
    let iterations = Damage.iterations(2000)
    var damage = Damage(inserting: Self.pieces, seed: 20_261_121)
    var feeds = 0
    for iteration in 0..<iterations {
      let bytes = damage.damaged(Self.seeds)
      let reading = FeedDocument.read(bytes, contentType: nil, url: "http://e.org/f")
      guard case .feed(let feed) = reading else { continue }
      feeds += 1
      let isBounded = feed.items.count == min(10_000, feed.itemCount) && feed.problems.count <= 100
      #expect(isBounded, "iteration \(iteration)")
      if iteration % 50 == 0 {
        let again = FeedDocument.read(bytes, contentType: nil, url: "http://e.org/f")
        #expect(again == reading, "iteration \(iteration)")
      }
    }
    #expect(feeds > iterations / 2)
  }
}
