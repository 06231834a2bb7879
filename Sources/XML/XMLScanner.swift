import Notation

/// A tolerant scanner that splits XML or HTML into tokens in one pass over its bytes.
///
/// Whatever cannot be markup is text. The scanner reports each deviation from XML with its token: a strict reader
/// refuses the text, a tolerant reader continues.
package struct XMLScanner {
  package enum Token: Equatable, Sendable {
    /// Text that can contain references.
    case text(Range<Int>)
    /// The content of a CDATA section.
    case literal(Range<Int>)
    /// A start tag, with its attributes in `attributes`.
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    case documentType(Range<Int>)
    /// A comment, a processing instruction or an unknown declaration.
    case other(Range<Int>)
  }

  package struct Attribute: Equatable, Sendable {
    package let name: Range<Int>
    /// The value without quotes.
    package let value: Range<Int>
    /// The offset after the value and its closing quote.
    package let end: Int
    /// Whether the value needs no decoding: no references, `<`, tabs or line breaks.
    package let isPlain: Bool
  }

  /// A function that finds the end of a value before a limit, from the offset of its first byte and its quote.
  package typealias ValueEnd = (_ bytes: [UInt8], _ start: Int, _ limit: Int, _ quote: UInt8) -> (
    end: Int, isClosed: Bool
  )?

  /// Maximum length of a value in bytes, the same as in libxml2.
  private static let maximumValueLength = 10_000_000

  package let bytes: [UInt8]
  /// The offset of the next token.
  package var position: Int
  /// The attributes of the last start tag.
  package private(set) var attributes: [Attribute] = []
  /// The mistakes in the last token, in scanning order.
  package private(set) var mistakes: [XMLMistake] = []
  /// The first entity declaration found so far.
  package internal(set) var entityDeclaration: Range<Int>?
  let textStart: Int
  var missing = MissingEnds()

  /// Creates a scanner that begins at an offset, where an XML declaration is allowed.
  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
    textStart = position
  }

  /// Returns the next token; `nil` at the end.
  package mutating func next() -> Token? {
    if !mistakes.isEmpty { mistakes.removeAll(keepingCapacity: true) }
    let start = position
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        skipText()
      } else if !isMarkup(at: position) {
        note(.lessThan, position..<position + 1)
        position += 1
      } else {
        return position > start ? .text(start..<position) : markup()
      }
    }
    return position > start ? .text(start..<position) : nil
  }

  mutating func note(_ kind: XMLMistake.Kind, _ range: Range<Int>) { mistakes.append(XMLMistake(kind, range)) }

  private mutating func skipText() {
    let start = position
    var brackets: Int?
    position = bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
        if bytes[index] == UInt8(ascii: ">"), index >= start + 2, bytes[index - 1] == UInt8(ascii: "]"),
          bytes[index - 2] == UInt8(ascii: "]")
        {
          brackets = brackets ?? index - 2
        }
        index += 1
      }
      return index
    }
    if let brackets { note(.bracketsInText, brackets..<brackets + 3) }
  }

  /// Whether the `<` at an offset can begin markup.
  private func isMarkup(at index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"): return index + 2 < bytes.count && Self.beginsName(bytes[index + 2])
    case let byte: return Self.beginsName(byte)
    }
  }

  private mutating func markup() -> Token {
    switch bytes[position + 1] {
    case UInt8(ascii: "!"): return declaration()
    case UInt8(ascii: "?"): return instruction()
    case UInt8(ascii: "/"): return endTag()
    default:
      let name = position + 1..<Self.nameEnd(bytes, position + 1)
      return .start(name: name, isEmpty: startTag(name, to: bytes.count, valueEnd: nil))
    }
  }

  private mutating func endTag() -> Token {
    let name = position + 2..<Self.nameEnd(bytes, position + 2)
    position = Self.skipSpace(bytes, name.upperBound, bytes.count)
    if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
      position += 1
      return .end(name: name)
    }
    note(.malformedTag, position..<min(position + 1, bytes.count))
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      position += 1
      if bytes[position - 1] == UInt8(ascii: ">") { break }
    }
    return .end(name: name)
  }

  /// Reads a start tag again up to a limit, with a function that finds the ends of its values.
  package mutating func readAgain(_ name: Range<Int>, to limit: Int, valueEnd: @escaping ValueEnd) {
    mistakes.removeAll()
    _ = startTag(name, to: limit, valueEnd: valueEnd)
  }

  private mutating func startTag(_ name: Range<Int>, to limit: Int, valueEnd: ValueEnd?) -> Bool {
    attributes.removeAll(keepingCapacity: true)
    position = name.upperBound
    while position < limit {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return false
      case UInt8(ascii: "/") where position + 1 < limit && bytes[position + 1] == UInt8(ascii: ">"):
        position += 2
        return true
      case UInt8(ascii: "<"):
        // The tag is not closed: the next tag begins here.
        note(.unclosedTag, position..<position + 1)
        return false
      case let byte where Self.beginsName(byte):
        if position == name.upperBound || position == attributes.last?.end { note(.malformedTag, character) }
        attribute(to: limit, valueEnd: valueEnd)
      case let byte:
        if !byte.isSpace { note(.malformedTag, character) }
        position += 1
      }
    }
    note(.unclosedTag, limit..<limit)
    return false
  }

  private var character: Range<Int> { position..<Self.characterEnd(bytes, position) }

  private mutating func attribute(to limit: Int, valueEnd: ValueEnd?) {
    let name = position..<min(limit, Self.nameEnd(bytes, position))
    position = name.upperBound
    let equals = Self.skipSpace(bytes, position, limit)
    guard equals < limit, bytes[equals] == UInt8(ascii: "=") else {
      return note(.missingValue, equals..<min(equals + 1, limit))
    }
    let open = Self.skipSpace(bytes, equals + 1, limit)
    guard open < limit else {
      position = open
      return note(.missingValue, open..<open)
    }
    let quote = bytes[open]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      note(.unquotedValue, open..<open + 1)
      return unquotedValue(of: name, from: open, to: limit)
    }
    if let valueEnd {
      guard let value = valueEnd(bytes, open + 1, limit, quote) else {
        position = limit
        return note(.unclosedValue, limit..<limit)
      }
      position = value.end + (value.isClosed ? 1 : 0)
      attributes.append(Attribute(name: name, value: open + 1..<value.end, end: position, isPlain: false))
    } else {
      quotedValue(of: name, from: open + 1, quote: quote)
    }
  }

  private mutating func quotedValue(of name: Range<Int>, from start: Int, quote: UInt8) {
    let known = missing[quote]
    var isPlain = true
    var lessThan: Int?
    let end =
      start >= known
      ? bytes.count
      : bytes.withUnsafeBufferPointer { bytes in
        var index = start
        while index < bytes.count, bytes[index] != quote {
          let byte = bytes[index]
          if byte < 0x20 || byte == UInt8(ascii: "&") { isPlain = false }
          if byte == UInt8(ascii: "<") { lessThan = lessThan ?? index }
          index += 1
        }
        return index
      }
    if let lessThan { note(.lessThanInValue, lessThan..<lessThan + 1) }
    guard end < bytes.count else {
      missing[quote] = min(known, start)
      note(.unclosedValue, end..<end)
      return unquotedValue(of: name, from: start, to: bytes.count)
    }
    if end - start > Self.maximumValueLength { note(.longValue, start..<start) }
    position = end + 1
    attributes.append(
      Attribute(name: name, value: start..<end, end: position, isPlain: isPlain && lessThan == nil))
  }

  private mutating func unquotedValue(of name: Range<Int>, from start: Int, to limit: Int) {
    var end = start
    while end < limit, !bytes[end].isSpace, bytes[end] != UInt8(ascii: ">") { end += 1 }
    // `<a href=x/>` closes itself.
    if end > start, end < limit, bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    position = end
    attributes.append(Attribute(name: name, value: start..<end, end: end, isPlain: false))
  }
}
