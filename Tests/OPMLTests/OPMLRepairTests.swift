import Diagnostics
import Foundation
import Testing
import XML

@testable import OPML

@Suite("OPML that is mended")
struct OPMLRepairTests {
  private func document(_ text: String) throws -> OPMLDocument {
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", text: text)) else {
      throw NotRead(reading: "\(OPMLParser.parse(SourceText(name: "l", text: text)))")
    }
    return document
  }

  private struct NotRead: Error { let reading: String }

  private func told(_ text: String) throws -> String {
    let source = SourceText(name: "l", text: text)
    return try document(text).notes.map { CodeFrame(source).render($0) }.joined(separator: "\n")
  }

  @Test(
    "every repair is told where it is",
    arguments: [
      (
        "<opml>\n<outline xmlUrl='http://é.example/?a&b' text='a & b'/>\n</opml>",
        """
        l:2:37: warning: '&' stands alone; it is read as '&amp;' [repaired-ampersand]
         2 | <outline xmlUrl='http://é.example/?a&b' text='a & b'/>
           |                                     ^
           = escape '&' as '&amp;'
        l:2:49: warning: '&' stands alone; it is read as '&amp;' [repaired-ampersand]
         2 | <outline xmlUrl='http://é.example/?a&b' text='a & b'/>
           |                                                 ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>",
        """
        l:1:33: warning: XML does not know '&AElig;'; it is read as U+00C6 [repaired-entity]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                 ^~~~~~~
           = write the character itself
        l:1:40: warning: XML does not know '&nbsp;'; it is read as U+00A0 [repaired-entity]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                        ^~~~~~
           = write the character itself
        l:1:46: warning: '&' stands alone; it is read as '&amp;' [repaired-ampersand]
         1 | <opml><outline xmlUrl='u' text='&AElig;&nbsp;&atsign;'/></opml>
           |                                              ^
           = escape '&' as '&amp;'
        """
      ),
      (
        "<opml><outline text='a <b' xmlUrl='u'/></opml>",
        """
        l:1:24: warning: '<' begins no tag; it is read as '&lt;' [repaired-less-than]
         1 | <opml><outline text='a <b' xmlUrl='u'/></opml>
           |                        ^
           = escape '<' as '&lt;'
        """
      ),
      (
        "<opml><outline text='a' text='b & c' xmlUrl='u'/></opml>",
        """
        l:1:25: warning: the same attribute twice in one tag; the first is read [repaired-attribute]
         1 | <opml><outline text='a' text='b & c' xmlUrl='u'/></opml>
           |                         ^~~~~~~~~~~~
           = remove one of them
        """
      ),
      (
        "<opml><outline text=\"a \"b\" c\" xmlUrl=\"u\"/></opml>",
        """
        l:1:24: warning: a quote inside a value; it is read as part of it [repaired-quote]
         1 | <opml><outline text="a "b" c" xmlUrl="u"/></opml>
           |                        ^
           = escape it as '&quot;' or '&apos;'
        l:1:26: warning: a quote inside a value; it is read as part of it [repaired-quote]
         1 | <opml><outline text="a "b" c" xmlUrl="u"/></opml>
           |                          ^
           = escape it as '&quot;' or '&apos;'
        """
      ),
      (
        "<opml><outline text='a' xmlUrl='u/></opml>",
        """
        l:1:34: warning: a value without a closing quote; it is read to the end of its tag [repaired-quote]
         1 | <opml><outline text='a' xmlUrl='u/></opml>
           |                                  ^
           = close the quotes
        """
      ),
      (
        "<opml><outline text='a\u{1}b' xmlUrl='u'/></opml>",
        """
        l:1:23: warning: a byte or character that XML does not allow; it is read as U+FFFD [repaired-character]
         1 | <opml><outline text='a\u{FFFD}b' xmlUrl='u'/></opml>
           |                       ^
           = remove it, or declare the right encoding
        """
      ),
    ])
  func repairs(text: String, expected: String) throws {
    #expect(try told(text) == expected)
  }

  @Test(
    "a value ends where a known attribute or the end of the tag follows",
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
    "what no repair mends is read outline by outline",
    arguments: [
      (
        "<opml><body>\n<outline text='f'>\n<outline xmlUrl='a' text='&amp;'/>\n<outline xmlUrl='b'/>\n<outline xmlUrl='c",
        ["f/a", "f/b"], "l:5:19", "an attribute's value has no closing quote; 3 outlines were read one by one"
      ),
      (
        "<opml><body><outline text='f'><outline xmlUrl='a'></body></opml>", ["f/a"], "l:1:51",
        "this end tag does not match the tag that is open; 2 outlines were read one by one"
      ),
      (
        "<opml><body><outline text='f'><outline xmlUrl='a'/></body></opml><opml><body><outline xmlUrl='b'/></body></opml>",
        ["f/a", "b"], "l:1:52", "this end tag does not match the tag that is open; 3 outlines were read one by one"
      ),
      (
        "<opml xmlns><!-- <outline xmlUrl='x'/> --><outline xmlUrl=a text/></opml>", ["a"], "l:1:12",
        "an attribute has no value; 1 outline was read one by one"
      ),
      (
        "\n<?xml version='1.0'?><opml><outline xmlUrl='a'/></opml>", ["a"], "l:2:6",
        "the XML declaration is not at the start of the file; 1 outline was read one by one"
      ),
    ])
  func salvage(text: String, feeds: [String], place: String, message: String) throws {
    let document = try document(text)
    #expect(document.feeds.map { ($0.folders + [$0.xmlURL]).joined(separator: "/") } == feeds)
    let note = try #require(document.notes.first { $0.rule == "salvaged" })
    #expect(
      CodeFrame(SourceText(name: "l", text: text)).render(note).hasPrefix("\(place): warning: \(message) [salvaged]"))
  }

  @Test("a list that is not UTF-8 is mended, and its repairs told by line")
  func encodings() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?>\n<opml>\n<outline xmlUrl='u' text='é & &eacute;'/></opml>"
    // The last byte is half a character.
    let bytes: [UInt8] = "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0x0A]
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", bytes: bytes)) else {
      Issue.record("it was refused")
      return
    }
    #expect(document.feeds == [Outline(xmlURL: "u", title: "é & é")])
    #expect(
      document.notes.map(\.message) == [
        "line 3: '&' stands alone; it is read as '&amp;'",
        "line 3: XML does not know '&eacute;'; it is read as U+00E9",
      ])
  }

  @Test("bytes of another encoding than the declared one do not lose the list")
  func illegalBytes() throws {
    let bytes = Array("<opml><outline xmlUrl='u' text='caf".utf8) + [0xE9] + Array("'/></opml>".utf8)
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "l", bytes: bytes)) else {
      Issue.record("it was refused")
      return
    }
    #expect(document.feeds.map(\.title) == ["caf\u{FFFD}"])
    #expect(document.notes.map(\.range) == [SourceRange(35, 36)])
  }

  @Test(
    "what is no list stays refused",
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

  @Test("HTML 4 has 248 names that XML has not")
  func entities() {
    let names = [("Yuml", 0x178), ("thetasym", 0x3D1), ("euro", 0x20AC), ("diams", 0x2666), ("rang", 0x232A)]
    for (name, code) in names { #expect(HTMLEntity.characters[name]?.value == UInt32(code)) }
    #expect(HTMLEntity.characters["yUML"] == nil)
    #expect(HTMLEntity.characters.count == 248)
  }

  @Test(
    "a flood of anything is read or refused in no time", .timeLimit(.minutes(5)),
    arguments: [
      "&", "<", "\"", "<outline ", "<outline x='", "<outline text=\"a\" \"", "</outline>", "<!--", "<![CDATA[", "<?x ",
      "&amp", " a=''", "<a b=\"<a c='", "\u{1}", "<outline text='f'>", "\"> ", "\" text", "<outline text=\"", "a=b ",
    ])
  func floods(piece: String) {
    let flood = String(repeating: piece, count: 100_000 / piece.utf8.count)
    for start in ["", "<opml>", "<opml><outline xmlUrl='u' ", "<opml><outline text=\""] {
      _ = OPMLParser.parse(SourceText(name: "l", text: start + flood))
    }
  }
}
