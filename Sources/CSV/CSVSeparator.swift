enum CSVSeparator: UInt8, CaseIterable {
  /// The comma of RFC 4180.
  case comma = 0x2C
  /// The semicolon, in spreadsheet locales with a decimal comma.
  case semicolon = 0x3B
  case tab = 0x09

  /// The number of first bytes to look at. A header is shorter; a longer first line is not a table.
  static let sample = 1 << 16

  /// Creates the most frequent separator in the header, outside quotes; the comma in a header without separators.
  init(mostFrequentIn bytes: ArraySlice<UInt8>) {
    var counts: [CSVSeparator: Int] = [:]
    var isQuoted = false
    var hasText = false
    for byte in bytes.prefix(Self.sample) {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        hasText = true
      } else if isQuoted {
        continue
      } else if byte == 0x0A || byte == 0x0D {
        if hasText { break }
      } else {
        hasText = hasText || byte > 0x20
        if let separator = CSVSeparator(rawValue: byte) { counts[separator, default: 0] += 1 }
      }
    }
    self = Self.allCases.reduce(.comma) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
  }
}
