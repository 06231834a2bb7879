import Diagnostics
import Foundation
import JSON
import Testing

@Suite("JSON with places")
struct JSONDocumentTests {
  private func parse(_ text: String) -> (root: JSONValue?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let document = JSONDocument.parse(SourceText(name: "f.json", text: text), into: &diagnostics)
    return (document?.root, diagnostics)
  }

  @Test("values are read, each with its place")
  func values() throws {
    let text = #"{"a": [1, -2.5e1, "x", null, true], "b": {"c": {}}, "d": false}"#
    let source = SourceText(name: "f.json", text: text)
    let (root, diagnostics) = parse(text)
    #expect(diagnostics == [])
    let members = try Array(#require(root?.object))
    #expect(members.map(\.key) == ["a", "b", "d"])
    #expect(members.map { source.string($0.keyRange) } == [#""a""#, #""b""#, #""d""#])
    let array = try Array(#require(members[0].value.array))
    #expect(array.map { source.string($0.range) } == ["1", "-2.5e1", #""x""#, "null", "true"])
    #expect(array.map(\.int64) == [1, -25, nil, nil, nil])
    #expect(array.map(\.double) == [1, -25, nil, nil, nil])
    #expect(array.map(\.string) == [nil, nil, "x", nil, nil])
    #expect(array.map(\.isNull) == [false, false, false, true, false])
    #expect(array.map(\.bool) == [nil, nil, nil, nil, true])
    #expect(source.string(members[1].value.range) == #"{"c": {}}"#)
    #expect(members[2].value.bool == false)
  }

  @Test(
    "strings are decoded",
    arguments: [
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\u4E2D""#, "é中"),
      (#""\ud83d\uDE00!""#, "😀!"), ("\"é😀\"", "é😀"), (#""\u0000""#, "\u{0}"),
    ])
  func strings(text: String, expected: String) {
    #expect(parse(text).root?.string == expected)
  }

  @Test(
    "numbers are exact where 64 bits hold them",
    arguments: [
      ("0", 0, 0), ("-0", 0, 0), ("9223372036854775807", .max, 9.223372036854775807e18),
      ("-9223372036854775808", .min, -9.223372036854775808e18), ("9223372036854775808", nil, 9.223372036854775808e18),
      ("1e3", 1000, 1000), ("1.5", nil, 1.5), ("1e400", nil, nil), ("10.0", 10, 10),
    ] as [(String, Int64?, Double?)])
  func numbers(text: String, int64: Int64?, double: Double?) {
    let root = parse(text).root
    #expect(root?.int64 == int64)
    #expect(root?.double == double)
  }

  @Test("a byte order mark is passed over")
  func byteOrderMark() {
    #expect(parse("\u{FEFF} [1]").root?.range == SourceRange(4, 7))
  }

  @Test("nesting is read to 512 levels, refused beyond, and costs no stack")
  func depth() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(parse(nested(512)).root != nil)
    let (root, diagnostics) = parse(nested(1_000_000))
    #expect(root == nil)
    #expect(diagnostics.map(\.message) == ["nested deeper than 512 levels"])
  }

  @Test("repeated keys are found in objects of any size, however they are written")
  func repeatedKeys() {
    let few = parse(#"{"k": [{"a": 1, "b": 2, "\u0061": 3}]}"#)
    #expect(few.diagnostics.map(\.rule) == ["json-repeated-key"])
    #expect(few.diagnostics.map(\.path) == ["k[0].a"])
    #expect(parse(#"{"a": 1, "a": 2}"#).diagnostics.map(\.path) == ["a"])
    let many = (0..<100_000).map { "\"k\($0)\": 0" }.joined(separator: ",")
    let large = parse("{\(many), \"k77\": {}}")
    #expect(large.diagnostics.map(\.path) == ["k77"])
    #expect(large.root != nil)
  }

  @Test("text that is not UTF-8 is refused at its first bad byte")
  func notUTF8() {
    var diagnostics: [Diagnostic] = []
    let source = SourceText(name: "f", bytes: Array("[\"a".utf8) + [0xFF] + Array("\"]".utf8))
    let document = JSONDocument.parse(source, into: &diagnostics)
    #expect(document?.root.range == nil)
    #expect(diagnostics.map(\.range) == [SourceRange(3, 4)])
  }
}
