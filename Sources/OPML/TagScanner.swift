import Diagnostics

/// Finds the start tags of a well-formed document in its bytes, one after the other.
///
/// libxml2 tells where a tag ends, and its columns drift after CDATA sections. In well-formed XML a `<` outside
/// comments, CDATA sections, instructions and the document type begins a tag, so the tags are found without it.
struct TagScanner {
  private let bytes: [UInt8]
  private var cursor = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The range of the next start tag; `nil` at the end.
  mutating func next() -> SourceRange? {
    while let start = find(UInt8(ascii: "<"), from: cursor) {
      cursor = start + 1
      guard cursor < bytes.count else { return nil }
      switch bytes[cursor] {
      case UInt8(ascii: "/"): continue
      case UInt8(ascii: "?"): skip(past: "?>")
      case UInt8(ascii: "!"):
        if starts(with: "!--") {
          cursor += 3
          skip(past: "-->")
        } else if starts(with: "![CDATA[") {
          skip(past: "]]>")
        } else {
          _ = skipDocumentType()
        }
      default:
        let end = tagEnd()
        cursor = end
        return SourceRange(start, end)
      }
    }
    return nil
  }

  /// The document type before the root: where it begins and ends, and the first entity it declares.
  static func documentType(in bytes: [UInt8]) -> (start: Int, end: Int?, entity: SourceRange?)? {
    var scanner = TagScanner(bytes)
    while let start = scanner.find(UInt8(ascii: "<"), from: scanner.cursor) {
      scanner.cursor = start + 1
      if scanner.starts(with: "?") {
        scanner.skip(past: "?>")
      } else if scanner.starts(with: "!--") {
        scanner.cursor += 3
        scanner.skip(past: "-->")
      } else if scanner.starts(with: "!DOCTYPE") || scanner.starts(with: "!doctype") {
        let (end, entity) = scanner.skipDocumentType()
        return (start, end, entity)
      } else {
        return nil
      }
    }
    return nil
  }

  /// Moves behind the document type, or to the first entity declaration in it.
  private mutating func skipDocumentType() -> (end: Int?, entity: SourceRange?) {
    var depth = 0
    var quote: UInt8?
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        if starts(with: "<!--") {
          cursor += 4
          skip(past: "-->")
          continue
        }
        if starts(with: "<!ENTITY") { return (nil, SourceRange(cursor, cursor + 8)) }
        depth += 1
      } else if byte == UInt8(ascii: ">") {
        cursor += 1
        if depth == 0 { return (cursor, nil) }
        depth -= 1
        continue
      }
      cursor += 1
    }
    return (nil, nil)
  }

  private func tagEnd() -> Int {
    var quote: UInt8?
    var index = cursor
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
    }
    return index
  }

  private func find(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  private func starts(with text: StaticString) -> Bool {
    guard cursor + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[cursor..<cursor + $0.count].elementsEqual($0) }
  }

  private mutating func skip(past text: StaticString) {
    let last = bytes.count - text.utf8CodeUnitCount
    while cursor <= last {
      if starts(with: text) {
        cursor += text.utf8CodeUnitCount
        return
      }
      cursor += 1
    }
    cursor = bytes.count
  }
}
