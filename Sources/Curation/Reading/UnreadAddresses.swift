import Catalog
import Diagnostics
import Notation
import XML

/// A search for feed addresses in the parts of a file that state no feed, such as a mistyped row or a comment.
enum UnreadAddresses {
  /// Bytes that separate words. In XML, a semicolon ends a character reference.
  private static let marks = Set(" \t\r\n\"'`<>()[]{}|,\\".utf8)
  /// Characters that may follow an address in a sentence or be its emphasis, but may also be part of it.
  private static let punctuation = Set(".!?:*_~".utf8)

  /// Returns the places, as file and line, of the addresses outside of feeds, or of all addresses if the places of
  /// feeds are unknown.
  static func places(in source: SourceText, outside feeds: [FeedSeed], isXML: Bool) -> [FeedURL.Key: String] {
    let known = feeds.compactMap(\.place.range)
    let ranges = known.count == feeds.count ? known.sorted { $0.start < $1.start } : []
    let marks = isXML ? Self.marks : Self.marks.union([UInt8(ascii: ";")])
    let bytes = source.bytes
    var places: [FeedURL.Key: String] = [:]
    var (index, line) = (0, 1)
    var next = ranges.makeIterator()
    var feed = next.next()
    while index < bytes.count {
      if let range = feed, index >= range.start {
        let end = max(index, range.end)
        line += bytes[index..<end].count { $0 == 0x0A }
        (index, feed) = (end, next.next())
        continue
      }
      if marks.contains(bytes[index]) {
        if bytes[index] == 0x0A { line += 1 }
        index += 1
        continue
      }
      let end = bytes[index..<(feed?.start ?? bytes.count)].firstIndex(where: marks.contains) ?? feed?.start
      let word = bytes[index..<(end ?? bytes.count)]
      for key in keys(of: word, in: bytes) where places[key] == nil { places[key] = "\(source.name):\(line)" }
      index = word.endIndex
    }
    return places
  }

  /// Returns the identities of the addresses that a word may be.
  private static func keys(of raw: ArraySlice<UInt8>, in bytes: [UInt8]) -> [FeedURL.Key] {
    guard raw.contains(UInt8(ascii: ".")) || raw.contains(UInt8(ascii: "&")) else { return [] }
    let text = Array(CharacterReference.string(raw.indices, of: bytes).utf8)
    let starts = starts(in: text)
    var keys: Set<FeedURL.Key> = []
    for (start, next) in zip(starts, starts.dropFirst() + [text.count]) {
      // Another word may follow without a separator, or a character of another script.
      for limit in Set([text.count, next, text[start...].firstIndex { $0 >= 0x80 } ?? next]) {
        let word = text[start..<limit]
        for end in Set([limit, (word.lastIndex { !punctuation.contains($0) } ?? start) + 1]) {
          if let url = try? FeedURL(String(decoding: text[start..<end], as: UTF8.self)) { keys.insert(url.key) }
        }
      }
    }
    return Array(keys)
  }

  /// Returns where addresses may begin in a word: at its first letter, at its first ASCII letter, and at each scheme.
  private static func starts(in text: [UInt8]) -> [Int] {
    func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
    var starts: Set<Int> = [text.firstIndex { isWord($0) || $0 >= 0x80 } ?? 0, text.firstIndex(where: isWord) ?? 0]
    for colon in text.indices where text[colon...].starts(with: "://".utf8) {
      starts.insert((text[..<colon].lastIndex { !isWord($0) } ?? -1) + 1)
    }
    return starts.sorted()
  }
}
