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
    case .utf16LittleEndian: Self.convert(Self.units(of: bytes, isLittle: true), by: UTF16(), into: &text, bytes.count)
    case .utf16BigEndian: Self.convert(Self.units(of: bytes, isLittle: false), by: UTF16(), into: &text, bytes.count)
    case .utf32LittleEndian: Self.convert(Self.units(of: bytes, isLittle: true), by: UTF32(), into: &text, bytes.count)
    case .utf32BigEndian: Self.convert(Self.units(of: bytes, isLittle: false), by: UTF32(), into: &text, bytes.count)
    }
  }

  /// Returns the whole units of some bytes.
  private static func units<Unit: FixedWidthInteger>(
    of bytes: ArraySlice<UInt8>, isLittle: Bool
  ) -> some Sequence<Unit> {
    let width = Unit.bitWidth / 8
    return (0..<bytes.count / width).lazy.map { index in
      let start = bytes.startIndex + index * width
      let unit = bytes[start..<start + width].reduce(0) { $0 << 8 | Unit($1) }
      return isLittle ? unit.byteSwapped : unit
    }
  }

  private static func convert<Codec: UnicodeCodec>(
    _ units: some Sequence<Codec.CodeUnit>, by codec: Codec, into text: inout [UInt8], _ size: Int
  ) -> Bool {
    var codec = codec
    var iterator = units.makeIterator()
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue(let scalar): if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
      case .error: return false
      case .emptyInput: return size % (MemoryLayout<Codec.CodeUnit>.size) == 0
      }
    }
  }
}
