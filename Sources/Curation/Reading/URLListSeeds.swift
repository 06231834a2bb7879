import Diagnostics

/// Feed seeds read from a plain list with one address per line. They fill absent fields only.
///
/// A line that begins with `#` is a comment, as is text after white space and `#`.
struct URLListSeeds {
  private(set) var file: SeedFile

  /// Reads a list.
  init(_ source: SourceText) {
    file = SeedFile(source)
    var feeds: [FeedSeed] = []
    Self.forEachLine(of: source.bytes) { line in
      let place = SeedPlace(file: source.name, range: line)
      feeds.append(FeedSeed(feedURL: source.string(line), authority: .fillAbsent, place: place))
      return true
    }
    file.seeds.feeds = feeds
  }

  /// Whether a text is an address list: its first significant line begins like an address.
  static func recognizes(_ source: SourceText) -> Bool {
    var first: SourceRange?
    forEachLine(of: source.bytes) { line in
      first = line
      return false
    }
    guard let first else { return false }
    let start = source.string(SourceRange(first.start, min(first.end, first.start + 16))).lowercased()
    return ["http://", "https://", "feed:", "www."].contains { start.hasPrefix($0) }
  }

  /// Calls `body` with each line, without comments and surrounding white space, until `body` returns `false`.
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

  /// Returns the start of a line's comment. The `#` of a URL fragment has no white space before it.
  private static func comment(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    (start..<end).first { bytes[$0] == UInt8(ascii: "#") && ($0 == start || isBlank(bytes[$0 - 1])) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
