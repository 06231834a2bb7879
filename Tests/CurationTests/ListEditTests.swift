import Catalog
import CloudKitRecords
import Diagnostics
import Foundation
import TestEnvironment
import Testing

@testable import Curation

@Suite("Edits of lists in every form")
struct ListEditTests {
  /// Line ends and byte order marks, as tools leave them.
  enum Variant: CaseIterable {
    case plain, crlf, marked, unended

    func text(_ text: String) -> String {
      switch self {
      case .plain: text
      case .crlf: text.replacing("\n", with: "\r\n")
      case .marked: "\u{FEFF}" + text.replacing("\n", with: "\r\n")
      case .unended: String(text.dropLast())
      }
    }
  }

  static var bee: FeedSeed {
    var seed = FeedSeed(
      feedURL: "https://b.example/feed", authority: .named, place: SeedPlace(file: "", range: nil))
    seed.fields[FeedField.title] = .string("Bee")
    seed.fields[FeedField.siteURL] = .string("https://b.example/")
    return seed
  }

  @Test("one feed is added, moved, or removed, and only its lines change", arguments: ListFixture.all, Variant.allCases)
  func edits(fixture: ListFixture, variant: Variant) throws {
    let source = SourceText(name: fixture.name, text: variant.text(fixture.text))
    let lines = fixture.entryLines
    let feeds = SeedFileReader.read(source).seeds.feeds
    try #require(feeds.count == 3)
    for (index, feed) in feeds.enumerated() {
      let moved = try EditedText(source) {
        try $0.apply(.change(feed.place, FeedField.feedURL, .string("https://new.example/f")))
      }
      #expect(moved.feeds.map(\.feedURL) == feeds.map { $0 == feed ? "https://new.example/f" : $0.feedURL })
      #expect(moved.removedLines <= 2 && moved.insertedLines <= 3, "\(moved.text)")
      let removed = try EditedText(source) { try $0.apply(.remove(feed.place)) }
      #expect(removed.feeds.map(\.feedURL) == feeds.filter { $0 != feed }.map(\.feedURL))
      // In JSON, the entry before the last one loses its comma.
      #expect(removed.removedLines <= lines + 1 && removed.insertedLines <= 1, "\(index): \(removed.text)")
    }
    let added = try EditedText(source) { try $0.apply(.add(Self.bee)) }
    #expect(added.feeds.map(\.feedURL).sorted() == (feeds.map(\.feedURL) + [Self.bee.feedURL]).sorted())
    #expect(added.removedLines <= 1 && added.insertedLines <= lines + 1, "\(added.text)")
    #expect(added.lines.contains(fixture.added), "\(added.text)")
    let isCRLF = variant == .crlf || variant == .marked
    for edit in [added] {
      #expect(edit.text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) == (variant == .marked))
      #expect(edit.text.replacing("\r\n", with: "").contains { $0.isNewline } != isCRLF)
    }
  }

  @Test("all feeds are removed at once, or all of them move", arguments: ListFixture.all, Variant.allCases)
  func several(fixture: ListFixture, variant: Variant) throws {
    let source = SourceText(name: fixture.name, text: variant.text(fixture.text))
    let feeds = SeedFileReader.read(source).seeds.feeds
    let moved = try EditedText(source) { editor in
      for (index, feed) in feeds.enumerated() {
        try editor.apply(.change(feed.place, FeedField.feedURL, .string("https://new.example/\(index)")))
      }
    }
    #expect(moved.feeds.map(\.feedURL) == feeds.indices.map { "https://new.example/\($0)" })
    for kept in feeds {
      let removed = try EditedText(source) { editor in
        for feed in feeds where feed != kept { try editor.apply(.remove(feed.place)) }
      }
      #expect(removed.feeds.map(\.feedURL) == [kept.feedURL])
    }
  }

  @Test("a new feed goes to the end of its folder in a list without an order, and to its place in a sorted one")
  func order() throws {
    let list = """
      ## Bugs
      - [Cat](https://c.example/feed)
      - [Ant](https://a.example/feed)

      ## Birds
      - [Emu](https://e.example/feed)
      - [Owl](https://o.example/feed)
      - [Yak](https://y.example/feed)

      """
    let source = SourceText(name: "list.md", text: list)
    var bee = Self.bee
    bee.folders = ["bugs"]
    #expect(try EditedText(source) { try $0.apply(.add(bee)) }.feeds.map(\.feedURL.utf8.count).count == 6)
    let end = try EditedText(source) { try $0.apply(.add(bee)) }
    #expect(end.lines[3] == "- [Bee](https://b.example/feed)")
    bee.folders = ["Birds"]
    let start = try EditedText(source) { try $0.apply(.add(bee)) }
    #expect(start.lines[5] == "- [Bee](https://b.example/feed)")
    bee.folders = ["Fish"]
    #expect(throws: SeedFileRefusal("the list has no 'Fish'; it has Bugs, Birds")) {
      try EditedText(source) { try $0.apply(.add(bee)) }
    }
    bee.folders = []
    bee.fields[FeedField.category] = .string("Fish")
    #expect(throws: SeedFileRefusal("the list has no 'Fish'; it has Bugs, Birds")) {
      try EditedText(source) { try $0.apply(.add(bee)) }
    }
  }

  @Test("a new feed without a category goes to the last one of its language in a directory, or to the end")
  func language() throws {
    func category(_ language: String, _ feeds: String...) -> String {
      let sites = feeds.map { #"{"title": "\#($0)", "feed_url": "https://\#($0).example/feed"}"# }
      return #"{"language": "\#(language)", "title": "\#(language)", "categories": ["#
        + "{\"title\": \"Blogs\", \"slug\": \"blogs\", \"sites\": [\n\(sites.joined(separator: ",\n"))\n]}]}"
    }
    let text = "[\n\(category("en", "x", "c")),\n\(category("ar", "y", "a"))\n]\n"
    let source = SourceText(name: "blogs.json", text: text)
    for (language, line) in [("en", 5), ("ar", 9), ("fi", 9)] {
      var bee = Self.bee
      bee.fields[FeedField.language] = .string(language)
      let edited = try EditedText(source) { try $0.apply(.add(bee)) }
      #expect(edited.lines[line - 1].contains("b.example"), "\(language): \(edited.lines)")
    }
  }

  @Test(
    "a title is written so that Markdown shows it, and read as it is",
    arguments: ["<img src=x> &amp; co", "foo_bar [x] *y* `z` \\", "a](b", "C# | Tom & Jerry", "\\[[x"])
  func markdownTitle(title: String) throws {
    for text in [
      "- [A](https://a.example/feed)\n", "| Blog | Feed |\n|---|---|\n| A | [feed](https://a.example/feed) |\n",
      "- [A](https://a.example/) ([RSS](https://a.example/feed))\n",
    ] {
      let source = SourceText(name: "list.md", text: text)
      var bee = Self.bee
      bee.fields[FeedField.title] = .string(title)
      let added = try EditedText(source) { try $0.apply(.add(bee)) }
      #expect(added.feeds.map { $0.fields[FeedField.title] } == [.string("A"), .string(title)], "\(added.text)")
      #expect(!added.text.contains(" <img") && !added.text.contains("[<img"))
      let set = try EditedText(source) { editor in
        try editor.apply(.change(editor.feeds[0].place, FeedField.title, .string(title)))
      }
      #expect(set.feeds.map { $0.fields[FeedField.title] } == [.string(title)], "\(set.text)")
    }
  }

  @Test(
    "a list without a feed gets its first one in the form of its name",
    arguments: [
      ("l.md", "", "- [Bee](https://b.example/feed)\n"),
      ("l.md", "# My list", "# My list\n\n- [Bee](https://b.example/feed)\n"),
      (
        "l.md", "# My list\r\n\r\nAll of it.\r\n",
        "# My list\r\n\r\nAll of it.\r\n\r\n- [Bee](https://b.example/feed)\r\n"
      ),
      ("urls.txt", "", "https://b.example/feed Bee\n"),
      ("urls", "# mine\n", "# mine\nhttps://b.example/feed \"~Bee\"\n"),
      (
        "l.json", #"{"categories": [{"slug": "birds", "name": "Birds"}], "feeds": []}"#,
        "{\"categories\": [{\"slug\": \"birds\", \"name\": \"Birds\"}], \"feeds\": [\n"
          + "  { \"feedURL\": \"https://b.example/feed\", \"title\": \"Bee\", \"siteURL\": \"https://b.example/\" }\n]}"
      ),
      (
        "l.json", "\n",
        "{\n  \"feeds\": [\n    { \"feedURL\": \"https://b.example/feed\", \"title\": \"Bee\", \"siteURL\": \"https://b.example/\" }\n  ]\n}\n"
      ),
      (
        "blogs.json", #"[{"language": "en", "categories": [{"slug": "a", "sites": []}]}]"#,
        "[{\"language\": \"en\", \"categories\": [{\"slug\": \"a\", \"sites\": [\n  { \"feed_url\": \"https://b.example/feed\", "
          + "\"title\": \"Bee\", \"site_url\": \"https://b.example/\" }\n]}]}]"
      ),
      (
        "l.opml", "<opml version='2.0'>\n  <body/>\n</opml>\n",
        "<opml version='2.0'>\n  <body>\n    <outline type=\"rss\" text=\"Bee\" title=\"Bee\" xmlUrl=\"https://b.example/feed\" "
          + "htmlUrl=\"https://b.example/\"/>\n  </body>\n</opml>\n"
      ),
    ])
  func first(name: String, text: String, expected: String) throws {
    let edited = try EditedText(SourceText(name: name, text: text)) { try $0.apply(.add(Self.bee)) }
    #expect(edited.text == expected)
    #expect(edited.feeds.map(\.feedURL) == [Self.bee.feedURL])
  }

  @Test("an empty OPML file becomes a list")
  func emptyOPML() throws {
    let edited = try EditedText(SourceText(name: "l.opml", text: "")) { try $0.apply(.add(Self.bee)) }
    #expect(edited.feeds.map(\.feedURL) == [Self.bee.feedURL] && edited.text.hasPrefix("<?xml"))
  }

  @Test(
    "a file whose form is unknown is refused with what a first entry looks like",
    arguments: [
      ("l.csv", "", "feedURL,title and"), ("l.yml", "", "- title: Example"), ("l.json", "[]", #"{"feeds": [{"#),
    ])
  func firstExample(name: String, text: String, example: String) {
    do {
      _ = try SeedFileEditor(SourceText(name: name, text: text))
      Issue.record("\(name) was opened")
    } catch { #expect(error.reason.contains("; a first entry looks like: \(example)"), "\(error.reason)") }
  }

  @Test("entries in braces are read, and only removed")
  func braces() throws {
    let text = """
      feeds:
        - {name: "A, the first", url: 'https://a.example/feed'}
        - { url: https://b.example/feed, name: Bee }  # a comment
        - {name: C, tags: [x], url: https://c.example/feed}
        - name: Dee
          url: https://d.example/feed

      """
    for text in [
      text, String(text.dropFirst(7)).replacing("\n  ", with: "\n").replacing("  - {name: \"A", with: "- {name: \"A"),
    ] {
      let source = SourceText(name: "l.yml", text: text)
      let file = SeedFileReader.read(source)
      #expect(file.seeds.feeds.map { $0.fields[FeedField.title]?.string } == ["A, the first", "Bee", "Dee"])
      #expect(file.seeds.feeds.map(\.feedURL) == ["a", "b", "d"].map { "https://\($0).example/feed" })
      #expect(file.skipped == 1)
      let removed = try EditedText(source) { try $0.apply(.remove($0.feeds[1].place)) }
      #expect(removed.removedLines == 1 && removed.insertedLines == 0)
      #expect(throws: SeedFileRefusal("an entry in braces is not edited")) {
        try EditedText(source) { try $0.apply(.change($0.feeds[0].place, FeedField.title, .string("B"))) }
      }
    }
  }

  @Test(
    "what is not edited is refused with a reason",
    arguments: [
      ("a: 1\n<<<<<<< HEAD\nhttps://a.example/feed\n=======\n>>>>>>> x\n", "a merge conflict begins here in line 2"),
      (#"{"folders": {"a": "b"}}"#, "the file has no feeds to edit"),
      ("hello\n", "this is not a seed file"),
    ])
  func refusals(text: String, reason: String) {
    #expect(throws: SeedFileRefusal.self) { try SeedFileEditor(SourceText(name: "x", text: text)) }
    do {
      _ = try SeedFileEditor(SourceText(name: "x", text: text))
    } catch {
      #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }
  }

  @Test("a feed of a collection, an outline with others inside, and UTF-16 are not edited")
  func unsafe() throws {
    let json =
      #"{"feeds": [{"feedURL": "https://a.example/f"}], "collections": [{"slug": "c", "title": "C", "#
      + #""feeds": ["https://a.example/f"]}]}"#
    for (text, reason) in [
      (json, "the collection 'c' of x would have no feed; remove it first"),
      (
        "<opml><body><outline text='a' xmlUrl='https://a.example/f'><outline text='b' xmlUrl='https://b.example/f'/>"
          + "</outline></body></opml>", "the outline contains others"
      ),
    ] {
      let source = SourceText(name: "x", text: text)
      var editor = try SeedFileEditor(source)
      let place = try #require(editor.feeds.first).place
      #expect(throws: SeedFileRefusal(reason)) { try editor.apply(.remove(place)) }
    }
    let utf16: [UInt8] = [0xFF, 0xFE] + Array("https://a.example/f\n".utf8).flatMap { [$0, 0] as [UInt8] }
    #expect(throws: SeedFileRefusal("only files in UTF-8 are edited")) {
      try SeedFileEditor(SourceText(name: "x", bytes: utf16))
    }
  }
}

/// A text after edits, and its difference from the one before.
struct EditedText {
  let text: String
  let feeds: [FeedSeed]
  let removedLines: Int
  let insertedLines: Int

  var lines: [String] { Self.lines(text) }

  init(_ source: SourceText, _ edit: (inout SeedFileEditor) throws -> Void) throws {
    var editor = try SeedFileEditor(source)
    try edit(&editor)
    text = try editor.text()
    feeds = SeedFileReader.read(SourceText(name: source.name, text: text)).seeds.feeds
    let before = String(decoding: source.bytes, as: UTF8.self)
    let difference = Self.lines(text).difference(from: Self.lines(before))
    removedLines = difference.removals.count
    insertedLines = difference.insertions.count
  }

  private static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
