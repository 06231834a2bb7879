import Diagnostics
import Notation

/// Lists without a feed, whose form is that of their name.
package enum FirstEntry {
  /// The forms by the ends of file names: the text of an empty file, and what a file with a first entry looks like.
  private static let forms: [(ends: [String], start: String, example: String)] = [
    ([".md", ".markdown"], "", "- [Example](https://example.org/feed)"),
    (
      [".json"], "{\n  \"feeds\": []\n}\n",
      "{\"feeds\": [{\"feedURL\": \"https://example.org/feed\", \"title\": \"Example\"}]}"
    ),
    (
      [".opml", ".xml"],
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title>Feeds</title></head>
        <body>
        </body>
      </opml>

      """,
      "<outline type=\"rss\" text=\"Example\" xmlUrl=\"https://example.org/feed\"/> in the body of an OPML document"
    ),
    ([".csv"], "", "feedURL,title and, on the next line, https://example.org/feed,Example"),
    ([".yml", ".yaml"], "", "- title: Example, and on the next line, indented, url: https://example.org/feed"),
    ([".toml"], "", "[[feeds]], title = \"Example\", and url = \"https://example.org/feed\" on three lines"),
    ([""], "", "https://example.org/feed Example"),
  ]

  /// What a first entry looks like in a file of some name.
  package static func example(in name: String) -> String { form(of: name)?.example ?? "" }

  private static func form(of name: String) -> (ends: [String], start: String, example: String)? {
    forms.first { $0.ends.contains { name.lowercased().hasSuffix($0) } }
  }

  /// Returns the text of a new list for an empty file, and other texts as they are.
  static func started(_ source: SourceText) -> SourceText {
    guard source.bytes.allSatisfy(\.isSpace), let start = form(of: source.name)?.start, !start.isEmpty else {
      return source
    }
    return SourceText(name: source.name, text: start)
  }

  /// Returns the form of a file that can have a first entry but has none: a Markdown text without items, or a text file
  /// of comments only; `nil` for others.
  static func format(of source: SourceText, _ file: SeedFile) -> SeedFormat? {
    guard file.diagnostics.allSatisfy({ ["empty-file", "not-seeds"].contains($0.rule) }) else { return nil }
    if isMarkdown(source.name) { return .list }
    guard form(of: source.name)?.ends == [""] else { return nil }
    return source.lineRanges.allSatisfy { line in
      let text = source.bytes[line.start..<line.end].drop { $0.isSpace }
      return text.isEmpty || text.first == UInt8(ascii: "#")
    } ? .list : nil
  }

  static func isMarkdown(_ name: String) -> Bool { forms[0].ends.contains { name.lowercased().hasSuffix($0) } }
}
