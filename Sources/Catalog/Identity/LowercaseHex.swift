/// Hexadecimal formatting without Foundation's overhead: every feed of a list needs a record name.
enum LowercaseHex {
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in bytes { append(byte, to: &digits) }
    return String(decoding: digits, as: UTF8.self)
  }

  static func append(_ byte: UInt8, to digits: inout [UInt8]) {
    digits.append(digit(byte >> 4))
    digits.append(digit(byte & 0xF))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
