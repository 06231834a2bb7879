import TestEnvironment

/// Random damage to feeds, similar to damage by templates and networks.
enum FeedMutation {
  private static let snippets: [[UInt8]] = [
    "<", ">", "&", "\"", "'", "<!--", "-->", "<![CDATA[", "]]>", "<item>", "</item>", "<entry>", "</title>", "<a href=",
    "/>", "<?xml version='1.0' encoding='utf-16'?>", "<!DOCTYPE html>", "<html>", "&#xD800;", "&#1114112;", "&amp;amp;",
    "xmlns:x='y' ", "xml:base='//' ", "type='xhtml' ", "mode='base64' ", "{", "}", "[", "\\u", "\u{0}", "\u{FEFF}", "é",
    "<rss>", "<link href='x'/>", "<pubDate>1 Jan 2004</pubDate>", "<author><name>",
  ].map { Array($0.utf8) }

  static func mutate(_ seeds: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
    guard var bytes = seeds.randomElement(using: &random) else { return [] }
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.removeSubrange(end...)
      case 4: bytes.swapAt(place, end - 1)
      default: bytes.insert(contentsOf: snippets.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }
}
