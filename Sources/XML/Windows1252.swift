/// The encoding of web text that declares Latin-1 or a wrong encoding.
package enum Windows1252 {
  private static let encoding = OneByteEncoding(label: "windows-1252")

  /// Returns the character that a number such as `&#146;` denotes in this encoding.
  package static func scalar(_ number: UInt32) -> Unicode.Scalar? {
    (0x80...0x9F).contains(number) ? encoding?.character(UInt8(number)) : nil
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
    bytes.flatMap { UTF8.encode(encoding?.character($0) ?? "\u{FFFD}") ?? .init() }
  }
}
