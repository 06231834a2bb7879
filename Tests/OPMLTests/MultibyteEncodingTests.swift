import Testing
import XML

@Suite("Encodings of several bytes")
struct MultibyteEncodingTests {
  /// Encodings, and characters of them with their bytes.
  static let samples: [(label: String, bytes: [UInt8], text: String)] = [
    ("shift_jis", [0x95, 0x5C, 0xC3], "表ﾃ"), ("euc-jp", [0xC9, 0xBD, 0x8E, 0xC3, 0x8F, 0xB0, 0xA1], "表ﾃ丂"),
    ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x49, 0x3D, 0x1B, 0x28, 0x42], "表"),
    ("gb18030", [0x94, 0x39, 0xFC, 0x36, 0xB1, 0xED], "😀表"), ("big5", [0xAA, 0xED, 0x88, 0x66], "表Ê"),
    ("euc-kr", [0xC7, 0xD1, 0x8C, 0x63], "한똠"),
  ]

  @Test("a long text is converted whole, wherever its characters begin", arguments: samples)
  func long(label: String, bytes: [UInt8], text: String) {
    for offset in 0...bytes.count {
      let ascii = String(repeating: "a", count: offset)
      let input = Array(ascii.utf8) + Array(repeatElement(bytes, count: 20_000).joined())
      let converted = try? Transcoder.utf8(input[...], from: label)
      #expect(converted == Array((ascii + String(repeating: text, count: 20_000)).utf8), "after \(offset) bytes")
    }
  }

  @Test("a text that ends within a character is invalid", arguments: samples)
  func cut(label: String, bytes: [UInt8], text: String) {
    for length in [2, 40_000] {
      let input = Array(repeating: 0x61, count: length) + bytes.prefix(1)
      #expect(throws: Transcoder.Failure.self) { try Transcoder.utf8(input[...], from: label) }
    }
  }

  @Test("an invalid byte in a long text is reported with its line")
  func invalid() {
    let lines: [UInt8] = Array(repeatElement([0xC9, 0xBD, 0x0A], count: 20_000).joined())
    let error = #expect(throws: Transcoder.Failure.self) { try Transcoder.utf8(lines[...] + [0xFF], from: "euc-jp") }
    if case .invalid(line: 20_001) = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test("invalid bytes are replaced one by one, unless another encoding is probable", arguments: samples)
  func repaired(label: String, bytes: [UInt8], text: String) {
    let many = Array(repeatElement(bytes, count: 8000).joined())
    for place in [0, 1, 4000, 7999] {
      let input = many.prefix(place * bytes.count) + [0xFF, 0x0A] + many.dropFirst(place * bytes.count)
      let repaired = Transcoder.repaired(input, from: label).map { String(decoding: $0, as: UTF8.self) }
      let expected = [place, 8000 - place].map { String(repeating: text, count: $0) }.joined(separator: "\u{FFFD}\n")
      #expect(repaired == expected, "at \(place)")
    }
    #expect(Transcoder.repaired(many[...] + Array(repeating: 0xFF, count: many.count), from: label) == nil)
    #expect(Transcoder.repaired(many[...], from: "utf-16le") == nil)
  }
}
