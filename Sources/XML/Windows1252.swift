/// The encoding of web text that declares Latin-1 or a wrong encoding.
package enum Windows1252 {
  /// The characters of the bytes 0x80 to 0x9F; 0 if undefined.
  ///
  /// Source: Encoding Standard, index windows-1252.
  private static let controls: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  /// Returns the character that a number such as `&#146;` denotes in this encoding.
  package static func scalar(_ number: UInt32) -> Unicode.Scalar? {
    guard (0x80...0x9F).contains(number) else { return nil }
    let value = controls[Int(number - 0x80)]
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  /// Whether a text is probably in this encoding: fewer of its characters beyond ASCII are valid UTF-8 than not.
  package static func isProbable(_ bytes: [UInt8]) -> Bool {
    var invalidCount = 0
    var validCount = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): if scalar.value >= 0x80 { validCount += 1 }
      case .error: invalidCount += 1
      case .emptyInput: return invalidCount > validCount
      }
    }
  }

  /// Returns the bytes converted to UTF-8; undefined bytes become U+FFFD.
  package static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = byte < 0xA0 ? Self.scalar(UInt32(byte)) ?? "\u{FFFD}" : Unicode.Scalar(byte)
        if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
      }
    }
    return text
  }
}
