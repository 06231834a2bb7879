/// What stands between the fields of a file.
package enum CSVSeparator: UInt8, CaseIterable, Sendable {
  /// What RFC 4180 has.
  case comma = 0x2C
  /// What spreadsheets write where the comma is the decimal mark.
  case semicolon = 0x3B
  /// What is copied out of spreadsheets.
  case tab = 0x09
}

/// Finds the separator: the one that stands most often in the header, outside quotes.
struct CSVSeparatorSearch {
  /// A header is not looked through beyond this many bytes.
  private static let longest = 1 << 16

  /// The bytes looked through so far.
  private(set) var bytes: [UInt8] = []
  private var counts: [Int] = CSVSeparator.allCases.map { _ in 0 }
  private var cursor = 0
  private var isQuoted = false
  private var hasText = false

  /// Looks through more bytes; the separator, once the header has come to its end.
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
        if hasText { return commonest }
      } else {
        hasText = hasText || byte > 0x20
        if !isQuoted, let index = CSVSeparator.allCases.firstIndex(where: { $0.rawValue == byte }) {
          counts[index] += 1
        }
      }
    }
    return bytes.count > Self.longest ? commonest : nil
  }

  /// The separator that stands most often so far; the comma where there is none.
  var commonest: CSVSeparator {
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return CSVSeparator.allCases[best]
  }
}
