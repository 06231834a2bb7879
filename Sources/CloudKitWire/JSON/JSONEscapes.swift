/// Escapes in JSON strings.
enum JSONEscapes {
  /// The text of a string's content; `nil` where an escape is none, half a surrogate pair, or the bytes are not UTF-8.
  static func resolved(_ content: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        bytes.append(contentsOf: String(Character(scalar)).utf8)
      default: return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = unit(&rest) else { return nil }
    guard unit >= 0xD800, unit < 0xDC00 else { return Unicode.Scalar(unit) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"), let low = self.unit(&rest),
      low >= 0xDC00, low < 0xE000
    else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst(), let value = Self.value(ofHex: digit) else { return nil }
      unit = unit << 4 | value
    }
    return unit
  }

  private static func value(ofHex digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
