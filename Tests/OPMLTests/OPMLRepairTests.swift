import Diagnostics
import Foundation
import TestEnvironment
import Testing
import XML

@testable import OPML

@Suite("OPML repairs")
struct OPMLRepairTests {
  private func document(_ text: String) throws -> OPMLDocument {
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", text: text)) else {
      throw NotRead(reading: "\(OPMLParser.parse(SourceText(name: "l", text: text)))")
    }
    return document
  }

  private struct NotRead: Error { let reading: String }

  private func rendered(_ text: String) throws -> String {
    let source = SourceText(name: "l", text: text)
    return try document(text).notes.map { CodeFrame(source).render($0) }.joined(separator: "\n")
  }

  @Test(
    "a repair is reported with its place",
    arguments: [
      (
        "<opml>\n<outline xmlUrl='http://é.example/?a&b' text='a & b'/>\n</opml>",
        """
        l:2:37: warning: bare '&', read as '&amp;' [repaired-ampersand]
         2 | <outline xmlUrl='http://é.example/?a&b' text='a & b'/>
           |                                     ^
           = escape '&' as '&amp;'
        l:2:49: warning: bare '&', read as '&amp;' [repaired-ampersand]
         2 | <outline xmlUrl='http://é.example/?a&b' text='a & b'/>
           |                                                 ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>",
        """
        l:1:33: warning: '&AElig;' is not defined in XML; read as U+00C6 [repaired-entity]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                 ^~~~~~~
           = write the character itself
        l:1:40: warning: '&nbsp;' is not defined in XML; read as U+00A0 [repaired-entity]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                        ^~~~~~
           = write the character itself
        l:1:46: warning: bare '&', read as '&amp;' [repaired-ampersand]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                              ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a <b' xmlUrl='u'/></opml>",
        """
        l:1:24: warning: '<' does not begin a tag; read as '&lt;' [repaired-less-than]
         1 | <opml><outline text='a <b' xmlUrl='u'/></opml>
           |                        ^
           = escape '<' as '&lt;'
        """
      ),
      (
        "<opml><outline text='a' text='b & c' xmlUrl='u'/></opml>",
        """
        l:1:25: warning: duplicate attribute; the first one is read [repaired-attribute]
         1 | <opml><outline text='a' text='b & c' xmlUrl='u'/></opml>
           |                         ^~~~~~~~~~~~
           = remove one of them
        """
      ),
      (
        "<opml><outline text=\"a \"b\" c\" xmlUrl=\"u\"/></opml>",
        """
        l:1:24: warning: unescaped quote in a value; read as part of the value [repaired-quote]
         1 | <opml><outline text="a "b" c" xmlUrl="u"/></opml>
           |                        ^
           = escape it as '&quot;' or '&apos;'
        l:1:26: warning: unescaped quote in a value; read as part of the value [repaired-quote]
         1 | <opml><outline text="a "b" c" xmlUrl="u"/></opml>
           |                          ^
           = escape it as '&quot;' or '&apos;'
        """
      ),
      (
        "<opml><outline text='a' xmlUrl='u/></opml>",
        """
        l:1:34: warning: missing closing quote; the value is read to the end of its tag [repaired-quote]
         1 | <opml><outline text='a' xmlUrl='u/></opml>
           |                                  ^
           = add the closing quote
        """
      ),
      (
        "<opml><outline text='a\u{1}b' xmlUrl='u'/></opml>",
        """
        l:1:23: warning: byte or character that XML does not allow; read as U+FFFD [repaired-character]
         1 | <opml><outline text='a\u{FFFD}b' xmlUrl='u'/></opml>
           |                       ^
           = remove it, or declare the correct encoding
        """
      ),
    ])
  func repairs(text: String, expected: String) throws {
    #expect(try rendered(text) == expected)
  }

  @Test(
    "a value ends before a known attribute or the end of the tag",
    arguments: [
      (#"text="Газета "X". Главное" xmlUrl="u""#, #"Газета "X". Главное"#),
      (#"xmlUrl="u" text=""'A podcast""#, #""'A podcast"#),
      (
        #"text="at <a href="https://x/" target="_blank">X</a>." xmlUrl="u""#,
        #"at <a href="https://x/" target="_blank">X</a>."#
      ),
      (#"xmlUrl="u" text="at <a href="https://x/">X</a>""#, #"at <a href="https://x/">X</a>"#),
      (#"text='it's' xmlUrl='u'"#, "it's"),
      (#"text="1 < 2 & 3" rating="5" xmlUrl="u""#, "1 < 2 & 3"),
      (#"text="&eacute;&#233;&eacute" xmlUrl="u""#, "éé&eacute"),
    ])
  func values(attributes: String, title: String) throws {
    let text = "<opml><body><outline text='f & g'><outline \(attributes)/></outline></body></opml>"
    let feeds = try document(text).feeds
    #expect(feeds.map(\.xmlURL) == ["u"])
    #expect(feeds.map(\.title) == [title])
    #expect(feeds.map(\.folders) == [["f & g"]])
    let ranges = feeds.compactMap(\.range).map { SourceText(name: "l", text: text).string($0) }
    #expect(ranges == ["<outline \(attributes)/>"])
  }

  @Test(
    "a document that cannot be repaired is read outline by outline",
    arguments: [
      (
        "<opml><body>\n<outline text='f'>\n<outline xmlUrl='a' text='&amp;'/>\n<outline xmlUrl='b'/>\n<outline xmlUrl='c",
        ["f/a", "f/b"], "l:5:19", "attribute value without a closing quote; 3 outlines were read one by one"
      ),
      (
        "<opml><body><outline text='f'><outline xmlUrl='a'></body></opml>", ["f/a"], "l:1:51",
        "end tag does not match the open tag; 2 outlines were read one by one"
      ),
      (
        "<opml><body><outline text='f'><outline xmlUrl='a'/></body></opml><opml><body><outline xmlUrl='b'/></body></opml>",
        ["f/a", "b"], "l:1:52", "end tag does not match the open tag; 3 outlines were read one by one"
      ),
      (
        "<opml xmlns><!-- <outline xmlUrl='x'/> --><outline xmlUrl=a text/></opml>", ["a"], "l:1:12",
        "attribute without a value; 1 outline was read one by one"
      ),
      (
        "\n<?xml version='1.0'?><opml><outline xmlUrl='a'/></opml>", ["a"], "l:2:6",
        "XML declaration not at the start of the file; 1 outline was read one by one"
      ),
    ])
  func salvage(text: String, feeds: [String], place: String, message: String) throws {
    let document = try document(text)
    #expect(document.feeds.map { ($0.folders + [$0.xmlURL]).joined(separator: "/") } == feeds)
    let note = try #require(document.notes.first { $0.rule == "salvaged" })
    #expect(
      CodeFrame(SourceText(name: "l", text: text)).render(note).hasPrefix("\(place): warning: \(message) [salvaged]"))
  }

  @Test("repairs in a list other than UTF-8 are reported with their line")
  func encodings() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?>\n<opml>\n<outline xmlUrl='u' text='é & &eacute;'/></opml>"
    // The last byte is half a character.
    let bytes: [UInt8] = "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0x0A]
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", bytes: bytes)) else {
      Issue.record("it was rejected")
      return
    }
    #expect(document.feeds == [Outline(xmlURL: "u", title: "é & é")])
    #expect(
      document.notes.map(\.message) == [
        "line 3: bare '&', read as '&amp;'",
        "line 3: '&eacute;' is not defined in XML; read as U+00E9",
      ])
  }

  @Test("invalid characters of any length are replaced, and later places stay correct")
  func invalidCharacters() throws {
    let text = "<opml><outline xmlUrl='u' text='a\u{1}b\u{FFFE}c\u{FFFF}d é & e'/></opml>"
    let document = try document(text)
    #expect(document.feeds.map(\.title) == ["a\u{FFFD}b\u{FFFD}c\u{FFFD}d é & e"])
    #expect(
      document.notes.map { "\($0.rule) \($0.range.map { "\($0.start)-\($0.end)" } ?? "")" } == [
        "repaired-character 33-34", "repaired-character 35-38", "repaired-character 39-42", "repaired-ampersand 47-48",
      ])
  }

  @Test("an empty comment ends where it says")
  func emptyComment() throws {
    let document = try document("<opml><body><!----><outline xmlUrl='u' text='a'/></body></opml>")
    #expect(document.feeds.map(\.title) == ["a"] && document.notes.isEmpty)
  }

  @Test("a text of nothing but invalid characters is replaced")
  func onlyInvalidCharacters() {
    var bytes: [UInt8] = [0x01, 0x02]
    #expect(XMLCharacter.replaceInvalid(in: &bytes, isUTF8: false) == [0..<1, 1..<2])
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{FFFD}\u{FFFD}")
  }

  @Test("invalid bytes in UTF-8 are replaced")
  func illegalBytes() throws {
    let bytes = Array("<opml><outline xmlUrl='u' text='éécaf".utf8) + [0xE9] + Array("'/></opml>".utf8)
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", bytes: bytes)) else {
      Issue.record("it was rejected")
      return
    }
    #expect(document.feeds.map(\.title) == ["éécaf\u{FFFD}"])
    #expect(document.notes.map(\.range) == [SourceRange(39, 40)])
  }

  @Test(
    "documents other than lists are rejected",
    arguments: [
      "<html><body>a & b<outline xmlUrl='u'/></html>", "<rss><outline xmlUrl='u'/>", "{", "<opml>&", "<opml", "<",
      "<!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline xmlUrl='u' text='&'/></opml>",
      "<!DOCTYPE opml [<!ENTITY a 'x'>]><opml><outline xmlUrl='u' text='\u{1}'/></opml>",
    ])
  func refusals(text: String) {
    if case .document(let document) = OPMLParser.parse(SourceText(name: "l", text: text)) {
      Issue.record("read: \(document)")
    }
  }

  @Test("HTML 4 defines 248 entities that XML does not predefine")
  func entities() {
    let names = [("Yuml", 0x178), ("thetasym", 0x3D1), ("euro", 0x20AC), ("diams", 0x2666), ("rang", 0x232A)]
    for (name, code) in names { #expect(HTMLEntity.characters[name]?.value == UInt32(code)) }
    #expect(HTMLEntity.characters["yUML"] == nil)
    #expect(HTMLEntity.characters.count == 248)
  }

  @Test(
    "repeated input is read or rejected in linear time",
    arguments: [
      "&", "<", "\"", "<outline ", "<outline x='", "<outline text=\"a\" \"", "</outline>", "<!--", "<![CDATA[", "<?x ",
      "&amp", " a=''", "<a b=\"<a c='", "\u{1}", "<outline text='f'>", "\"> ", "\" text", "<outline text=\"", "a=b ",
    ])
  func floods(piece: String) {
    for start in ["", "<opml>", "<opml><outline xmlUrl='u' ", "<opml><outline text=\""] {
      let isLinear = TimeGrowth.isLinear(upTo: 20_000) { size in
        let flood = String(repeating: piece, count: size / piece.utf8.count)
        switch OPMLParser.parse(SourceText(name: "l", text: start + flood)) {
        case .document(let document):
          // The document is not closed: at most its first feed is complete.
          #expect(!start.isEmpty && document.feeds.count <= 1 && document.notes.contains { $0.severity >= .warning })
        case .broken(let diagnostic), .notOPML(let diagnostic):
          #expect(diagnostic.severity == .error)
        }
      }
      #expect(isLinear, "after \(start)")
    }
  }
}
