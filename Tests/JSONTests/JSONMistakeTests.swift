import Diagnostics
import Foundation
import JSON
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
      "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\t\"", "[,]", "{,}", "[1 2]", "[1,,2]", "// a\n1",
      "{\"a\":1,,}", "]", "'a'", "\"\\",
    ])
  func refused(text: String) {
    let report = report(Array(text.utf8))
    #expect(!report.isRead)
    #expect(report.texts.count == 1)
  }

  @Test("changed documents are read or refused, with every range inside the text")
  func fuzz() {
    let seed = Array(
      #"{"feeds":[{"feedURL":"http:\/\/a\u00e9\ud83d\ude00","n":-1.5e3,"t":["é",null,true]}],"v":{}}"#.utf8)
    let pieces = ["\"", "\\", "\\u", "{", "}", "[", "]", ",", ":", "-", "e", "\n", "é", "null"].map { Array($0.utf8) }
    let iterations = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 2000
    var random = UInt64(0x9E37_79B9_7F4A_7C15)
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    for _ in 0..<iterations {
      var bytes = seed
      for _ in 0...next(4) {
        let at = next(bytes.count)
        switch next(3) {
        case 0: bytes[at] = UInt8(next(256))
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + next(8)))
        default: bytes.insert(contentsOf: pieces[next(pieces.count)], at: at)
        }
        if bytes.isEmpty { bytes = [0x5B] }
      }
      let report = report(bytes)
      #expect(report.isRead || !report.texts.isEmpty)
      for case let range? in report.ranges { #expect(range.start >= 0 && range.end <= bytes.count) }
      // What Foundation takes without a remark of ours is what we take.
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      if report.texts.isEmpty { #expect(isJSON, "\(String(decoding: bytes, as: UTF8.self))") }
    }
  }
}
