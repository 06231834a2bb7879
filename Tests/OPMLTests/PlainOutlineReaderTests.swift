import Diagnostics
import Foundation
import Testing

@testable import OPML

@Suite("Plain lists, read without libxml2")
struct PlainOutlineReaderTests {
  private static let list = """
    <?xml version="1.0" encoding="UTF-8" ?>
    <!-- c -->
    <opml version='2.0' xmlns:celestra="urn:x" x="&#65;&amp;"><head a="1"><title>A &lt; é&#xE9;\r\n<b/></title><title>no</title></head>
    <body  >
    <outline text="Tech &amp; &quot;co&quot;" celestra:slug="tech" celestra:name='a&#10;b' >
    <outline\ttext='a\nb' TITLE = "t" xmlUrl="http://a.example/?a=1&amp;b=2" xmlurl="no" htmlUrl="" language="en"
      category="/a/b,c" unknown="&#x20AC;"/>x &gt; y
    <Outline text="gone" isComment="true"><outline xmlUrl="http://no.example/"/></Outline>
    <outline type="link" url="x"/><outline type="RSS" text="no address"></outline ></outline>
    </body></opml><!-- end -->

    """

  /// Says how two readings differ; empty where they agree, or where the plain reader leaves the text to libxml2.
  private func difference(_ source: SourceText) -> String {
    guard let plain = PlainOutlineReader.read(source) else { return "" }
    guard case .document(let other) = OutlineReader.readAny(source) else { return "libxml2 refuses it" }
    if plain.title != other.title { return "title: \(plain.title ?? "-") \(other.title ?? "-")" }
    if plain.version != other.version { return "version" }
    if plain.markedFolders != other.markedFolders { return "folders: \(plain.markedFolders) \(other.markedFolders)" }
    if plain.feeds != other.feeds { return "feeds: \(plain.feeds) \(other.feeds)" }
    return plain.notes == other.notes ? "" : "notes: \(plain.notes) \(other.notes)"
  }

  @Test("a list is read as libxml2 reads it")
  func same() throws {
    let source = SourceText(name: "l", text: Self.list)
    let document = try #require(PlainOutlineReader.read(source))
    #expect(document.feeds.map(\.xmlURL) == ["http://a.example/?a=1&b=2"])
    #expect(document.feeds.map(\.title) == ["t"])
    #expect(document.title == "A < éé")
    #expect(difference(source) == "")
    #expect(difference(SourceText(name: "l", text: "\u{FEFF}" + Self.list)) == "")
  }

  @Test(
    "what is not plain is left to libxml2",
    arguments: [
      "", "x", "<opml", "<opml>", "<opml/>x", "<opml/><opml/>", "<rss/>", "<!DOCTYPE opml><opml/>",
      "<opml><![CDATA[x]]></opml>",
      "<opml><?x y?></opml>", "<x:opml/>", "<opml x:a='1'/>", "<opml celestra:='1'/>", "<opml celestra::a='1'/>",
      "<opml a='1' a='2'/>", "<opml a=1/>",
      "<opml a='1'b='2'/>",
      "<opml a='<'/>", "<opml a='&'/>", "<opml a='&nbsp;'/>", "<opml a='&#0;'/>", "<opml>&</opml>", "<opml>]]></opml>",
      "<opml><!-- -- --></opml>", "<opml><!-- --->", "<opml></Opml>", "<opml><a></opml></a>", "<opml é='1'/>",
      "<opml>\u{1}</opml>", "<opml>\u{FFFF}</opml>", "<opml a='\u{FFFE}'/>", "<opml version='1' VERSION='2'/>",
      " <?xml version='1.0'?><opml/>", "<?xml version='1.1'?><opml/>", "<?xml encoding='UTF-8'?><opml/>",
      "<?xml version='1.0' encoding='latin1'?><opml/>", "<opml / >", "< opml/>", "</opml>",
    ])
  func others(text: String) {
    #expect(PlainOutlineReader.read(SourceText(name: "l", text: text)) == nil)
  }

  @Test("changed lists are read as libxml2 reads them, or left to it")
  func fuzz() {
    let pieces = [
      "&", "<", ">", "\"", "'", "<!--", "-->", "--", "]]>", "\u{1}", "é", "\r", "\n", "\t", " ", "/", "=", "&#13;",
      "&#xD;",
      "&lt;", "a='1' ", "<outline ", "</outline>", "<a>", "</a>", "/>", "\u{FFFF}", ":", "<?x ?>", "xmlUrl='u' ",
    ].map { Array($0.utf8) }
    let iterations = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 600
    var random = UInt64(0x2545_F491_4F6C_DD1D)
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    var plain = 0
    for _ in 0..<iterations {
      var bytes = Array(Self.list.utf8)
      for _ in 0...next(3) {
        let at = next(bytes.count)
        switch next(4) {
        case 0: bytes[at] = UInt8(next(128))
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + next(8)))
        case 2: bytes.insert(contentsOf: pieces[next(pieces.count)], at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + next(80))], at: next(bytes.count))
        }
      }
      let source = SourceText(name: "l", bytes: bytes)
      guard source.firstInvalidByte == nil else { continue }
      if PlainOutlineReader.read(source) != nil { plain += 1 }
      #expect(difference(source) == "", "\(String(decoding: bytes, as: UTF8.self))")
    }
    // Else nothing would have been compared.
    #expect(plain > iterations / 20)
  }

  @Test(
    "the lists of other people are read as libxml2 reads them, and most are plain",
    .enabled(if: OPMLCorpus.isThere, "the corpus is not beside the project"))
  func corpus() throws {
    var plain = 0
    for entry in try OPMLCorpus.entries() {
      let source = try OPMLCorpus.source(entry.file)
      guard source.firstInvalidByte == nil, !entry.file.hasPrefix("w3c") else { continue }
      if PlainOutlineReader.read(source) != nil { plain += 1 }
      #expect(difference(source) == "", "\(entry.file)")
    }
    #expect(plain > 100)
  }
}
