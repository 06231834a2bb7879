/// The characters that XML 1.0 allows (production 2).
package enum XMLCharacter {
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }

  /// Replaces invalid bytes and disallowed characters in place, so that they decode to U+FFFD and offsets stay valid.
  ///
  /// - Parameter isUTF8: whether the bytes are known to be valid UTF-8.
  /// - Returns: the replaced ranges.
  package static func replaceInvalid(in bytes: inout [UInt8], isUTF8: Bool) -> [Range<Int>] {
    guard !isPlain(bytes, isUTF8: isUTF8) else { return [] }
    // While a slice of an array is read, each change copies the array.
    return bytes.withUnsafeMutableBufferPointer { replaceInvalid(in: $0) }
  }

  private static func replaceInvalid(in bytes: UnsafeMutableBufferPointer<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      var decoder = UTF8()
      var iterator = bytes[index..<min(bytes.count, index + 4)].makeIterator()
      let scalar: Unicode.Scalar? = if case .scalarValue(let scalar) = decoder.decode(&iterator) { scalar } else { nil }
      let end = index + (scalar.map { UTF8.width($0) } ?? 1)
      if !(scalar.map(isAllowed) ?? false) {
        ranges.append(index..<end)
        // U+FFFE and U+FFFF differ from U+FFFD in their last byte only; a byte of 0xFF decodes to U+FFFD.
        bytes[end - 1] = end - index == 3 ? 0xBD : 0xFF
      }
      index = end
    }
    return ranges
  }

  /// Whether a text is valid UTF-8 without disallowed characters.
  private static func isPlain(_ bytes: [UInt8], isUTF8: Bool) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Arithmetic without branches, which the compiler vectorizes: `||` is compiled to branches.
      var controls: UInt8 = 0
      var bits: UInt8 = 0
      var leads: UInt8 = 0
      for byte in bytes {
        let isControl: UInt8 = byte < 0x20 ? 1 : 0
        let (isTab, isLineFeed): (UInt8, UInt8) = (byte == 0x09 ? 1 : 0, byte == 0x0A ? 1 : 0)
        controls |= isControl ^ isTab ^ isLineFeed ^ (byte == 0x0D ? 1 : 0)
        bits |= byte
        leads |= byte == 0xEF ? 1 : 0
      }
      guard controls == 0, bits >= 0x80 else { return controls == 0 }
      var index = leads == 0 ? bytes.count : 2
      while index < bytes.count {
        if bytes[index] >= 0xBE, bytes[index - 1] == 0xBF, bytes[index - 2] == 0xEF { return false }
        index += 1
      }
      return isUTF8 || String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
