import Notation

/// The offsets after which closing delimiters do not occur, so that no text is searched twice.
struct MissingEnds {
  var comment = Int.max
  var section = Int.max
  var instruction = Int.max
  private var double = Int.max
  private var single = Int.max

  /// The offset after which a quote does not occur.
  subscript(quote: UInt8) -> Int {
    get { quote == UInt8(ascii: "'") ? single : double }
    set { if quote == UInt8(ascii: "'") { single = newValue } else { double = newValue } }
  }
}

extension XMLScanner {
  mutating func declaration() -> Token {
    let start = position
    if bytes.matches("<!--", at: start) { return comment() }
    if bytes.matches("<![cdata[", at: start) {
      let end = find("]]>", from: start + 9, missing: &missing.section)
      if end == nil { note(.unclosedSection, bytes.count..<bytes.count) }
      position = end.map { $0 + 3 } ?? bytes.count
      return .literal(start + 9..<(end ?? bytes.count))
    }
    if bytes.matches("<!doctype", at: start) {
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
      // The end is unknown: read what follows as content.
      note(.unclosedComment, bytes.count..<bytes.count)
    }
    return .other(start..<position)
  }

  /// Reads an instruction to `?>`; a declaration to its first `>`, because some lack the `?`.
  mutating func instruction() -> Token {
    let start = position
    let isDeclaration =
      bytes.matches("<?xml", at: start) && start + 5 < bytes.count && bytes[start + 5] <= 0x20
    let close = isDeclaration ? nil : find("?>", from: start + 2, missing: &missing.instruction)
    position = close.map { $0 + 2 } ?? find(UInt8(ascii: ">"), from: start + 2).map { $0 + 1 } ?? bytes.count
    if isDeclaration {
      if start != textStart { note(.misplacedDeclaration, start + 5..<start + 6) }
      if !bytes.matches("?>", at: position - 2) {
        note(.unclosedInstruction, position..<position)
      } else if !Self.isDeclaration(bytes[start + 2..<position - 2]) {
        note(.malformedDeclaration, start..<position)
      }
    } else {
      let target = start + 2..<Self.nameEnd(bytes, start + 2)
      let isWhole = close.map {
        !target.isEmpty && (target.upperBound == $0 || bytes[target.upperBound].isSpace)
      }
      if isWhole != true { note(.unclosedInstruction, position..<position) }
    }
    return .other(start..<position)
  }

  /// Whether the text of an XML declaration has a version, and then at most an encoding and a standalone declaration.
  private static func isDeclaration(_ text: ArraySlice<UInt8>) -> Bool {
    var scanner = XMLScanner([UInt8(ascii: "<")] + text + [UInt8(ascii: ">")])
    guard case .start? = scanner.next(), scanner.mistakes.isEmpty, scanner.position == scanner.bytes.count else {
      return false
    }
    let parts = scanner.attributes.map {
      (
        name: String(decoding: scanner.bytes[$0.name], as: UTF8.self),
        value: String(decoding: scanner.bytes[$0.value], as: UTF8.self)
      )
    }
    let allowed = [
      ["version"], ["version", "encoding"], ["version", "standalone"], ["version", "encoding", "standalone"],
    ]
    return allowed.contains(parts.map(\.name)) && parts[0].value.hasPrefix("1.")
      && parts.allSatisfy { $0.name != "standalone" || ["yes", "no"].contains($0.value) }
  }

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
      case UInt8(ascii: "<") where bytes.matches("<!--", at: position):
        if let end = find("-->", from: position + 4, missing: &missing.comment) { position = end + 2 }
      case UInt8(ascii: "<") where bytes.matches("<!entity", at: position):
        entityDeclaration = entityDeclaration ?? position..<position + 8
      // An unclosed document type must not hide the document.
      case UInt8(ascii: "<") where depth <= 0 || position + 1 < bytes.count && Self.beginsName(bytes[position + 1]):
        return note(.unclosedDocumentType, start..<start + 9)
      default: break
      }
      position += 1
    }
    note(.unclosedDocumentType, start..<start + 9)
  }

  /// Moves to the closing quote of a literal, if there is one before the next `<`.
  private mutating func skipLiteral() {
    var end = position + 1
    while end < bytes.count, bytes[end] != bytes[position], bytes[end] != UInt8(ascii: "<") { end += 1 }
    if end < bytes.count, bytes[end] == bytes[position] { position = end }
  }
}
