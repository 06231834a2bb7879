import Notation

/// Splits the bytes of a schema file into tokens and trivia; the rest is white space and the byte order mark.
struct Lexer {
  private(set) var tokens: [Token] = []
  private(set) var trivia: [Trivia] = []

  private let bytes: [UInt8]

  /// Returns the tokens of a text, ending with `end`, and its trivia, in a single pass.
  static func lex(_ bytes: [UInt8]) -> (tokens: [Token], trivia: [Trivia]) {
    var lexer = Lexer(bytes: bytes)
    lexer.lex()
    return (lexer.tokens, lexer.trivia)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func lex() {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isBlank {
        index += 1
      } else if byte.isWordPart {
        index = word(from: index)
      } else if byte.isMark {
        index = mark(at: index)
      } else if byte.isControl {
        index = strayBytes(from: index)
      } else {
        index =
          startsComment(index) || byte == UInt8(ascii: "#")
          ? comment(from: index) : malformedWord(from: index, to: index)
      }
    }
    tokens.append(Token(.end, from: bytes.count, to: bytes.count))
  }

  private mutating func word(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end].isWordPart { end += 1 }
    if end < bytes.count, bytes[end].isForeign, !startsComment(end) {
      return malformedWord(from: start, to: end)
    }
    guard bytes[start].isLetter else { return malformedWord(from: start, to: end) }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let kind = Keyword.kinds[word.uppercased()] ?? .word
    tokens.append(Token(kind, from: start, to: end, isUpperCase: kind == .word || Keyword.kinds[word] != nil))
    return end
  }

  private mutating func malformedWord(from start: Int, to scanned: Int) -> Int {
    var end = scanned
    while end < bytes.count, bytes[end].isWordPart || bytes[end].isForeign, !startsComment(end) { end += 1 }
    tokens.append(Token(.malformedWord, from: start, to: end))
    return end
  }

  private mutating func mark(at index: Int) -> Int {
    let kind: Token.Kind
    switch bytes[index] {
    case UInt8(ascii: ","): kind = .comma
    case UInt8(ascii: ";"): kind = .semicolon
    case UInt8(ascii: "("): kind = .leftParenthesis
    case UInt8(ascii: ")"): kind = .rightParenthesis
    case UInt8(ascii: "<"): kind = .less
    case UInt8(ascii: ">"): kind = .greater
    default: return quotedName(from: index)
    }
    tokens.append(Token(kind, from: index, to: index + 1))
    return index + 1
  }

  private mutating func quotedName(from start: Int) -> Int {
    var end = start + 1
    var isWellFormed = true
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A, bytes[end] != 0x0D {
      isWellFormed = isWellFormed && (bytes[end].isWordPart || bytes[end] == UInt8(ascii: "."))
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      // Continue after the first word: the rest of the line is more likely a type than a part of the name.
      end = start + 1
      while end < bytes.count, bytes[end].isWordPart { end += 1 }
      tokens.append(Token(.unterminatedName, from: start, to: end))
      return end
    }
    let startsWithLetter = bytes[start + 1].isLetter || bytes[start + 1] == UInt8(ascii: "_")
    tokens.append(
      Token(isWellFormed && startsWithLetter ? .quotedName : .malformedQuotedName, from: start, to: end + 1))
    return end + 1
  }

  private func startsComment(_ index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch (bytes[index], bytes[index + 1]) {
    case (UInt8(ascii: "/"), UInt8(ascii: "/")), (UInt8(ascii: "/"), UInt8(ascii: "*")),
      (UInt8(ascii: "-"), UInt8(ascii: "-")):
      return true
    default: return false
    }
  }

  private mutating func comment(from start: Int) -> Int {
    var end = start + 2
    let isHash = bytes[start] == UInt8(ascii: "#")
    if isHash || bytes[start + 1] != UInt8(ascii: "*") {
      if isHash { end = start + 1 }
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      trivia.append(Trivia(isHash ? .hashComment : .lineComment, from: start, to: end))
      return end
    }
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") {
        trivia.append(Trivia(.blockComment, from: start, to: end + 2))
        return end + 2
      }
      end += 1
    }
    trivia.append(Trivia(.unterminatedComment, from: start, to: bytes.count))
    return bytes.count
  }

  private mutating func strayBytes(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end].isControl { end += 1 }
    trivia.append(Trivia(.strayBytes, from: start, to: end))
    return end
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { isSpace && self != 0x0B }

  /// Whether the byte is punctuation, including the quote.
  fileprivate var isMark: Bool { ",;()<>\"".utf8.contains(self) }

  fileprivate var isControl: Bool { (self < 0x20 || self == 0x7F) && !isBlank }

  /// Whether the byte is invalid in names but belongs to the word around it, so that one mistake is one token.
  fileprivate var isForeign: Bool { !(isBlank || isWordPart || isMark || isControl) }
}
