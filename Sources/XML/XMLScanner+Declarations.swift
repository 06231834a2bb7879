/// The offsets from which on a closing delimiter is known not to occur.
struct MissingEnds {
  var comment = Int.max
  var section = Int.max
  var instruction = Int.max
  private var double = Int.max
  private var single = Int.max

  /// The offset of a quote.
  subscript(quote: UInt8) -> Int {
    get { quote == UInt8(ascii: "'") ? single : double }
    set { if quote == UInt8(ascii: "'") { single = newValue } else { double = newValue } }
  }
}

extension XMLScanner {
  mutating func declaration() -> Token {
    let start = position
    if ASCIIByte.matches(bytes, at: start, "<!--") { return comment() }
    if ASCIIByte.matches(bytes, at: start, "<![cdata[") {
      let end = find("]]>", from: start + 9, missing: &missing.section)
      if end == nil { note(.unclosedSection, bytes.count..<bytes.count) }
      position = end.map { $0 + 3 } ?? bytes.count
      return .literal(start + 9..<(end ?? bytes.count))
    }
    if ASCIIByte.matches(bytes, at: start, "<!doctype") {
      documentType()
      return .documentType(start..<position)
    }
    note(.unknownMarkup, start..<start + 1)
    position = find(UInt8(ascii: ">"), from: start + 2).map { $0 + 1 } ?? bytes.count
    return .other(start..<position)
  }

  private mutating func comment() -> Token {
    let start = position
    position = start + 4
    if let end = find("-->", from: position, missing: &missing.comment) {
      if let hyphens = find("--", in: position..<end + 1) { note(.hyphensInComment, hyphens..<hyphens + 2) }
      position = end + 3
    } else {
      // Nothing tells where it should end: what follows is read.
      note(.unclosedComment, bytes.count..<bytes.count)
    }
    return .other(start..<position)
  }

  /// Reads an instruction to `?>`; a declaration to its first `>`, as some have no `?` before it.
  mutating func instruction() -> Token {
    let start = position
    let isDeclaration =
      ASCIIByte.matches(bytes, at: start, "<?xml") && start + 5 < bytes.count && bytes[start + 5] <= 0x20
    let close = isDeclaration ? nil : find("?>", from: start + 2, missing: &missing.instruction)
    position = close.map { $0 + 2 } ?? find(UInt8(ascii: ">"), from: start + 2).map { $0 + 1 } ?? bytes.count
    if isDeclaration {
      if start != textStart { note(.misplacedDeclaration, start + 5..<start + 6) }
      if !ASCIIByte.matches(bytes, at: Self.skipSpace(bytes, start + 5, position), "version") {
        note(.malformedDeclaration, start..<position)
      }
      if !ASCIIByte.matches(bytes, at: position - 2, "?>") { note(.unclosedInstruction, position..<position) }
    } else if close == nil || !Self.beginsName(bytes[start + 2]) {
      note(.unclosedInstruction, position..<position)
    }
    return .other(start..<position)
  }

  /// Moves behind the document type, whose own declarations stand in brackets.
  private mutating func documentType() {
    let start = position
    position += 9
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipLiteral()
      case UInt8(ascii: ">") where depth <= 0:
        position += 1
        return
      case UInt8(ascii: "<") where ASCIIByte.matches(bytes, at: position, "<!--"):
        if let end = find("-->", from: position + 4, missing: &missing.comment) { position = end + 2 }
      case UInt8(ascii: "<") where ASCIIByte.matches(bytes, at: position, "<!entity"):
        entityDeclaration = entityDeclaration ?? position..<position + 8
      // A bracket that is never closed must not hide the document.
      case UInt8(ascii: "<") where depth > 0 && position + 1 < bytes.count && Self.beginsName(bytes[position + 1]):
        return note(.unclosedDocumentType, start..<start + 9)
      default: break
      }
      position += 1
    }
    note(.unclosedDocumentType, start..<start + 9)
  }

  /// Moves to the closing quote of the literal at the position, if it has one before the next `<`.
  private mutating func skipLiteral() {
    var end = position + 1
    while end < bytes.count, bytes[end] != bytes[position], bytes[end] != UInt8(ascii: "<") { end += 1 }
    if end < bytes.count, bytes[end] == bytes[position] { position = end }
  }
}
