import CloudKitWire
import Foundation
import Testing

@Suite("JSON")
struct JSONTests {
  private static let readings: [(String, JSONValue)] = [
    ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .decimal(9_223_372_036_854_775_808)), ("9007199254740993", .integer(9_007_199_254_740_993)),
    ("1.0", .decimal(1)), ("-1.5e-3", .decimal(-0.0015)), ("1E2", .decimal(100)),
    ("5e-324", .decimal(.leastNonzeroMagnitude)),
    ("100000000000000000000000", .decimal(1e23)), ("\"\"", .string("")),
    (#""a\"\\\/\b\f\n\r\t\u00e9\uD83C\uDF88""#, .string("a\"\\/\u{8}\u{c}\n\r\té🎈")), ("\"é🎈\"", .string("é🎈")),
    ("[]", .array([])), ("[1,[2]]", .array([.integer(1), .array([.integer(2)])])),
    ("{}", .object(JSONObject([]))),
    (
      #"{"a":1,"a":null,"":[{}]}"#,
      .object(
        JSONObject([
          .init("a", .integer(1)), .init("a", .null), .init("", .array([.object(JSONObject([]))])),
        ]))
    ),
  ]

  @Test("every kind of value is read, and written so that it reads back the same", arguments: readings)
  func reading(text: String, value: JSONValue) throws {
    #expect(try JSONReader.value(of: Array(text.utf8)) == value)
    let written = JSONWriter.document { $0.value(value) }
    #expect(try JSONReader.value(of: written) == value, "\(String(decoding: written, as: UTF8.self))")
  }

  private static let invalid: [(String, Int, Int)] = [
    ("", 1, 1), ("  ", 1, 3), ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\" 1}", 1, 6), ("{a:1}", 1, 2), ("{\n\"a\":}", 2, 5),
    ("01", 1, 3), ("-", 1, 2), ("1.", 1, 3), ("1e", 1, 3), ("+1", 1, 1), ("1e999", 1, 6), ("tru", 1, 4), ("NaN", 1, 1),
    ("\"abc", 1, 5), ("\"\\", 1, 3), ("\"\\x\"", 1, 2), ("\"\\ud800\"", 1, 2), ("\"\\udc00\"", 1, 2),
    ("\"\\u12g4\"", 1, 2),
    ("\"a\nb\"", 1, 3), ("1 2", 1, 3), ("{} x", 1, 4), ("<html>", 1, 1), ("\u{FEFF}{}", 1, 1),
    (String(repeating: "[", count: 1_000_000), 1, 65),
  ]

  @Test("a mistake has its line and column, in CloudKit's words", arguments: invalid)
  func mistakes(text: String, line: Int, column: Int) {
    #expect {
      try JSONReader.value(of: Array(text.utf8))
    } throws: { error in
      "\(error)" == "Unexpected input at [line: \(line), column: \(column)]"
    }
  }

  @Test("bytes that are not UTF-8 are a mistake")
  func invalidUTF8() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0xFF, 0xFE]] {
      #expect(throws: JSONSyntaxError.self) { try JSONReader.value(of: bytes) }
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
      let object = try #require(try JSONReader.value(of: written).object)
      #expect(object["number"]?.number == number && object["text"]?.string == text)
    }
  }
}
