import Foundation
import JSON
import Testing

@Suite("JSON as it comes over the wire")
struct StrictJSONTests {
  /// A text, and how each value in it is understood: whole numbers, other numbers, keys with their last value.
  private static let readings: [(String, String)] = [
    ("null", "null"), (" true\n", "true"), ("false", "false"), ("0", "0"), ("-0", "0"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "decimal 9.223372036854776e+18"), ("9007199254740993", "9007199254740993"),
    ("1.0", "decimal 1.0"), ("-1.5e-3", "decimal -0.0015"), ("1E2", "decimal 100.0"), ("5e-324", "decimal 5e-324"),
    ("100000000000000000000000", "decimal 1e+23"), ("\"\"", "''"),
    (#""a\"\\\/\b\f\n\r\t\u00e9\uD83C\uDF88""#, "'a\"\\/\u{8}\u{c}\n\r\té🎈'"), ("\"é🎈\"", "'é🎈'"),
    ("[]", "[]"), ("[1,[2]]", "[1,[2]]"), ("{}", "{}"),
    (#"{"a":1,"a":null,"":[{}],"\u0062":2}"#, "{a=nil,a=nil,=[{}],b=2}"),
  ]

  private static func understood(_ value: JSONValue?) -> String {
    guard let value else { return "nil" }
    if let number = value.integer { return String(number) }
    if let number = value.double { return "decimal \(number)" }
    if let text = value.string { return "'\(text)'" }
    if let values = value.array { return "[" + values.map { understood($0) }.joined(separator: ",") + "]" }
    guard let object = value.object else { return value.written }
    return "{" + object.map { $0.key + "=" + understood(object[$0.key]) }.joined(separator: ",") + "}"
  }

  @Test("every kind of value is read, and written so that it reads back the same", arguments: readings)
  func reading(text: String, understood: String) throws {
    let value = try JSONValue(strict: Array(text.utf8))
    #expect(Self.understood(value) == understood)
    let written = JSONWriter.document { $0.value(value) }
    #expect(Self.understood(try JSONValue(strict: written)) == understood)
  }

  private static let invalid: [(String, Int, Int)] = [
    ("", 1, 1), ("  ", 1, 3), ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\" 1}", 1, 6), ("{a:1}", 1, 2), ("{\n\"a\":}", 2, 5),
    ("[1 \"a\"]", 1, 4),
    ("01", 1, 3), ("-", 1, 2), ("1.", 1, 3), ("1e", 1, 3), ("+1", 1, 1), ("1e999", 1, 6), ("tru", 1, 4), ("NaN", 1, 1),
    ("\"abc", 1, 5), ("\"\\", 1, 3), ("\"\\x\"", 1, 2), ("\"\\ud800\"", 1, 2), ("\"\\udc00\"", 1, 2),
    ("\"\\u12g4\"", 1, 2),
    ("\"a\nb\"", 1, 3), ("1 2", 1, 3), ("{} x", 1, 4), ("<html>", 1, 1), ("\u{FEFF}{}", 1, 1),
    (String(repeating: "[", count: 1_000_000), 1, 65),
  ]

  @Test("a mistake has its line and column, in CloudKit's words", arguments: invalid)
  func mistakes(text: String, line: Int, column: Int) {
    #expect {
      try JSONValue(strict: Array(text.utf8))
    } throws: { error in
      "\(error)" == "Unexpected input at [line: \(line), column: \(column)]"
    }
  }

  @Test("bytes that are not UTF-8 are a mistake")
  func invalidUTF8() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0xFF, 0xFE]] {
      #expect(throws: JSONSyntaxError.self) { try JSONValue(strict: bytes) }
    }
  }

  @Test("Foundation reads the same numbers and strings")
  func peer() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let number = Double(bitPattern: .random(in: .min ... .max, using: &random))
      guard number.isFinite else { continue }
      let text = String((0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF)) }.map(Character.init))
      let written = JSONWriter.document { writer in
        writer.object { writer in
          writer.member("number", number)
          writer.member("text", text)
        }
      }
      struct Pair: Decodable, Equatable { let number: Double, text: String }
      let peer = try JSONDecoder().decode(Pair.self, from: Data(written))
      #expect(peer.number == number && Array(peer.text.unicodeScalars) == Array(text.unicodeScalars))
      let object = try #require(try JSONValue(strict: written).object)
      #expect(object["number"]?.double == number && object["text"]?.string == text)
    }
  }
}
