import XML

/// A decoder of a file of counts, chunk by chunk: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252.
struct CountTextDecoder {
  private enum Encoding {
    case unknown, utf8
    case utf16(isLittleEndian: Bool)
  }

  /// Maximum length of a line in bytes that is decoded as a whole.
  private static let longestLine = 1 << 20

  /// Whether some line is not UTF-8 and was read as Windows-1252, the superset of Latin-1.
  private(set) var readsWindows1252 = false
  private var encoding = Encoding.unknown
  /// The bytes that await the rest of their line or character.
  private var rest: [UInt8] = []

  /// Returns the UTF-8 text of the next bytes, up to the last complete line or character.
  mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    if case .unknown = encoding {
      guard rest.count > 1 else { return [] }
      switch (rest[0], rest[1]) {
      // Without the mark: the first character of such a file is ASCII.
      case (0xFF, 0xFE), (1..., 0): encoding = .utf16(isLittleEndian: true)
      case (0xFE, 0xFF), (0, 1...): encoding = .utf16(isLittleEndian: false)
      default: encoding = .utf8
      }
    }
    switch encoding {
    case .unknown: return []
    case .utf8:
      return lines(upTo: rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? (rest.count > Self.longestLine ? rest.count : 0))
    case .utf16(let isLittleEndian): return units(upTo: rest.count & ~1, isLittleEndian)
    }
  }

  /// Returns the text of the remaining bytes at the end of the file.
  mutating func finish() -> [UInt8] {
    if case .utf16(let isLittleEndian) = encoding { return units(upTo: rest.count & ~1, isLittleEndian, isLast: true) }
    return lines(upTo: rest.count)
  }

  private mutating func lines(upTo end: Int) -> [UInt8] {
    let text = Array(rest[..<end])
    rest.removeSubrange(..<end)
    if !text.contains(where: { $0 >= 0x80 }) || String(validating: text, as: UTF8.self) != nil { return text }
    var decoded: [UInt8] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !decoded.isEmpty || line.startIndex > text.startIndex { decoded.append(0x0A) }
      if String(validating: line, as: UTF8.self) != nil {
        decoded += line
      } else {
        readsWindows1252 = true
        decoded += Windows1252.utf8(line)
      }
    }
    return decoded
  }

  private mutating func units(upTo end: Int, _ isLittleEndian: Bool, isLast: Bool = false) -> [UInt8] {
    var units = stride(from: 0, to: end, by: 2).map { index in
      isLittleEndian
        ? UInt16(rest[index + 1]) << 8 | UInt16(rest[index]) : UInt16(rest[index]) << 8 | UInt16(rest[index + 1])
    }
    // A character of two units may continue in the next chunk.
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeSubrange(..<(units.count * 2))
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
