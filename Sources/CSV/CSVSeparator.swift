/// The separator between the fields of a file.
package enum CSVSeparator: UInt8, CaseIterable, Sendable {
  /// The comma of RFC 4180.
  case comma = 0x2C
  /// The semicolon, in spreadsheet locales with a decimal comma.
  case semicolon = 0x3B
  case tab = 0x09
}

/// A search for the separator: the most frequent one in the header, outside quotes.
struct CSVSeparatorSearch {
  /// Maximum bytes to search.
  private static let maximumSize = 1 << 16

  /// The bytes searched so far.
  private(set) var bytes: [UInt8] = []
  private var counts: [Int] = CSVSeparator.allCases.map { _ in 0 }
  private var cursor = 0
  private var isQuoted = false
  private var hasText = false

  /// Searches more bytes. Returns the separator after the end of the header.
  mutating func read(_ more: [UInt8]) -> CSVSeparator? {
    bytes += more
    if cursor == 0, bytes.count >= 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
    while cursor < bytes.count {
      let byte = bytes[cursor]
      cursor += 1
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        hasText = true
      } else if byte == 0x0A || byte == 0x0D, !isQuoted {
        if hasText { return mostFrequent }
      } else {
        hasText = hasText || byte > 0x20
        if !isQuoted, let index = CSVSeparator.allCases.firstIndex(where: { $0.rawValue == byte }) {
          counts[index] += 1
        }
      }
    }
    return bytes.count > Self.maximumSize ? mostFrequent : nil
  }

  /// The most frequent separator so far; the comma if none was found.
  var mostFrequent: CSVSeparator {
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return CSVSeparator.allCases[best]
  }
}
