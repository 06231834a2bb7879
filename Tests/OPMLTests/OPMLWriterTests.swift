import Diagnostics
import OPML
import Testing

@Suite("Writing OPML")
struct OPMLWriterTests {
  private static func document(_ outlines: [(folder: String?, feed: Outline)]) -> String {
    var writer = OPMLWriter()
    var text = writer.head(title: "All & <everything>")
    var open: String?
    for (folder, feed) in outlines {
      if folder != open { text += folder.map { writer.folder($0) } ?? writer.close() }
      open = folder
      text += writer.feed(feed)
    }
    return text + writer.foot()
  }

  @Test("written documents are read back without changes")
  func roundTrip() throws {
    let titles = [
      "plain", "a & b < c > d \"e\" 'f'", "tab\tand\nbreak\rend", "Ünïcödé 日本語 😀", "]]>", "&amp;", "&#38;",
    ]
    let outlines = titles.enumerated().map { index, title -> (String?, Outline) in
      let feed = Outline(
        xmlURL: "https://\(index).example/?a=1&b=\"2\"", title: title, htmlURL: "https://\(index).example/",
        description: title, language: "en", categories: [["tag"], ["a", "b"]])
      return (index.isMultiple(of: 3) ? nil : "folder \(index % 3) & co", feed)
    }
    let text = Self.document(outlines)
    guard case .document(let read) = OPMLParser.parse(SourceText(name: "o", bytes: Array(text.utf8)), isStrict: true)
    else {
      Issue.record("not OPML:\n\(text)")
      return
    }
    #expect(read.version == "2.0")
    #expect(read.notes.isEmpty)
    #expect(read.feeds.map(\.title) == titles)
    #expect(read.feeds.map(\.description) == titles)
    #expect(read.feeds.map(\.xmlURL) == outlines.map(\.1.xmlURL))
    #expect(read.feeds.map(\.categories) == outlines.map(\.1.categories))
    #expect(read.feeds.map(\.folders) == outlines.map { $0.0.map { [$0] } ?? [] })
  }

  @Test("extension attributes are read back, except for commented-out folders")
  func extensions() throws {
    var writer = OPMLWriter()
    let folder = ["slug": "tech", "description": "a & \"b\"\tc"]
    var text = writer.head(title: "t")
    text += writer.folder("Tech", extensions: [("slug", "tech"), ("icon", nil), ("description", "a & \"b\"\tc")])
    text += writer.feed(Outline(xmlURL: "https://a.example/", extensions: ["tags": "one\ntwo, three"]))
    text += writer.folder("Plain") + writer.feed(Outline(xmlURL: "https://b.example/")) + writer.foot()
    let hidden = #"<outline text="H" isComment="true" celestra:slug="h"/></body>"#
    for text in [text.replacing("</body>", with: hidden), text.replacing("</body>", with: "\(hidden)<!-- & --")] {
      let reading = OPMLParser.parse(SourceText(name: "o", text: text))
      guard case .document(let read) = reading else {
        Issue.record("not OPML:\n\(text)")
        return
      }
      #expect(read.markedFolders.map(\.name) == ["Tech"])
      #expect(read.markedFolders.map(\.extensions) == [folder])
      #expect(read.feeds.map(\.extensions) == [["tags": "one\ntwo, three"], [:]])
      #expect(read.feeds.map(\.markedFolder) == [0, nil])
    }
  }

  @Test("disallowed characters are replaced, and the document is well-formed")
  func refused() {
    let text = Self.document([(nil, Outline(xmlURL: "https://a.example/", title: "a\u{0}b\u{1B}c\u{FFFE}d\u{FFFF}e"))])
    #expect(text.contains("title=\"a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\""))
    guard case .document = OPMLParser.parse(SourceText(name: "o", bytes: Array(text.utf8)), isStrict: true) else {
      Issue.record("not well-formed:\n\(text)")
      return
    }
  }

  @Test("a feed without a title has its address as `text`")
  func untitled() {
    let text = Self.document([(nil, Outline(xmlURL: "https://a.example/feed"))])
    #expect(
      text.contains(
        #"<outline type="rss" text="https://a.example/feed" title="https://a.example/feed" xmlUrl="https://a.example/feed"/>"#
      ))
  }
}
