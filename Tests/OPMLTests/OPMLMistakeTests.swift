import Diagnostics
import Foundation
import Testing

@testable import OPML

@Suite("OPML that is refused when read strictly")
struct OPMLMistakeTests {
  private func refusal(_ source: SourceText) -> String {
    switch OPMLParser.parse(source, isStrict: true) {
    case .document(let document): "read: \(document.feeds.count) feeds"
    case .notOPML(let diagnostic), .broken(let diagnostic): CodeFrame(source).render(diagnostic)
    }
  }

  @Test(
    "a mistake is shown where it is, with what it means and what to do",
    arguments: [
      (
        "<opml>\n <outline text='é & b'/>\n</opml>",
        """
        l:2:19: error: '&' stands alone [not-well-formed]
         2 |  <outline text='é & b'/>
           |                   ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml>\n <outline text='a &amp; b' xmlUrl='http://x?a=1&b=2'/>\n</opml>",
        """
        l:2:48: error: '&' stands alone [not-well-formed]
         2 |  <outline text='a &amp; b' xmlUrl='http://x?a=1&b=2'/>
           |                                                ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a&nbsp;b'/></opml>",
        """
        l:1:23: error: XML does not know this entity [not-well-formed]
         1 | <opml><outline text='a&nbsp;b'/></opml>
           |                       ^~~~~~
           = write the character itself, or escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a' text='b'/></opml>",
        """
        l:1:7: error: the same attribute twice in one tag [not-well-formed]
         1 | <opml><outline text='a' text='b'/></opml>
           |       ^~~~~~~~~~~~~~~~~~~~~~~~~~
           = remove one of them
        """
      ),
      (
        "<opml><body></opml>",
        """
        l:1:13: error: this end tag does not match the tag that is open [not-well-formed]
         1 | <opml><body></opml>
           |             ^~~~~~~
           = close the tags in order
        """
      ),
      (
        "<opml><body>",
        """
        l:1:13: error: the document ends before its last tags are closed [not-well-formed]
         1 | <opml><body>
           |             ^
           = the file may have been cut off
        """
      ),
      (
        "<opml/>\n<opml/>",
        """
        l:2:1: error: something follows the end of the document [not-well-formed]
         2 | <opml/>
           | ^
           = remove what comes after '</opml>'
        """
      ),
      (
        "<!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline text='&a;'/></opml>",
        """
        l:1:17: error: the document declares entities, which are not read [entity-declaration]
         1 | <!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline text='&a;'/></opml>
           |                 ^~~~~~~~
           = remove the declarations, and write the text itself
        """
      ),
      (
        "<!DOCTYPE html>\n<html><body></body></html>",
        """
        l:2:1: error: this is a web page, not OPML [not-opml]
         2 | <html><body></body></html>
           | ^~~~~~
           = give an OPML document
        """
      ),
      (
        "<rss version='2.0'></rss>",
        """
        l:1:1: error: this is an RSS feed, not a list of feeds [not-opml]
         1 | <rss version='2.0'></rss>
           | ^~~~~~~~~~~~~~~~~~~
           = give an OPML document
        """
      ),
      ("", "l: error: the file is empty [not-opml]\n  = give an OPML document"),
    ])
  func mistakes(text: String, expected: String) {
    #expect(refusal(SourceText(name: "l", text: text)) == expected)
  }

  @Test("a place in a file that is not UTF-8 is told by its line alone")
  func notUTF8() {
    let head = Array("<?xml version='1.0' encoding='iso-8859-1'?>\n<opml>\n<outline text='".utf8)
    let source = SourceText(name: "l", bytes: head + [0xE9] + Array(" & b'/></opml>".utf8))
    #expect(
      refusal(source) == "l: error: line 3: '&' stands alone [not-well-formed]\n  = escape '&' as '&amp;'")
  }

  @Test("an entity bomb is refused, in UTF-16 too")
  func bomb() {
    var text = "\u{FEFF}<!DOCTYPE opml [<!ENTITY l0 'lollollollollol'>"
    for level in 1...12 {
      text += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
    }
    text += "]><opml><outline text='&l12;' xmlUrl='u'/></opml>"
    let source = SourceText(name: "l", bytes: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(refusal(source).hasPrefix("l: error: the document declares entities, which are not read"))
  }

  @Test(
    "instructions without data and declarations of attributes and notations are skipped",
    arguments: [
      "<?x?><opml><outline xmlUrl='u'/></opml>", "<opml><?x?><outline xmlUrl='u'/><?y?></opml>",
      "<!DOCTYPE opml [<!ATTLIST outline b CDATA #REQUIRED>]><opml><outline xmlUrl='u'/></opml>",
      "<!DOCTYPE opml [<!NOTATION n SYSTEM 'x'><?x?>]><opml><outline xmlUrl='u'/></opml>",
      "<!doctype opml><opml><outline xmlUrl='u'/></opml>",
    ])
  func skipped(text: String) {
    #expect(refusal(SourceText(name: "l", text: text)) == "read: 1 feeds")
  }

  @Test(
    "bytes that are not of the encoding are refused with their line",
    arguments: [
      ("<opml>\n<outl\u{1}ne/></opml>", "line 2: a byte or character that XML does not allow here"),
      (
        "<?xml version='1.0' encoding='us-ascii'?>\n<o\u{1}/>",
        "line 2: a byte or character that XML does not allow here"
      ),
      ("<?xml version='1.0' encoding='nonsense'?><o/>", "line 1: the declared encoding is not known"),
      ("<?xml version='1.0' encoding='UTF-16'?><o/>", "line 1: the file is not in the encoding it declares"),
    ])
  func encodings(text: String, message: String) {
    let bytes = Array(text.utf8).map { $0 == 1 ? 0xFF : $0 }
    #expect(refusal(SourceText(name: "l", bytes: bytes)).hasPrefix("l: error: \(message) [not-well-formed]"))
  }

  private func ranges(_ reading: OPMLReading) -> [SourceRange?] {
    switch reading {
    case .document(let document): document.feeds.map(\.range) + document.notes.map(\.range)
    case .notOPML(let diagnostic), .broken(let diagnostic): [diagnostic.range]
    }
  }

  @Test("changed documents are read or refused, with every range inside the text")
  func fuzz() throws {
    let seed = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE opml [<!-- ' -->]>
      <opml version="2.0"><head><title><![CDATA[é]]></title></head><!-- c --><body><outline text="a &amp; b" isComment="x">
      <outline type='rss' xmlUrl="http://a.example/?a=1" category="/a/b,c"/></outline><?pi x?></body></opml>
      """.utf8)
    let pieces = [
      "&", "<", ">", "\"", "'", "<!--", "]]>", "\u{0}", "<!ENTITY", "é", "\r", "\n", "outline", "&#0;", "<?",
    ]
    .map { Array($0.utf8) }
    let iterations = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 1000
    var random = UInt64(0x9E37_79B9_7F4A_7C15)
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    for _ in 0..<iterations {
      var bytes = seed
      for _ in 0...next(4) {
        let at = next(bytes.count)
        switch next(4) {
        case 0: bytes[at] = UInt8(next(256))
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + next(12)))
        case 2: bytes.insert(contentsOf: pieces[next(pieces.count)], at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + next(60))], at: next(bytes.count))
        }
        if bytes.isEmpty { bytes = [0x3C] }
      }
      let source = SourceText(name: "l", bytes: bytes)
      let strict = OPMLParser.parse(source, isStrict: true)
      let mended = OPMLParser.parse(source)
      for case let range? in ranges(strict) + ranges(mended) {
        #expect(range.start >= 0 && range.end <= bytes.count)
      }
      // What is well-formed is not touched.
      if case .document(let document) = strict {
        guard case .document(let other) = mended else {
          Issue.record("refused: \(String(decoding: bytes, as: UTF8.self))")
          continue
        }
        #expect(document.feeds == other.feeds && document.notes == other.notes)
      }
    }
  }
}
