import Catalog
import Curation
import Diagnostics
import Testing

@Suite("Seed files that are wrong")
struct SeedMistakeTests {
  private static let expectedHelp =
    "give JSON with 'categories', 'feeds' or 'collections', OPML, CSV with a header, YAML, TOML, or a list of addresses"

  private func render(_ file: SeedFile, _ source: SourceText) -> String {
    file.diagnostics.map(CodeFrame(source).render).joined(separator: "\n")
  }

  @Test("all mistakes are found in one run, each with the path of its key, and the good entries are read")
  func all() {
    let source = SourceText(
      name: "s.json",
      text: #"""
        {"version": 2, "feedz": [],
        "feeds": [
        {"feedURL": "https://a.example/f", "titel": "A", "qualityScore": 90},
        {"title": "B"},
        {"feedURL": 7, "isFeatured": "yes", "title": null},
        "https://c.example/f",
        {"feedURL": "https://d.example/f", "language": "English", "addedAt": "yesterday", "category": "Big News"}],
        "categories": [{"slug": "Tech!", "name": "T"}, {"slug": "a", "name": " ", "color": "red", "sortOrder": 1.5}],
        "collections": [{"slug": "c", "title": "C"}, {"slug": "d", "title": "D", "feeds": ["u", "", "u"]}]}
        """#)
    let file = SeedFileReader.read(source)
    #expect(file.isSeedFile)
    #expect(file.seeds.feeds.map(\.feedURL) == ["https://a.example/f", "https://d.example/f"])
    #expect(file.seeds.categories.map(\.slug.rawValue) == ["a"])
    #expect(file.seeds.collections.map(\.slug.rawValue) == ["c", "d"])
    let table = LineTable(source)
    let found = file.diagnostics.map { diagnostic in
      let place = diagnostic.range.map { table.position(at: $0.start) }.map { "\($0.line):\($0.column) " } ?? ""
      let help = diagnostic.help.map { " | \($0)" } ?? ""
      return "\(place)\(diagnostic.path ?? "") \(diagnostic.severity.rawValue) \(diagnostic.rule): "
        + diagnostic.message + help
    }
    #expect(
      found.joined(separator: "\n") == """
        1:13 version error seed-version: this version of the format is not known | version 1 is
        1:16 feedz error unknown-key: unknown key | did you mean 'feeds'?
        3:36 feeds[0].titel error unknown-key: unknown key | did you mean 'title'?
        3:50 feeds[0].qualityScore error refused-key: this key cannot be set | the command 'score' computes it
        4:1 feeds[1] error missing-key: the key 'feedURL' is missing | add "feedURL": "…"
        5:13 feeds[2].feedURL error json-type: expected a string, found a number
        5:30 feeds[2].isFeatured error json-type: expected true or false, found a string
        5:46 feeds[2].title error empty-value: this must not be empty | omit the key to keep the stored value
        6:1 feeds[3] error json-type: expected an object, found a string
        7:48 feeds[4].language error invalid-language: this is not a language code | write 'en' or 'pt-BR', for example
        7:70 feeds[4].addedAt error invalid-date: this is not a date | write '2026-11-21' or '2026-11-21T10:00:00Z', \
        for example
        7:95 feeds[4].category error invalid-slug: this is not a slug | use lower-case letters, digits and '-' \
        between them, at most 64
        8:25 categories[0].slug error invalid-slug: this is not a slug | use lower-case letters, digits and '-' \
        between them, at most 64
        8:70 categories[1].name error empty-value: this must not be empty
        8:84 categories[1].color error invalid-color: this is not a color | write '#007AFF', for example
        8:104 categories[1].sortOrder error json-type: expected a whole number, found a number
        9:17 collections[0].feeds error missing-key: a collection needs its feeds | add "feeds": ["https://…"]
        9:89 collections[1].feeds[1] error empty-value: a feed's address is empty
        9:93 collections[1].feeds[2] warning repeated-feed: this feed is a duplicate in the collection | the first one applies
        """)
  }

  @Test(
    "what is no seed file is told from a seed file that is wrong",
    arguments: [
      ("", true, "f: error: the file is empty [empty-file]\n  = " + Self.expectedHelp),
      (" \n\t", true, "f: error: the file is empty [empty-file]\n  = " + Self.expectedHelp),
      ("hello", false, "f: error: this is not a seed file [not-seeds]\n  = " + Self.expectedHelp),
      (
        "{\"feed\": []}", false,
        """
        f:1:1: error: this JSON is not a seed file: it has no 'categories', 'feeds' or 'collections' [not-seeds]
         1 | {"feed": []}
           | ^
           = did you mean 'feeds'?
        """
      ),
      (
        "[]", false,
        """
        f:1:1: error: this JSON is not a seed file: it has no 'categories', 'feeds' or 'collections' [not-seeds]
         1 | []
           | ^
           = give JSON with 'categories', 'feeds' or 'collections', OPML, CSV with a header, YAML, TOML, or a list of addresses
        """
      ),
      (
        "{\"feeds\": {}}", true,
        """
        f:1:11: error: feeds: expected an array of objects, found an object [json-type]
         1 | {"feeds": {}}
           |           ^~
        """
      ),
      (
        "{\"feeds\": [", true,
        """
        f:1:12: error: feeds[0]: expected a value, but the text ends [json-syntax]
         1 | {"feeds": [
           |            ^
           = the file may be empty or cut off
        """
      ),
      (
        "<html></html>", false,
        """
        f:1:1: error: this is a web page, not OPML [not-opml]
         1 | <html></html>
           | ^~~~~~
           = pass an OPML document
        """
      ),
      (
        "<opml><body/>", true,
        """
        f:1:14: error: document ends with unclosed tags [not-well-formed]
         1 | <opml><body/>
           |              ^
           = check whether the file is truncated
        """
      ),
    ])
  func recognition(text: String, isSeedFile: Bool, expected: String) {
    let source = SourceText(name: "f", text: text)
    let file = SeedFileReader.read(source)
    #expect(file.isSeedFile == isSeedFile)
    #expect(render(file, source) == expected)
  }

  @Test("bytes that are not text are refused with their place")
  func notUTF8() {
    let binary = SourceText(name: "f", bytes: [0x50, 0x4B, 0x03, 0xFF])
    #expect(SeedFileReader.read(binary).diagnostics.map(\.range) == [SourceRange(3, 4)])
    let json = SourceText(name: "f", bytes: Array("{\"feeds\": \"".utf8) + [0xE9] + Array("\"}".utf8))
    #expect(SeedFileReader.read(json).diagnostics.map(\.message) == ["the file is not UTF-8"])
  }
}
