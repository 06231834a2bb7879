import Foundation

/// Takes XML or HTML apart, however broken, in one pass; what can be no markup is text.
struct MarkupScanner {
  /// One piece of a text.
  enum Token: Equatable {
    /// Text with references in it.
    case text(Range<Int>)
    /// Text that means what it says: a CDATA section.
    case literal(Range<Int>)
    /// A start tag; its attributes are in `attributes`.
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    /// A document type.
    case documentType(Range<Int>)
  }

  struct Attribute: Equatable {
    let name: Range<Int>
    let value: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var position: Int
  /// Of the start tag that was read last.
  private(set) var attributes: [Attribute] = []
  /// Whether the start tag that was read last has a value without quotes, or an open quote.
  private(set) var isLoose = false
  /// From where on a quote, or the end of a comment or section, was looked for in vain; so nothing is searched twice.
  private var missing: (double: Int, single: Int, comment: Int, section: Int) = (.max, .max, .max, .max)

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next piece; `nil` at the end.
  mutating func next() -> Token? {
    var start = position
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") || !isMarkup(at: position) {
        position = find(UInt8(ascii: "<"), from: position + 1) ?? bytes.count
        continue
      }
      if position > start { return .text(start..<position) }
      if let token = markup() { return token }
      // A comment or an instruction: what follows is a piece of its own.
      start = position
    }
    return position > start ? .text(start..<position) : nil
  }

  /// Whether what begins with `<` can be markup.
  private func isMarkup(at index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"): return index + 2 < bytes.count && Self.beginsName(bytes[index + 2])
    case let byte: return Self.beginsName(byte)
    }
  }

  private mutating func markup() -> Token? {
    switch bytes[position + 1] {
    case UInt8(ascii: "!"): return declaration()
    case UInt8(ascii: "?"):
      position = find(UInt8(ascii: ">"), from: position + 2).map { $0 + 1 } ?? bytes.count
      return nil
    case UInt8(ascii: "/"):
      let name = position + 2..<Self.nameEnd(bytes, position + 2)
      position = find(UInt8(ascii: ">"), from: name.upperBound).map { $0 + 1 } ?? bytes.count
      return .end(name: name)
    default: return startTag()
    }
  }

  private mutating func declaration() -> Token? {
    let start = position
    if ASCIIByte.matches(bytes, at: start, "<!--") {
      if let end = find("-->", from: start + 4, missing: &missing.comment) {
        position = end + 3
      } else {
        position = find(UInt8(ascii: ">"), from: start + 4).map { $0 + 1 } ?? bytes.count
      }
      return nil
    }
    if ASCIIByte.matches(bytes, at: start, "<![cdata[") {
      let end = find("]]>", from: start + 9, missing: &missing.section)
      position = end.map { $0 + 3 } ?? bytes.count
      return .literal(start + 9..<(end ?? bytes.count))
    }
    if ASCIIByte.matches(bytes, at: start, "<!doctype") {
      position = documentTypeEnd(from: start + 9)
      return .documentType(start..<position)
    }
    position = find(UInt8(ascii: ">"), from: start + 2).map { $0 + 1 } ?? bytes.count
    return nil
  }

  /// Behind the document type, whose own declarations stand in brackets.
  private func documentTypeEnd(from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return index + 1
      // A bracket that is never closed must not hide the feed.
      case UInt8(ascii: "<") where depth > 0 && index + 1 < bytes.count && Self.beginsName(bytes[index + 1]):
        return index
      default: break
      }
      index += 1
    }
    return index
  }

  private mutating func startTag() -> Token {
    attributes.removeAll(keepingCapacity: true)
    isLoose = false
    let name = position + 1..<Self.nameEnd(bytes, position + 1)
    position = name.upperBound
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return .start(name: name, isEmpty: false)
      }
      if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ">") {
        position += 2
        return .start(name: name, isEmpty: true)
      }
      if byte == UInt8(ascii: "<") {
        // The tag was never closed: what follows is the next one.
        isLoose = true
        return .start(name: name, isEmpty: false)
      }
      if Self.beginsName(byte) { attribute() } else { position += 1 }
    }
    isLoose = true
    return .start(name: name, isEmpty: false)
  }

  private mutating func attribute() {
    let name = position..<Self.nameEnd(bytes, position)
    position = name.upperBound
    var index = skipSpace(from: position)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      isLoose = true
      return
    }
    index = skipSpace(from: index + 1)
    guard index < bytes.count else {
      position = index
      return
    }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\""), let end = find("\"", from: index + 1, missing: &missing.double) {
      attributes.append(Attribute(name: name, value: index + 1..<end))
      position = end + 1
    } else if quote == UInt8(ascii: "'"), let end = find("'", from: index + 1, missing: &missing.single) {
      attributes.append(Attribute(name: name, value: index + 1..<end))
      position = end + 1
    } else {
      isLoose = true
      let isOpen = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let start = isOpen ? index + 1 : index
      var end = start
      while end < bytes.count, !ASCIIByte.isSpace(bytes[end]), bytes[end] != UInt8(ascii: ">") { end += 1 }
      // `<a href=x/>` closes itself.
      let isSlash = end > start && end < bytes.count && bytes[end] == UInt8(ascii: ">") && bytes[end - 1] == 0x2F
      attributes.append(Attribute(name: name, value: start..<(isSlash ? end - 1 : end)))
      position = isSlash ? end - 1 : end
    }
  }

  private func skipSpace(from start: Int) -> Int {
    var index = start
    while index < bytes.count, ASCIIByte.isSpace(bytes[index]) { index += 1 }
    return index
  }

  static func beginsName(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  static func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard
        beginsName(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      else { break }
      index += 1
    }
    return index
  }
}

extension MarkupScanner {
  /// Goes to the end tag of a script or a style, whose text is full of what looks like tags and quotes.
  mutating func skipText(of name: Range<Int>) {
    while let found = find(UInt8(ascii: "<"), from: position) {
      position = found
      let start = found + 2
      guard start + name.count <= bytes.count else { break }
      let isNamed = zip(start..<start + name.count, name).allSatisfy {
        ASCIIByte.lowercased(bytes[$0]) == ASCIIByte.lowercased(bytes[$1])
      }
      if bytes[found + 1] == UInt8(ascii: "/"), isNamed { return }
      position = found + 1
    }
    position = bytes.count
  }

  /// Where a byte next stands.
  func find(_ byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), buffer.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where a text next stands, unless it is known that it does not.
  private func find(_ text: StaticString, from start: Int, missing: inout Int) -> Int? {
    guard start < missing else { return nil }
    let first = text.utf8Start.pointee
    var index = start
    while let found = find(first, from: index) {
      if ASCIIByte.matches(bytes, at: found, text) { return found }
      index = found + 1
    }
    missing = start
    return nil
  }
}
