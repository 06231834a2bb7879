/// The classes of bytes in ASCII, by which markup is recognized in UTF-8.
package enum ASCIIByte {
  /// Whether a byte is a space, a tab, a line end or a page end.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  /// Whether a byte is a decimal digit.
  package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether a byte is a letter.
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  /// The byte in lower case.
  package static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// The text without the white space around it.
  package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }

  /// Whether a text in lower-case ASCII occurs at an offset, in any case.
  package static func matches(_ bytes: [UInt8], at start: Int, _ text: StaticString) -> Bool {
    guard start >= 0, start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for offset in 0..<text.count where lowercased(bytes[start + offset]) != text[offset] { return false }
      return true
    }
  }

  /// Whether two texts are equal but for the case of ASCII letters.
  package static func areEqual(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { lowercased($0) == lowercased($1) }
  }

  /// The text with its ASCII letters in lower case.
  package static func lowercasedString(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.contains { $0 >= 0x41 && $0 <= 0x5A }
      ? String(decoding: bytes.map(lowercased), as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }
}
