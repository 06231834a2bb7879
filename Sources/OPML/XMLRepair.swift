import Diagnostics
import XML

/// Mends what exporters of lists most often break, in one pass over a text that strict reading has refused.
///
/// What is right is left as it is, so that a second pass over its result changes nothing.
struct XMLRepair {
  private let bytes: [UInt8]
  private var text: RepairedText
  /// All before it is in the repaired text.
  private var copied = 0
  private var cursor = 0
  /// The ends of markup that have been looked for in vain, so that they are not looked for again.
  private var missing: Set<String> = []

  /// Repairs a text in UTF-8, in which some bytes may be wrong.
  static func repair(_ bytes: [UInt8]) -> RepairedText {
    var repair = XMLRepair(bytes: bytes, text: RepairedText(capacity: bytes.count + bytes.count / 16))
    repair.run()
    return repair.text
  }

  private init(bytes: [UInt8], text: RepairedText) {
    self.bytes = bytes
    self.text = text
  }

  private mutating func run() {
    let documentType = TagScanner.documentType(in: bytes)
    while cursor < bytes.count {
      switch bytes[cursor] {
      case UInt8(ascii: "<"):
        if let type = documentType, type.start == cursor, let end = type.end { cursor = end } else { markup() }
      case UInt8(ascii: "&"): reference()
      default: cursor += 1
      }
    }
    copy(to: bytes.count)
  }

  private mutating func markup() {
    let next = cursor + 1 < bytes.count ? bytes[cursor + 1] : 0
    switch next {
    case UInt8(ascii: "!"):
      if starts(with: "<!--") {
        skip(4, past: "-->")
      } else if starts(with: "<![CDATA[") {
        skip(9, past: "]]>")
      } else {
        cursor += 2
      }
    case UInt8(ascii: "?"): skip(2, past: "?>")
    case UInt8(ascii: "/"): cursor += 2
    default:
      let nameEnd = TagSyntax.skipName(bytes, cursor + 1, bytes.count)
      if nameEnd > cursor + 1 { return tag(nameEnd) }
      replace(cursor + 1, by: "&lt;", .lessThan)
    }
  }

  private mutating func tag(_ nameEnd: Int) {
    let isOutline =
      nameEnd == cursor + 8 && TagSyntax.starts(bytes, cursor, bytes.count, with: "<outline")
    let limit = isOutline ? TagSyntax.boundary(bytes, from: nameEnd) : nextTag(after: nameEnd)
    let strict = TagSyntax.strict(bytes, from: nameEnd, to: limit)
    guard let tag = strict ?? (isOutline ? TagSyntax.tolerant(bytes, from: nameEnd, to: limit) : nil) else {
      cursor = nameEnd
      return
    }
    var names: Set<ArraySlice<UInt8>> = []
    cursor = nameEnd
    for attribute in tag.attributes {
      if names.insert(bytes[attribute.name]).inserted { value(of: attribute) } else { drop(attribute) }
    }
    cursor = tag.end
  }

  private mutating func value(of attribute: TagSyntax.Attribute) {
    cursor = attribute.value.lowerBound
    while cursor < attribute.value.upperBound {
      switch bytes[cursor] {
      case UInt8(ascii: "&"): reference()
      case UInt8(ascii: "<"): replace(cursor + 1, by: "&lt;", .lessThan)
      case attribute.quote:
        replace(cursor + 1, by: attribute.quote == UInt8(ascii: "'") ? "&apos;" : "&quot;", .quote)
      default: cursor += 1
      }
    }
    guard !attribute.isClosed else {
      cursor = attribute.end
      return
    }
    replace(cursor, by: attribute.quote == UInt8(ascii: "'") ? "'" : "\"", .openValue)
  }

  /// Line ends stay, so that lines are counted the same.
  private mutating func drop(_ attribute: TagSyntax.Attribute) {
    cursor = attribute.start
    copy(to: cursor)
    let range = SourceRange(attribute.start, attribute.end)
    let lineEnds = bytes[range.start..<range.end].filter { $0 == 0x0A }
    text.replace(range, by: lineEnds, Repair(kind: .attribute, range: range))
    cursor = range.end
    copied = range.end
  }

  private mutating func reference() {
    // No name of an entity is longer than 8, and no code point than 7 digits.
    var end = cursor + 1
    while end < bytes.count, end - cursor < 12, Self.isReference(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
      return replace(cursor + 1, by: "&amp;", .ampersand)
    }
    let name = bytes[cursor + 1..<end]
    if XMLReference.scalar(name) != nil {
      cursor = end + 1
    } else if let character = HTMLEntity.character(named: name) {
      let kind = Repair.Kind.entity(String(decoding: name, as: UTF8.self), character)
      replace(end + 1, by: String(character), kind)
    } else {
      replace(cursor + 1, by: "&amp;", .ampersand)
    }
  }

  private static func isReference(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private mutating func replace(_ end: Int, by replacement: String, _ kind: Repair.Kind) {
    copy(to: cursor)
    let range = SourceRange(cursor, end)
    text.replace(range, by: replacement.utf8, Repair(kind: kind, range: range))
    cursor = end
    copied = end
  }

  /// Copies up to an offset, with U+FFFD for what is no character of XML.
  private mutating func copy(to end: Int) {
    var index = copied
    while index < end {
      let length = XMLCharacter.length(in: bytes, at: index)
      if length > 0 {
        index += length
        continue
      }
      text.copy(bytes[copied..<index])
      let range = SourceRange(index, index + XMLCharacter.refusedLength(in: bytes, at: index))
      text.replace(range, by: "\u{FFFD}".utf8, Repair(kind: .character, range: range))
      index = range.end
      copied = index
    }
    text.copy(bytes[copied..<max(copied, end)])
    copied = max(copied, end)
  }

  private func nextTag(after start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    return index
  }

  private func starts(with text: StaticString) -> Bool {
    guard cursor + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[cursor..<cursor + $0.count].elementsEqual($0) }
  }

  /// Moves behind the end of markup; only behind its beginning where it has no end.
  private mutating func skip(_ length: Int, past end: String) {
    let start = cursor + length
    cursor = min(start, bytes.count)
    guard !missing.contains(end) else { return }
    let wanted = Array(end.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) {
        cursor = index + wanted.count
        return
      }
      index += 1
    }
    missing.insert(end)
  }
}
