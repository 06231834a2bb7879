import Diagnostics
import Foundation
import JSON
import TestEnvironment
import Testing

@Suite("JSON that is wrong")
struct JSONMistakeTests {
  private func report(_ bytes: [UInt8]) -> (isRead: Bool, texts: [String], ranges: [SourceRange?]) {
    let source = SourceText(name: "f", bytes: bytes)
    var diagnostics: [Diagnostic] = []
    let document = JSONDocument.parse(source, into: &diagnostics)
    return (document != nil, diagnostics.map(CodeFrame(source).render), diagnostics.map(\.range))
  }

  @Test(
    "a mistake is shown with its place, its path and what to do",
    arguments: [
      (
        "{\"feeds\": [1, {\"a\": tru}]}",
        """
        f:1:21: error: feeds[1].a: expected a value [json-syntax]
         1 | {"feeds": [1, {"a": tru}]}
           |                     ^
           = did you mean true?
        """
      ),
      (
        "{'a': 1}",
        """
        f:1:2: error: expected a key in double quotes [json-syntax]
         1 | {'a': 1}
           |  ^
           = write "key": value
        """
      ),
      (
        "{\"a\" 1}",
        """
        f:1:6: error: a: expected ':' after the key [json-syntax]
         1 | {"a" 1}
           |      ^
           = write "key": value
        """
      ),
      (
        "[\"a\n\"]",
        """
        f:1:4: error: [0]: string is not closed on its line [json-syntax]
         1 | ["a
           |    ^
           = close the quotes, or write \\n
        """
      ),
      (
        "[1] 2",
        """
        f:1:5: error: text after the end of the JSON [json-syntax]
         1 | [1] 2
           |     ^
           = remove it
        """
      ),
      (
        "",
        """
        f:1:1: error: expected a value, but the text ends [json-syntax]
         1 |\u{20}
           | ^
           = the file may be empty or cut off
        """
      ),
    ])
  func syntax(text: String, expected: String) {
    let report = report(Array(text.utf8))
    #expect(!report.isRead)
    #expect(report.texts == [expected])
  }

  @Test("missing commas and commas too many are all reported in one run, with the edit that mends them")
  func commas() throws {
    let source = SourceText(name: "f", text: "{\"a\": [1, 2,], \"b\": 1 \"c\": {\"d\": 1,},}")
    var diagnostics: [Diagnostic] = []
    let document = JSONDocument.parse(source, into: &diagnostics)
    #expect(document?.root.object?.map(\.key) == ["a", "b", "c"])
    #expect(
      diagnostics.map(\.message) == [
        "a comma before ']'", "missing comma", "a comma before '}'", "a comma before '}'",
      ])
    #expect(diagnostics.compactMap { $0.fix?.edits.first?.replacement } == ["", ", ", "", ""])
  }

  @Test(
    "what RFC 8259 does not allow is refused",
    arguments: [
      "01", "-", "+1", "1.", ".5", "1e", "0x1", "NaN", "nul", "[", "{", "[1", "{\"a\"", "{\"a\":", "{\"a\":1", "\"a",
      "\"\\x\"", "\"\\u12\"", "\"\t\"", "[,]", "{,}", "[1 2]", "[1,,2]", "// a\n1",
      "{\"a\":1,,}", "]", "'a'", "\"\\",
    ])
  func refused(text: String) {
    let report = report(Array(text.utf8))
    #expect(!report.isRead)
    #expect(report.texts.count == 1)
  }

  @Test(
    "half a surrogate pair is reported, and read as U+FFFD",
    arguments: [
      (#""cut \ud83d""#, "cut \u{FFFD}", 1), (#""\ud83d\u0041""#, "\u{FFFD}A", 1), (#""\ud83d\n""#, "\u{FFFD}\n", 1),
      (#""\ud83d, and more""#, "\u{FFFD}, and more", 1), (#""\udc00\ud83d\ude00""#, "\u{FFFD}😀", 1),
      (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}", 2),
    ])
  func surrogates(text: String, expected: String, count: Int) {
    var diagnostics: [Diagnostic] = []
    let document = JSONDocument.parse(SourceText(name: "f", text: text), into: &diagnostics)
    #expect(document?.root.string == expected)
    #expect(diagnostics.map(\.message) == Array(repeating: "incomplete surrogate pair", count: count))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(strict: Array(text.utf8)) }
  }

  @Test("damaged documents are read or refused, with all ranges inside the text")
  func fuzz() {
    let seed = Array(
      #"{"feeds":[{"feedURL":"http:\/\/a\u00e9\ud83d\ude00","n":-1.5e3,"t":["é",null,true]}],"v":{}}"#.utf8)
    var damage = Damage(
      inserting: ["\"", "\\", "\\u", "{", "}", "[", "]", ",", ":", "-", "e", "\n", "é", "null"], seed: 1)
    for _ in 0..<Damage.iterations(2000) {
      let bytes = damage.damaged([seed])
      let report = report(bytes)
      #expect(report.isRead || !report.texts.isEmpty)
      for case let range? in report.ranges { #expect(range.start >= 0 && range.end <= bytes.count) }
      // A document without findings is also valid for Foundation, which refuses numbers beyond a Double, such as 1e383.
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      let text = String(decoding: bytes, as: UTF8.self)
      if report.texts.isEmpty, !text.contains(/e\d{3}/) { #expect(isJSON, "\(text)") }
    }
  }

  @Test("a merge conflict is the only mistake of its document")
  func conflict() {
    var diagnostics: [Diagnostic] = []
    let text = "{\"a\": [\n<<<<<<< HEAD\n1,\n=======\n2,\n>>>>>>> x\n3]}"
    #expect(JSONDocument.parse(SourceText(name: "a.json", text: text), into: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule) == ["merge-conflict"])
  }
}
