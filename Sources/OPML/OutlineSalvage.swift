import Diagnostics
import XML

/// Reads outlines one by one from a text whose tags do not fit together.
struct OutlineSalvage {
  private let bytes: [UInt8]
  private let hasPlaces: Bool
  private var collector: OutlineCollector
  private var cursor = 0
  private var line = 1
  private var hasCommentEnds = true

  /// The document, and how many outlines it was made of.
  static func read(_ source: SourceText, withPlaces: Bool) -> (document: OPMLDocument, count: Int) {
    var salvage = OutlineSalvage(source, hasPlaces: withPlaces)
    salvage.run()
    return (salvage.collector.finished, salvage.collector.count)
  }

  /// The name of the first element, without regard to what follows.
  static func root(of bytes: [UInt8]) -> String? {
    var scanner = TagScanner(bytes)
    guard let tag = scanner.next() else { return nil }
    let end = TagSyntax.skipName(bytes, tag.start + 1, min(bytes.count, tag.start + 64))
    return String(decoding: bytes[tag.start + 1..<end], as: UTF8.self).lowercased()
  }

  private init(_ source: SourceText, hasPlaces: Bool) {
    bytes = source.bytes
    self.hasPlaces = hasPlaces
    collector = OutlineCollector(file: source.name)
  }

  private mutating func run() {
    while cursor < bytes.count {
      if bytes[cursor] == UInt8(ascii: "<") { markup() } else { advance(to: cursor + 1) }
    }
  }

  private mutating func markup() {
    if starts(with: "<!--") {
      comment()
    } else if starts(with: "</outline") {
      collector.close()
      advance(to: cursor + 9)
    } else if starts(with: "</body") || starts(with: "</opml") || starts(with: "<opml") {
      collector.closeAll()
      advance(to: cursor + 5)
    } else if starts(with: "<outline") {
      let nameEnd = TagSyntax.skipName(bytes, cursor + 1, bytes.count)
      if nameEnd == cursor + 8 { outline(nameEnd) } else { advance(to: nameEnd) }
    } else {
      advance(to: cursor + 1)
    }
  }

  private mutating func outline(_ nameEnd: Int) {
    let limit = TagSyntax.boundary(bytes, from: nameEnd)
    let tag = TagSyntax.lenient(bytes, from: nameEnd, to: limit)
    let isWhole = bytes[tag.end - 1] == UInt8(ascii: ">")
    if isWhole || !tag.attributes.isEmpty {
      var values: [String: String] = [:]
      for attribute in tag.attributes {
        let name = String(decoding: bytes[attribute.name], as: UTF8.self)
        if values[name] == nil { values[name] = XMLReference.text(bytes[attribute.value]) }
      }
      collector.open(
        OutlineAttributes(values), hasPlaces ? SourceRange(cursor, tag.end) : nil, line: line)
      if isWhole, bytes[tag.end - 2] == UInt8(ascii: "/") { collector.close() }
    }
    advance(to: tag.end)
  }

  private mutating func comment() {
    var index = cursor + 4
    while hasCommentEnds, index + 3 <= bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-"), bytes[index + 2] == UInt8(ascii: ">")
      {
        return advance(to: index + 3)
      }
      index += 1
    }
    // It is not closed: what follows is read, as nothing tells where it should end.
    hasCommentEnds = false
    advance(to: cursor + 4)
  }

  private mutating func advance(to end: Int) {
    let end = min(end, bytes.count)
    if !hasPlaces { for index in cursor..<end where bytes[index] == 0x0A { line += 1 } }
    cursor = end
  }

  private func starts(with text: StaticString) -> Bool { TagSyntax.starts(bytes, cursor, bytes.count, with: text) }
}
