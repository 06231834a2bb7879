/// What XML 1.0 takes for a character (production 2).
package enum XMLCharacter {
  /// Whether a scalar may stand in a document.
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }

  /// How many bytes the character at an offset takes in UTF-8; 0 where there is none, or none that XML allows.
  package static func length(in bytes: [UInt8], at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D ? 1 : 0 }
    return scalar(in: bytes, at: index).map { isAllowed($0.scalar) ? $0.length : 0 } ?? 0
  }

  /// How many bytes to pass over where `length` is 0.
  package static func refusedLength(in bytes: [UInt8], at index: Int) -> Int {
    scalar(in: bytes, at: index)?.length ?? 1
  }

  private static func scalar(in bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    var decoder = UTF8()
    var iterator = bytes[index..<min(bytes.count, index + 4)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }
}
