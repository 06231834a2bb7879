/// The decoding of escapes in JSON strings that the parser has already validated.
enum JSONEscapes {
  /// Returns the text of a string's bytes between its quotes.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        text.append(byte)
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var value = unit(in: bytes, at: index)
        index += 4
        if value & 0xFC00 == 0xD800, let low = lowSurrogate(in: bytes, at: index) {
          value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
          index += 6
        }
        text.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
      default: text.append(letter)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the value of a hexadecimal digit; `nil` for any other byte.
  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Returns the low surrogate whose escape begins at an offset; `nil` without one.
  private static func lowSurrogate(in bytes: ArraySlice<UInt8>, at start: Int) -> UInt32? {
    guard bytes[min(start, bytes.endIndex)...].starts(with: "\\u".utf8) else { return nil }
    let low = unit(in: bytes, at: start + 2)
    return low & 0xFC00 == 0xDC00 ? low : nil
  }

  private static func unit(in bytes: ArraySlice<UInt8>, at start: Int) -> UInt32 {
    bytes[min(start, bytes.endIndex)..<min(start + 4, bytes.endIndex)]
      .reduce(0) { $0 << 4 | (hexadecimal($1) ?? 0) }
  }
}
