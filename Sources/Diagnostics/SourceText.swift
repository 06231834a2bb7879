/// A text and its name in messages.
package struct SourceText: Sendable {
  /// The path as the user gave it, or `<stdin>`.
  package let name: String
  /// The bytes as read, including a byte order mark.
  package let bytes: [UInt8]

  /// Creates a text from bytes, which can be invalid UTF-8.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates a text from a string.
  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Returns the bytes of a range as a string; invalid UTF-8 becomes U+FFFD.
  package func string(_ range: SourceRange) -> String {
    let upper = min(range.end, bytes.count)
    let lower = min(range.start, upper)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The offset of the first byte that is not valid UTF-8; `nil` for a valid text.
  package var firstInvalidByte: Int? {
    // Most texts are ASCII, which needs no copy to check.
    guard bytes.reduce(0, |) >= 0x80 else { return nil }
    var start = 0
    while start < bytes.count {
      // A part ends before a character, so that it is valid if the text is, and fits into the cache.
      var end = min(start + 32_768, bytes.count)
      while end < bytes.count, end > start + 32_765, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let part = bytes[start..<end]
      if String(validating: part, as: UTF8.self) == nil { return start + Self.validPrefix(part) }
      start = end
    }
    return nil
  }

  /// Returns the number of bytes before the first that is not valid UTF-8.
  private static func validPrefix(_ bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }
}
