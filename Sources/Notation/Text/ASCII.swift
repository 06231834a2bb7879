// Inlinable: readers of documents call these for every byte, from other modules.

extension UInt8 {
  /// Whether the byte is a space, a tab, a line break or a form feed.
  @inlinable package var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
  @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  @inlinable package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  /// Whether the byte is a letter, a digit or an underscore.
  @inlinable package var isWordPart: Bool { isLetter || isDigit || self == 0x5F }
  @inlinable package var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
  @inlinable package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  @inlinable package var uppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
}

extension ArraySlice<UInt8> {
  package var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isSpace }), let last = lastIndex(where: { !$0.isSpace }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }

  package var lowercasedString: String { String(decoding: lazy.map(\.lowercased), as: UTF8.self) }

  /// Whether two texts are equal but for the case of ASCII letters.
  package func equalsIgnoringCase(_ other: ArraySlice<UInt8>) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension [UInt8] {
  /// Whether a lowercase ASCII text occurs at an offset, ignoring case.
  package func matches(_ text: StaticString, at start: Int) -> Bool {
    guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { text in
      text.indices.allSatisfy { self[start + $0].lowercased == text[$0] }
    }
  }
}
