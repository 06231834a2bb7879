import XML

/// Where the start tag of an outline and its values end in a text whose quotes are not escaped.
enum OutlineTag {
  /// The names that may follow a value: those of the specification, and what exporters write beside them.
  private static let names: Set<String> = [
    "text", "title", "type", "xmlurl", "htmlurl", "description", "language", "version", "category", "iscomment",
    "isbreakpoint", "created", "url",
  ]

  /// The offset where the next outline or the list begins or ends: no tag of an outline reaches beyond.
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
    where ASCIIByte.matches(bytes, at: start, text) {
      return XMLScanner.nameEnd(bytes, start + 2) == start + text.utf8CodeUnitCount
    }
    return false
  }

  /// The end of a value: at a quote that a known name or the end of the tag follows, or at the end of the tag.
  static func valueEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int, _ quote: UInt8) -> (end: Int, isClosed: Bool)? {
    var last: Int?
    var bracket: Int?
    for index in start..<limit {
      if bytes[index] == UInt8(ascii: ">") { bracket = index }
      guard bytes[index] == quote else { continue }
      let next = XMLScanner.skipSpace(bytes, index + 1, limit)
      if next == limit { return (index, true) }
      if let end = tagEnd(bytes, next, limit) {
        let following = XMLScanner.skipSpace(bytes, end, limit)
        if following == limit || ASCIIByte.matches(bytes, at: following, "<!--") { return (index, true) }
        last = index
      } else if next > index + 1, isKnownAttribute(bytes, next, limit) {
        return (index, true)
      }
    }
    if let last { return (last, true) }
    guard let bracket else { return nil }
    return (bracket > start && bytes[bracket - 1] == UInt8(ascii: "/") ? bracket - 1 : bracket, false)
  }

  private static func isKnownAttribute(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    let end = XMLScanner.nameEnd(bytes, start)
    // No known name is longer than 16 bytes.
    guard end > start, end <= min(limit, start + 16) else { return false }
    guard names.contains(ASCIIByte.lowercasedString(bytes[start..<end])) else { return false }
    let equals = XMLScanner.skipSpace(bytes, end, limit)
    guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { return false }
    let open = XMLScanner.skipSpace(bytes, equals + 1, limit)
    return open < limit && (bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'"))
  }

  /// The offset behind `>` or `/>`.
  private static func tagEnd(_ bytes: [UInt8], _ index: Int, _ limit: Int) -> Int? {
    if bytes[index] == UInt8(ascii: ">") { return index + 1 }
    guard bytes[index] == UInt8(ascii: "/"), index + 1 < limit, bytes[index + 1] == UInt8(ascii: ">") else {
      return nil
    }
    return index + 2
  }
}
