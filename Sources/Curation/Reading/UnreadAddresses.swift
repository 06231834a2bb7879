import Catalog
import Diagnostics
import XML

/// A search for feed addresses in the parts of a file that state no feed, such as a mistyped row or a comment.
enum UnreadAddresses {
  /// Bytes after which an address begins, and before which it ends.
  private static let marks = Set(" \t\r\n\"'`<>()[]{}|,;\\".utf8)

  /// Returns the places, as file and line, of the addresses outside of feeds; none if the places of feeds are unknown.
  static func places(in source: SourceText, outside feeds: [FeedSeed]) -> [FeedURL.Key: String] {
    let ranges = feeds.compactMap(\.place.range)
    guard ranges.count == feeds.count else { return [:] }
    let bytes = source.bytes
    var places: [FeedURL.Key: String] = [:]
    var (start, line, counted) = (0, 1, 0)
    for end in ranges.map({ ($0.start, $0.end) }).sorted(by: { $0.0 < $1.0 }) + [(bytes.count, bytes.count)] {
      var index = start
      while let colon = bytes[min(index, end.0)..<end.0].firstIndex(of: UInt8(ascii: ":")) {
        index = colon + 1
        guard bytes[index...].starts(with: "//".utf8) else { continue }
        let first = bytes[start..<colon].lastIndex { !ASCIIByte.isLetter($0) }.map { $0 + 1 } ?? start
        let last = bytes[index..<end.0].firstIndex(where: marks.contains) ?? end.0
        let text = String(decoding: bytes[first..<last], as: UTF8.self).replacing("&amp;", with: "&")
        guard let key = (try? FeedURL(text))?.key else { continue }
        line += bytes[counted..<first].count { $0 == 0x0A }
        counted = first
        places[key] = places[key] ?? "\(source.name):\(line)"
      }
      start = max(start, end.1)
    }
    return places
  }
}
