import Crypto

/// A UUID derived from a name by SHA-1, so that equal names have equal UUIDs.
///
/// Source: RFC 9562 §5.5.
struct NameBasedUUID {
  /// The namespace `dc635c22-296c-4295-9b36-2cfd82000ee2`, generated at random in 2026-11.
  private static let namespace: [UInt8] = [
    0xDC, 0x63, 0x5C, 0x22, 0x29, 0x6C, 0x42, 0x95, 0x9B, 0x36, 0x2C, 0xFD, 0x82, 0x00, 0x0E, 0xE2,
  ]

  /// The UUID in lowercase, with hyphens.
  let text: String

  init(_ name: String) {
    var input = Self.namespace
    input.append(contentsOf: name.utf8)
    var digits: [UInt8] = []
    digits.reserveCapacity(36)
    for (index, byte) in Insecure.SHA1.hash(data: input).prefix(16).enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { digits.append(0x2D) }
      switch index {
      case 6: LowercaseHex.append(byte & 0x0F | 0x50, to: &digits)
      case 8: LowercaseHex.append(byte & 0x3F | 0x80, to: &digits)
      default: LowercaseHex.append(byte, to: &digits)
      }
    }
    text = String(decoding: digits, as: UTF8.self)
  }
}
