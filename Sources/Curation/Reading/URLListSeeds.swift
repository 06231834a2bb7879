import Diagnostics

/// Turns a plain list of addresses, one a line, into feed seeds, which fill absent fields only.
///
/// A line that begins with `#` is a comment, as is what follows white space and `#`.
struct URLListSeeds {
  private(set) var file = SeedFile()
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  /// Whether a text is such a list: its first line that says something begins like an address.
  static func isOne(_ source: SourceText) -> Bool {
    var first: SourceRange?
    forEachLine(of: source.bytes) { line in
      first = line
      return false
    }
    guard let first else { return false }
    let start = source.string(SourceRange(first.start, min(first.end, first.start + 16))).lowercased()
    return ["http://", "https://", "feed:", "www."].contains { start.hasPrefix($0) }
  }

  mutating func read() {
    var feeds: [FeedSeed] = []
    Self.forEachLine(of: source.bytes) { line in
      let place = SeedPlace(file: source.name, range: line)
      feeds.append(FeedSeed(feedURL: source.string(line), authority: .fillAbsent, place: place))
      return true
    }
    file.seeds.feeds = feeds
  }

  /// Calls `body` with what each line says, comments and white space around it left out, until it returns false.
  private static func forEachLine(of bytes: [UInt8], _ body: (SourceRange) -> Bool) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let next = end + 1
      if let comment = comment(in: bytes, from: start, to: end) { end = comment }
      while start < end, isBlank(bytes[start]) { start += 1 }
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      if start < end, !body(SourceRange(start, end)) { return }
      start = next
    }
  }

  /// Where a line's comment begins. A fragment's `#` has no white space before it.
  private static func comment(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    (start..<end).first { bytes[$0] == UInt8(ascii: "#") && ($0 == start || isBlank(bytes[$0 - 1])) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
