extension UInt8 {
  package static let percent: UInt8 = 0x25
  package static let dot: UInt8 = 0x2E
  package static let slash: UInt8 = 0x2F
  package static let colon: UInt8 = 0x3A
  package static let questionMark: UInt8 = 0x3F
  package static let hash: UInt8 = 0x23
  package static let at: UInt8 = 0x40

  /// Whether a path or query must escape the byte. RFC 3986 also requires escapes for `[` and `]`, but servers receive
  /// them unescaped in practice.
  fileprivate var cannotStandInURL: Bool {
    switch self {
    case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x80...: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends a part of a URL in its canonical form: bytes that cannot stand there escaped, escapes in uppercase.
  package mutating func appendEscaped(_ part: ArraySlice<UInt8>) {
    var rest = part
    while let byte = rest.popFirst() {
      if byte == .percent, rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) {
        append(.percent)
        append(contentsOf: rest.prefix(2).map(\.uppercased))
        rest = rest.dropFirst(2)
      } else if byte == .percent || byte.cannotStandInURL {
        appendEscape(of: byte)
      } else {
        append(byte)
      }
    }
  }

  package mutating func appendEscape(of byte: UInt8) {
    append(.percent)
    for digit in [byte >> 4, byte & 0xF] { append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }

  /// White space beyond ASCII that often surrounds a pasted URL: no-break space, zero-width space, byte order mark.
  private static let spaces: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x8B], [0xEF, 0xBB, 0xBF]]

  /// Returns the length of the white space at an index, or `nil` if none begins there.
  package func whitespaceLength(at index: Int) -> Int? {
    if self[index] <= 0x20 { return 1 }
    if self[index] < 0x80 { return nil }
    return Self.spaces.first { self[index...].starts(with: $0) }?.count
  }

  /// Returns the length of the white space before an index, or `nil` if none ends there.
  package func whitespaceLength(before index: Int) -> Int? {
    if self[index - 1] <= 0x20 { return 1 }
    if self[index - 1] < 0x80 { return nil }
    return Self.spaces.first { self[..<index].suffix($0.count).elementsEqual($0) }?.count
  }
}
