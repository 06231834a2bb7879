/// UTF-16 or UTF-32 in one byte order.
enum UnicodeEncoding: String {
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"

  /// Finds the encoding of a label in lower case. Without a byte order, it is little-endian, as on the web.
  init?(label: String) {
    switch label {
    case "utf-16", "utf16", "ucs-2", "iso-10646-ucs-2", "unicode": self = .utf16LittleEndian
    case "utf-32", "utf32", "ucs-4", "iso-10646-ucs-4": self = .utf32LittleEndian
    default: self.init(rawValue: label)
    }
  }

  /// Appends bytes as UTF-8; returns `false` at an invalid character, after appending the characters before it.
  func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Bool {
    switch self {
    case .utf16LittleEndian: Self.convert(bytes, by: UTF16.self, isLittle: true, into: &text)
    case .utf16BigEndian: Self.convert(bytes, by: UTF16.self, isLittle: false, into: &text)
    case .utf32LittleEndian: Self.convert(bytes, by: UTF32.self, isLittle: true, into: &text)
    case .utf32BigEndian: Self.convert(bytes, by: UTF32.self, isLittle: false, into: &text)
    }
  }

  private static func convert<Encoding: Unicode.Encoding>(
    _ bytes: ArraySlice<UInt8>, by encoding: Encoding.Type, isLittle: Bool, into text: inout [UInt8]
  ) -> Bool {
    typealias Unit = Encoding.CodeUnit
    let width = Unit.bitWidth / 8
    let units = (0..<bytes.count / width).map { index in
      let start = bytes.startIndex + index * width
      let unit = bytes[start..<start + width].reduce(0) { $0 << 8 | Unit($1) }
      return isLittle ? unit.byteSwapped : unit
    }
    if let valid = String(validating: units, as: encoding) {
      text += valid.utf8
      return bytes.count % width == 0
    }
    text += String(decoding: units, as: encoding).prefix { $0 != "\u{FFFD}" }.utf8
    return false
  }
}
