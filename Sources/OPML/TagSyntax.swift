import Diagnostics

/// A start tag as it stands in a text that may be broken.
struct TagSyntax {
  struct Attribute {
    /// Where its name begins.
    let start: Int
    let name: Range<Int>
    let value: Range<Int>
    let quote: UInt8
    /// Whether a quote follows the value.
    let isClosed: Bool

    /// Where it ends.
    var end: Int { value.upperBound + (isClosed ? 1 : 0) }
  }

  var attributes: [Attribute] = []
  /// Behind its `>`.
  var end: Int

  /// The names that may follow a value where quotes are not escaped: those of the specification, and what exporters
  /// write beside them.
  private static let names: Set<String> = [
    "text", "title", "type", "xmlurl", "htmlurl", "description", "language", "version", "category", "iscomment",
    "isbreakpoint", "created", "url",
  ]

  /// The tag whose name ends at an offset, as XML has it, but for `&` and `<` in values; `nil` where it is none.
  static func strict(_ bytes: [UInt8], from start: Int, to limit: Int) -> TagSyntax? {
    read(bytes, from: start, to: limit) { from, quote in
      var index = from
      while index < limit, bytes[index] != quote { index += 1 }
      return index < limit ? (index, true) : nil
    }
  }

  /// The same where a quote may stand in a value: it ends at one that a known name or the end of the tag follows.
  static func tolerant(_ bytes: [UInt8], from start: Int, to limit: Int) -> TagSyntax? {
    read(bytes, from: start, to: limit) { valueEnd(bytes, from: $0, to: limit, quote: $1) }
  }

  /// What can be told of a tag that neither reads: attributes up to where it breaks, and where it ends at the latest.
  ///
  /// Values without quotes are read, attributes without a value passed over, and a value that is cut off is left out,
  /// as half an address is worse than none.
  static func lenient(_ bytes: [UInt8], from start: Int, to limit: Int) -> TagSyntax {
    if let tag = strict(bytes, from: start, to: limit) ?? tolerant(bytes, from: start, to: limit) { return tag }
    var tag = TagSyntax(end: limit)
    var index = start
    while index < limit {
      if let end = tagEnd(bytes, index, limit) {
        tag.end = end
        break
      }
      let name = index..<skipName(bytes, index, limit)
      guard !name.isEmpty else {
        index += 1
        continue
      }
      index = name.upperBound
      let equals = skipSpace(bytes, index, limit)
      guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { continue }
      let open = skipSpace(bytes, equals + 1, limit)
      guard open < limit else { break }
      let quote = bytes[open]
      let from = isQuote(quote) ? open + 1 : open
      guard
        let end = isQuote(quote)
          ? valueEnd(bytes, from: from, to: limit, quote: quote)?.end
          : (from..<limit).first(where: { isSpace(bytes[$0]) || bytes[$0] == UInt8(ascii: ">") })
      else { break }
      tag.attributes.append(
        Attribute(start: name.lowerBound, name: name, value: from..<end, quote: quote, isClosed: isQuote(quote)))
      index = end
    }
    return tag
  }

  private static func read(
    _ bytes: [UInt8], from start: Int, to limit: Int, valueEnd: (Int, UInt8) -> (end: Int, isClosed: Bool)?
  ) -> TagSyntax? {
    var attributes: [Attribute] = []
    var index = start
    while true {
      let before = index
      index = skipSpace(bytes, index, limit)
      guard index < limit else { return nil }
      if let end = tagEnd(bytes, index, limit) { return TagSyntax(attributes: attributes, end: end) }
      let isApart = index > before || attributes.last?.isClosed == false
      let name = index..<skipName(bytes, index, limit)
      let equals = skipSpace(bytes, name.upperBound, limit)
      guard isApart, !name.isEmpty, equals < limit, bytes[equals] == UInt8(ascii: "=") else { return nil }
      let open = skipSpace(bytes, equals + 1, limit)
      guard open < limit, isQuote(bytes[open]), let value = valueEnd(open + 1, bytes[open]) else { return nil }
      attributes.append(
        Attribute(
          start: name.lowerBound, name: name, value: open + 1..<value.end, quote: bytes[open], isClosed: value.isClosed)
      )
      index = value.end + (value.isClosed ? 1 : 0)
    }
  }

  private static func valueEnd(
    _ bytes: [UInt8], from start: Int, to limit: Int, quote: UInt8
  ) -> (end: Int, isClosed: Bool)? {
    var last: Int?
    var bracket: Int?
    var index = start
    while index < limit {
      defer { index += 1 }
      if bytes[index] == UInt8(ascii: ">") { bracket = index }
      guard bytes[index] == quote else { continue }
      let next = skipSpace(bytes, index + 1, limit)
      if next == limit { return (index, true) }
      if let end = tagEnd(bytes, next, limit) {
        let following = skipSpace(bytes, end, limit)
        if following == limit || starts(bytes, following, limit, with: "<!--") { return (index, true) }
        last = index
      } else if next > index + 1, isKnownAttribute(bytes, next, limit) {
        return (index, true)
      }
    }
    if let last { return (last, true) }
    guard let bracket, bracket >= start else { return nil }
    return (bracket > start && bytes[bracket - 1] == UInt8(ascii: "/") ? bracket - 1 : bracket, false)
  }

  private static func isKnownAttribute(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    // No known name is longer.
    let end = skipName(bytes, start, min(limit, start + 16))
    guard end > start, names.contains(String(decoding: bytes[start..<end], as: UTF8.self).lowercased()) else {
      return false
    }
    let equals = skipSpace(bytes, end, limit)
    guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { return false }
    let open = skipSpace(bytes, equals + 1, limit)
    return open < limit && isQuote(bytes[open])
  }

  /// Behind `>` or `/>`.
  private static func tagEnd(_ bytes: [UInt8], _ index: Int, _ limit: Int) -> Int? {
    guard index < limit else { return nil }
    if bytes[index] == UInt8(ascii: ">") { return index + 1 }
    guard bytes[index] == UInt8(ascii: "/"), index + 1 < limit, bytes[index + 1] == UInt8(ascii: ">") else {
      return nil
    }
    return index + 2
  }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  static func skipSpace(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit, isSpace(bytes[index]) { index += 1 }
    return index
  }

  /// Behind the name at an offset; the offset itself where there is none.
  static func skipName(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: break
      case UInt8(ascii: "_"), UInt8(ascii: ":"): break
      // They will be U+FFFD, which is a letter to XML: a name must not change where it ends.
      case 0..<0x20 where !isSpace(bytes[index]): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if index == start { return start }
      default: return index
      }
      index += 1
    }
    return index
  }

  /// Whether a text in lower-case ASCII stands at an offset, in any case.
  static func starts(_ bytes: [UInt8], _ start: Int, _ limit: Int, with text: StaticString) -> Bool {
    guard start + text.utf8CodeUnitCount <= limit else { return false }
    return text.withUTF8Buffer { text in
      for (offset, byte) in text.enumerated() {
        let found = bytes[start + offset]
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(found)
        if (isUpper ? found + 0x20 : found) != byte { return false }
      }
      return true
    }
  }

  /// Where the next outline begins, or one ends, or the list: no tag of an outline reaches beyond.
  static func boundary(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), isOutlineOrEnd(bytes, index) { return index }
      index += 1
    }
    return index
  }

  private static func isOutlineOrEnd(_ bytes: [UInt8], _ start: Int) -> Bool {
    for text in ["<outline", "</outline", "</body", "</opml", "<opml"] as [StaticString]
    where starts(bytes, start, bytes.count, with: text) {
      let end = start + text.utf8CodeUnitCount
      return end == bytes.count || skipName(bytes, end, end + 1) == end && !isNameByte(bytes[end])
    }
    return false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
