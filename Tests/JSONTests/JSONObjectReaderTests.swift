import Diagnostics
import JSON
import Testing

@Suite("Reading an object's members")
struct JSONObjectReaderTests {
  private static let keys = JSONKeys(
    ["name", "count", "isOn", "tags", "note"], refused: ["score": "the command 'score' computes it"])

  @Test("members are read by type, and null is told from nothing")
  func typed() throws {
    let source = SourceText(name: "f", text: #"{"name": "n", "count": 3, "isOn": 1, "tags": ["a", "b"], "note": null}"#)
    var diagnostics: [Diagnostic] = []
    let root = try #require(JSONDocument.parse(source, into: &diagnostics)).root
    var reader = try #require(JSONObjectReader(root, at: .root, keys: Self.keys, into: &diagnostics))
    #expect(reader.requiredString("name") == "n")
    #expect(reader.int64("count") == .value(3))
    #expect(reader.bool("isOn") == .value(true))
    #expect(reader.string("note") == .null)
    guard case .value(let tags) = reader.strings("tags") else { throw Wrong() }
    #expect(tags.map(\.text) == ["a", "b"])
    #expect(tags.map { source.string($0.range) } == [#""a""#, #""b""#])
    #expect(reader.diagnostics == [])
    #expect(diagnostics == [])
  }

  private struct Wrong: Error {}

  @Test("every mistake is reported with its path, and reading goes on")
  func mistakes() throws {
    let source = SourceText(
      name: "f",
      text: #"""
        [{"nmae": 1, "count": "3", "isOn": 2,
          "tags": ["a", 1], "score": 5, "odd key": 0}]
        """#)
    var diagnostics: [Diagnostic] = []
    let root = try #require(JSONDocument.parse(source, into: &diagnostics)).root
    let element = try #require(root.array?.first { _ in true })
    let path = JSONPath.root.key("feeds").element(0)
    var reader = try #require(JSONObjectReader(element, at: path, keys: Self.keys, into: &diagnostics))
    #expect(reader.requiredString("name") == nil)
    #expect(reader.int64("count") == .absent)
    #expect(reader.bool("isOn") == .absent)
    _ = reader.strings("tags")
    let frame = CodeFrame(source)
    #expect(
      reader.diagnostics.map { frame.render($0) } == [
        """
        f:1:3: error: feeds[0].nmae: unknown key [unknown-key]
         1 | [{"nmae": 1, "count": "3", "isOn": 2,
           |   ^~~~~~
           = did you mean 'name'?
        """,
        """
        f:2:21: error: feeds[0].score: this key cannot be set [refused-key]
         2 |   "tags": ["a", 1], "score": 5, "odd key": 0}]
           |                     ^~~~~~~
           = the command 'score' computes it
        """,
        """
        f:2:33: error: feeds[0]["odd key"]: unknown key [unknown-key]
         2 |   "tags": ["a", 1], "score": 5, "odd key": 0}]
           |                                 ^~~~~~~~~
           = known keys: name, count, isOn, tags, note
        """,
        """
        f:1:2: error: feeds[0]: the key 'name' is missing [missing-key]
         1 | [{"nmae": 1, "count": "3", "isOn": 2,
           |  ^
           = add "name": "…"
        """,
        """
        f:1:23: error: feeds[0].count: expected a whole number, found a string [json-type]
         1 | [{"nmae": 1, "count": "3", "isOn": 2,
           |                       ^~~
        """,
        """
        f:1:36: error: feeds[0].isOn: expected true or false, found a number [json-type]
         1 | [{"nmae": 1, "count": "3", "isOn": 2,
           |                                    ^
        """,
        """
        f:2:17: error: feeds[0].tags[1]: expected a string, found a number [json-type]
         2 |   "tags": ["a", 1], "score": 5, "odd key": 0}]
           |                 ^
        """,
      ])
    let none = JSONObjectReader(root, at: .root, keys: Self.keys, into: &diagnostics)
    #expect(none?.range == nil)
    #expect(diagnostics.map(\.message) == ["expected an object, found an array"])
  }
}
