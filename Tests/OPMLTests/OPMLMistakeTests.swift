import Diagnostics
import Foundation
import TestEnvironment
import Testing

@testable import OPML

@Suite("OPML mistakes in strict mode")
struct OPMLMistakeTests {
  private func refusal(_ source: SourceText) -> String {
    switch OPMLParser.parse(source, isStrict: true) {
    case .document(let document): "read: \(document.feeds.count) feeds"
    case .notOPML(let diagnostic), .broken(let diagnostic): CodeFrame(source).render(diagnostic)
    }
  }

  @Test(
    "a mistake is reported with its place, a message and a fix",
    arguments: [
      (
        "<opml>\n <outline text='é & b'/>\n</opml>",
        """
        l:2:19: error: bare '&' [not-well-formed]
         2 |  <outline text='é & b'/>
           |                   ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml>\n <outline text='a &amp; b' xmlUrl='http://x?a=1&b=2'/>\n</opml>",
        """
        l:2:48: error: bare '&' [not-well-formed]
         2 |  <outline text='a &amp; b' xmlUrl='http://x?a=1&b=2'/>
           |                                                ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a&nbsp;b'/></opml>",
        """
        l:1:23: error: entity not defined in XML [not-well-formed]
         1 | <opml><outline text='a&nbsp;b'/></opml>
           |                       ^~~~~~
           = write the character itself, or escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a' text='b'/></opml>",
        """
        l:1:7: error: duplicate attribute [not-well-formed]
         1 | <opml><outline text='a' text='b'/></opml>
           |       ^~~~~~~~~~~~~~~~~~~~~~~~~~
           = remove one of them
        """
      ),
      (
        "<opml><body></opml>",
        """
        l:1:13: error: end tag does not match the open tag [not-well-formed]
         1 | <opml><body></opml>
           |             ^~~~~~~
           = close the tags in order
        """
      ),
      (
        "<opml><body></body x='1'></opml>",
        """
        l:1:20: error: invalid syntax in a tag [not-well-formed]
         1 | <opml><body></body x='1'></opml>
           |                    ^
           = escape '"' in values as '&quot;', and separate attributes with a space
        """
      ),
      (
        "<opml><body>",
        """
        l:1:13: error: document ends with unclosed tags [not-well-formed]
         1 | <opml><body>
           |             ^
           = check whether the file is truncated
        """
      ),
      (
        "<opml/>\n<opml/>",
        """
        l:2:1: error: content after the end of the document [not-well-formed]
         2 | <opml/>
           | ^
           = remove everything after '</opml>'
        """
      ),
      (
        "<!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline text='&a;'/></opml>",
        """
        l:1:17: error: entity declarations are not supported [entity-declaration]
         1 | <!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline text='&a;'/></opml>
           |                 ^~~~~~~~
           = remove the declarations and write the text itself
        """
      ),
      (
        "<!DOCTYPE html>\n<html><body></body></html>",
        """
        l:2:1: error: this is a web page, not OPML [not-opml]
         2 | <html><body></body></html>
           | ^~~~~~
           = pass an OPML document
        """
      ),
      (
        "<rss version='2.0'></rss>",
        """
        l:1:1: error: this is an RSS feed, not a list of feeds [not-opml]
         1 | <rss version='2.0'></rss>
           | ^~~~~~~~~~~~~~~~~~~
           = pass an OPML document
        """
      ),
      ("", "l: error: the file is empty [not-opml]\n  = pass an OPML document"),
    ])
  func mistakes(text: String, expected: String) {
    #expect(refusal(SourceText(name: "l", text: text)) == expected)
  }

  @Test("a mistake in a file other than UTF-8 is reported with its line only")
  func notUTF8() {
    let head = Array("<?xml version='1.0' encoding='iso-8859-1'?>\n<opml>\n<outline text='".utf8)
    let source = SourceText(name: "l", bytes: head + [0xE9] + Array(" & b'/></opml>".utf8))
    #expect(
      refusal(source) == "l: error: line 3: bare '&' [not-well-formed]\n  = escape '&' as '&amp;'")
  }

  @Test("an entity bomb is rejected, also in UTF-16")
  func bomb() {
    var text = "\u{FEFF}<!DOCTYPE opml [<!ENTITY l0 'lollollollollol'>"
    for level in 1...12 {
      text += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
    }
    text += "]><opml><outline text='&l12;' xmlUrl='u'/></opml>"
    let source = SourceText(name: "l", bytes: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(refusal(source).hasPrefix("l: error: line 1: entity declarations are not supported"))
  }

  @Test(
    "instructions without data and declarations of attributes and notations are skipped",
    arguments: [
      "<?x?><opml><outline xmlUrl='u'/></opml>", "<opml><?x?><outline xmlUrl='u'/><?y?></opml>",
      "<!DOCTYPE opml [<!ATTLIST outline b CDATA #REQUIRED>]><opml><outline xmlUrl='u'/></opml>",
      "<!DOCTYPE opml [<!NOTATION n SYSTEM 'x'><?x?>]><opml><outline xmlUrl='u'/></opml>",
      "<!doctype opml><opml><outline xmlUrl='u'/></opml>",
      "<?xml version=\"1.0\" standalone='yes' ?><opml><outline xmlUrl='u'/></opml>",
    ])
  func skipped(text: String) {
    #expect(refusal(SourceText(name: "l", text: text)) == "read: 1 feeds")
  }

  @Test(
    "invalid bytes and encodings are rejected with their line",
    arguments: [
      ("<opml>\n<outl\u{1}ne/></opml>", "line 2: byte or character that XML does not allow"),
      (
        "<?xml version='1.0' encoding='us-ascii'?>\n<o\u{1}/>",
        "line 2: byte or character that XML does not allow"
      ),
      ("<?xml version='1.0' encoding='nonsense'?><o/>", "line 1: unknown encoding in the XML declaration"),
      ("<?xml version='1.0' encoding='UTF-16'?><o/>", "line 1: file is not in its declared encoding"),
    ])
  func encodings(text: String, message: String) {
    let bytes = Array(text.utf8).map { $0 == 1 ? 0xFF : $0 }
    #expect(refusal(SourceText(name: "l", bytes: bytes)).hasPrefix("l: error: \(message) [not-well-formed]"))
  }

  @Test(
    "malformed declarations, instructions and document types are rejected",
    arguments: [
      "<?xml version='1.0' encodin='UTF-8'?>", "<?xml encoding='UTF-8'?>", "<?xml version='2.0'?>",
      "<?xml version='1.0' standalone='maybe'?>", "<?xml version='1.0'>", "<?xx='1'?>", "<!DOCTYPE opml",
    ])
  func declarations(text: String) {
    #expect(refusal(SourceText(name: "l", text: text + "<opml/>")).contains("[not-well-formed]"))
  }

  private func ranges(_ reading: OPMLReading) -> [SourceRange?] {
    switch reading {
    case .document(let document): document.feeds.map(\.range) + document.notes.map(\.range)
    case .notOPML(let diagnostic), .broken(let diagnostic): [diagnostic.range]
    }
  }

  @Test("damaged documents are read or rejected with all ranges inside the text")
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
    var damage = Damage(inserting: pieces, seed: 1)
    for _ in 0..<Damage.iterations(1000) {
      let bytes = damage.damaged([seed])
      let source = SourceText(name: "l", bytes: bytes)
      let strict = OPMLParser.parse(source, isStrict: true)
      let repaired = OPMLParser.parse(source)
      for case let range? in ranges(strict) + ranges(repaired) {
        #expect(range.start >= 0 && range.end <= bytes.count)
      }
      // A well-formed document needs no repairs.
      if case .document(let document) = strict {
        guard case .document(let other) = repaired else {
          Issue.record("refused: \(String(decoding: bytes, as: UTF8.self))")
          continue
        }
        #expect(document.feeds == other.feeds && document.notes == other.notes)
      }
    }
  }
}
