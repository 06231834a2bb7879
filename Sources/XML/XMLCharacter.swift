/// The characters of XML 1.0 (production 2).
package enum XMLCharacter {
  /// Whether a document may hold a scalar.
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }

  /// Replaces what is no character of XML, so that it decodes to U+FFFD and every other byte keeps its place.
  ///
  /// - Returns: the ranges that were replaced.
  package static func replaceInvalid(in bytes: inout [UInt8]) -> [Range<Int>] {
    guard !isPlain(bytes) else { return [] }
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      var decoder = UTF8()
      var iterator = bytes[index..<min(bytes.count, index + 4)].makeIterator()
      let scalar: Unicode.Scalar? = if case .scalarValue(let scalar) = decoder.decode(&iterator) { scalar } else { nil }
      let end = index + (scalar.map { UTF8.width($0) } ?? 1)
      if !(scalar.map(isAllowed) ?? false) {
        ranges.append(index..<end)
        // U+FFFE and U+FFFF differ from U+FFFD in their last byte; a single byte that is not UTF-8 becomes U+FFFD too.
        bytes[end - 1] = end - index == 3 ? 0xBD : 0xFF
      }
      index = end
    }
    return ranges
  }

  /// Whether a text is UTF-8 without control characters, U+FFFE and U+FFFF.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var isPlain = true
      var isASCII = true
      for byte in bytes {
        isPlain = isPlain && (byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
        isASCII = isASCII && byte < 0x80
      }
      guard isPlain, !isASCII else { return isPlain }
      var index = 2
      while index < bytes.count {
        if bytes[index] >= 0xBE, bytes[index - 1] == 0xBF, bytes[index - 2] == 0xEF { return false }
        index += 1
      }
      return String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
