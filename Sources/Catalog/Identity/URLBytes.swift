extension UInt8 {
  static let percent: UInt8 = 0x25
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let colon: UInt8 = 0x3A
  static let questionMark: UInt8 = 0x3F
  static let hash: UInt8 = 0x23
  static let at: UInt8 = 0x40

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  var uppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
  /// The uppercase hexadecimal digit of a value below 16.
  var hexDigit: UInt8 { self < 10 ? 0x30 + self : 0x37 + self }

  /// Whether a path or query must escape the byte. RFC 3986 also requires escapes for `[` and `]`, but servers receive
  /// them unescaped in practice.
  var cannotStandInURL: Bool {
    switch self {
    case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x80...: true
    default: false
    }
  }
}

extension [UInt8] {
  /// White space beyond ASCII that often surrounds a pasted URL: no-break space, zero-width space, byte order mark.
  private static let spaces: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF]]

  /// Returns the length of the white space at an index, or `nil` if none begins there.
  func whitespaceLength(at index: Int) -> Int? {
    if self[index] <= 0x20 { return 1 }
    if self[index] < 0x80 { return nil }
    return Self.spaces.first { self[index...].starts(with: $0) }?.count
  }

  /// Returns the length of the white space before an index, or `nil` if none ends there.
  func whitespaceLength(before index: Int) -> Int? {
    if self[index - 1] <= 0x20 { return 1 }
    if self[index - 1] < 0x80 { return nil }
    return Self.spaces.first { self[..<index].suffix($0.count).elementsEqual($0) }?.count
  }
}
