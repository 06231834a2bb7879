import Diagnostics
import OPML
import Testing
import XML

@Suite("OPML")
struct OPMLParserTests {
  private func document(_ text: String) throws -> OPMLDocument {
    try document(SourceText(name: "list.opml", text: text))
  }

  private func document(_ source: SourceText) throws -> OPMLDocument {
    guard case .document(let document) = OPMLParser.parse(source) else {
      throw NotRead(reading: "\(OPMLParser.parse(source))")
    }
    return document
  }

  private struct NotRead: Error { let reading: String }

  @Test("a list has a title, a version, and feeds with their folders")
  func whole() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0"><head><title> My &amp; list </title></head><body>
      <outline text="Tech"><outline title="Apple">
      <outline type="rss" text="t" title="One" xmlUrl=" https://a.example/f?a=1&amp;b=2 " htmlUrl="https://a.example/"
        description="d" language="en" category="/Tech/Apple, swift ,, / "/>
      </outline><outline text="Two" xmlUrl="https://b.example/f"/></outline>
      </body></opml>
      """
    let document = try document(text)
    #expect(document.version == "2.0")
    #expect(document.notes == [])
    #expect(
      document.feeds.compactMap(\.range).map { SourceText(name: "l", text: text).string($0).prefix(25) } == [
        "<outline type=\"rss\" text=", "<outline text=\"Two\" xmlUr",
      ])
    var feeds = document.feeds
    for index in feeds.indices { feeds[index].range = nil }
    #expect(
      feeds == [
        Outline(
          xmlURL: "https://a.example/f?a=1&b=2", title: "t", htmlURL: "https://a.example/", description: "d",
          language: "en", categories: [["Tech", "Apple"], ["swift"]], folders: ["Tech", "Apple"]),
        Outline(
          xmlURL: "https://b.example/f", title: "Two", folders: ["Tech"]),
      ])
  }

  @Test(
    "a feed is titled by its text, which curators edit, else by its title; an address is only a placeholder",
    arguments: [
      ("text='Mine' title='Theirs'", "Mine"), ("text='Mine'", "Mine"), ("title='Theirs'", "Theirs"),
      ("text=' ' title='Theirs'", "Theirs"), ("text='u' title='Theirs'", "Theirs"), ("text='u'", "u"),
      ("text='h' htmlUrl='h' title='Theirs'", "Theirs"), ("text='\u{200B}' title='Theirs'", "Theirs"),
      ("text=' &#xA0; ' title='Theirs'", "Theirs"), ("text='é' title='Theirs'", "é"),
      ("xmlUrl='https://a.example/f' text='HTTP://www.A.example/f/' title='Theirs'", "Theirs"),
      ("xmlUrl='https://a.example/f' text='a.example/f' title='Theirs'", "Theirs"),
      ("xmlUrl='https://a.example/f' text='feed://a.example/f' title='Theirs'", "Theirs"),
      ("xmlUrl='https://a.example/f' text='a.example' title='Theirs'", "a.example"),
    ])
  func titles(attributes: String, title: String) throws {
    let url = attributes.contains("xmlUrl") ? "" : "xmlUrl='u'"
    let feeds = try document("<opml><body><outline \(url) \(attributes)/></body></opml>").feeds
    #expect(feeds.map(\.title) == [title])
  }

  @Test("text without a declared encoding that is not UTF-8 is Windows-1252, and a stray byte is not")
  func undeclaredEncoding() throws {
    func reading(_ before: String, _ bytes: [UInt8]) throws -> (title: String?, notes: [String]) {
      let text = Array("\(before)<opml><body><outline xmlUrl='u' text='".utf8) + bytes + Array("'/></body></opml>".utf8)
      let document = try document(SourceText(name: "l", bytes: text))
      return (document.feeds.first?.title, document.notes.map(\.rule))
    }
    let words: [UInt8] = [0x43, 0x61, 0x66, 0xE9, 0x20, 0x93, 0x78, 0x94]
    #expect(try reading("", words) == ("Café “x”", ["repaired-encoding"]))
    let declared = try reading("<?xml version='1.0' encoding='UTF-8'?>", words)
    #expect(declared == ("Caf\u{FFFD} \u{FFFD}x\u{FFFD}", Array(repeating: "repaired-character", count: 3)))
    #expect(try reading("", Array("éé".utf8) + [0xE9]) == ("éé\u{FFFD}", ["repaired-character"]))
    let strict = OPMLParser.parse(
      SourceText(name: "l", bytes: Array("<opml><outline xmlUrl='u' text='".utf8) + words + Array("'/></opml>".utf8)),
      isStrict: true)
    guard case .broken = strict else {
      Issue.record("a strict reader accepted the text")
      return
    }
  }

  @Test(
    "attribute names match in any case, and the specified spelling wins",
    arguments: [
      ("<outline XMLURL='u' TITLE='t'/>", "u"), ("<outline xmlurl='u' Title='t'/>", "u"),
      ("<OUTLINE XmlUrl='u' tITLE='t'/>", "u"), ("<outline xmlurl='w' xmlUrl='u' title='t' TITLE='x'/>", "u"),
      ("<outline XMLURL='u' xmlurl='w' text='t'/>", "u"), ("<outline xmlUrl='u' title=' ' text='t'/>", "u"),
    ])
  func attributeNames(outline: String, url: String) throws {
    let feeds = try document("<opml><body>\(outline)</body></opml>").feeds
    #expect(feeds.map(\.xmlURL) == [url])
    #expect(feeds.map(\.title) == ["t"])
  }

  @Test("skipped outlines are reported")
  func notes() throws {
    let document = try document(
      """
      <opml version="3.0"><body>
      <outline text="a" isComment="True" xmlUrl="u1"><outline xmlUrl="u2"/></outline>
      <outline text="b" type="Include" url="http://x.example/l.opml"/><outline type="source" xmlUrl="l"/>
      <outline text="c" type="rss"/><outline xmlUrl="u3"/>
      </body></opml>
      """)
    #expect(document.feeds.map(\.xmlURL) == ["u3"])
    #expect(
      document.notes.map { "\($0.severity.rawValue) \($0.rule): \($0.message)" } == [
        "warning opml-version: unknown OPML version",
        "info opml-comment: this outline and its children are commented out and skipped",
        "info opml-inclusion: skipped an outline of type 'include': linked lists are not loaded",
        "info opml-inclusion: skipped an outline of type 'source': linked lists are not loaded",
        "warning opml-missing-url: skipped a feed without an xmlUrl",
      ])
  }

  @Test(
    "declared encodings are read, without ranges if the text is not UTF-8",
    arguments: [
      ("windows-1251", [0xC0, 0xE1], "Аб"), ("koi8-r", [0xC0, 0xE1], "юА"), ("iso-8859-1", [0xC0, 0xE1], "Àá"),
      ("windows-1252", [0x80, 0xE1], "€á"), ("shift_jis", [0x83, 0x65], "テ"),
      ("gb18030", [0xD6, 0xD0], "中"), ("euc-kr", [0xC7, 0xD1], "한"),
    ] as [(String, [UInt8], String)])
  func encodings(name: String, bytes: [UInt8], title: String) throws {
    let source = SourceText(
      name: "l",
      bytes: Array("<?xml version='1.0' encoding='\(name)'?><opml><outline xmlUrl='u' text='".utf8) + bytes
        + Array("'/></opml>".utf8))
    var feed = try #require(try document(source).feeds.first)
    // Bytes that are also valid UTF-8 have a range.
    if source.firstInvalidByte == nil { feed.range = nil }
    #expect(feed == Outline(xmlURL: "u", title: title))
  }

  @Test(
    "text that is UTF-8 in spite of its declaration is UTF-8",
    arguments: ["shift_jis", "euc-jp", "gb18030", "windows-1251", "iso-8859-7"])
  func wronglyDeclared(name: String) throws {
    let title = "日本語の記事タイトルです、テスト表示ソ能 Café – résumé ή"
    let text = "<?xml version='1.0' encoding='\(name)'?><opml><outline xmlUrl='u' text='\(title)'/></opml>"
    guard (try? Transcoder.utf8(Array(text.utf8)[...], from: name)) == nil else { return }
    #expect(try document(SourceText(name: "l", bytes: Array(text.utf8))).feeds.map(\.title) == [title])
  }

  @Test("many invalid bytes are read")
  func manyInvalid() throws {
    let text = Array("<opml><outline xmlUrl='u' text='é".utf8) + Array(repeating: 0xFF, count: 2 << 20)
    #expect(try document(SourceText(name: "l", bytes: text + Array("'/></opml>".utf8))).feeds.count == 1)
  }

  @Test("an invalid byte of a declared encoding is replaced alone")
  func invalidByte() throws {
    let head = Array("<?xml version='1.0' encoding='shift_jis'?><opml><outline xmlUrl='u' text='".utf8)
    let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x91, 0xE8]
    let bytes = head + japanese + [0xFF] + Array("'/></opml>".utf8)
    let document = try document(SourceText(name: "l", bytes: bytes))
    #expect(document.feeds.map(\.title) == ["日本語の題\u{FFFD}"])
  }

  @Test("UTF-16 is read in both byte orders", arguments: [true, false])
  func utf16(isLittle: Bool) throws {
    let units = "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><opml><outline xmlUrl='u' text='é😀'/></opml>".utf16
    let bytes = units.flatMap { isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try document(SourceText(name: "l", bytes: bytes)).feeds == [Outline(xmlURL: "u", title: "é😀")])
  }

  @Test("tags are found after comments, CDATA, instructions and a document type")
  func places() throws {
    let text = """
      \u{FEFF}<!DOCTYPE opml [<!-- <outline> ' --><!ELEMENT opml ANY>]><opml><!-- <outline> --><head><title><![CDATA[<a>]]>\
      </title></head><?x <outline> ?><body><outline text='>' xmlUrl='é'/></body></opml>
      """
    let source = SourceText(name: "l", text: text)
    let document = try document(source)
    let range = try #require(document.feeds.first?.range)
    #expect(source.string(range) == "<outline text='>' xmlUrl='é'/>")
  }

  @Test("10,000 nested folders are read, with a limited path")
  func depth() throws {
    let levels = 10_000
    let text =
      "<opml>" + String(repeating: "<outline text='f'><outline xmlUrl='u'/>", count: levels)
      + String(repeating: "</outline>", count: levels) + "</opml>"
    let document = try document(text)
    #expect(document.feeds.count == levels)
    #expect(document.feeds.map(\.folders.count).max() == OPMLDocument.maximumPath)
    #expect(document.notes.map(\.rule) == ["opml-depth"])
  }
}
