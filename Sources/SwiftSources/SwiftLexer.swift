import Diagnostics
import Notation

/// Splits Swift into tokens: comments, conditions of compilation, and regular expressions are left out.
///
/// The lexer accepts every text. What is not closed ends with its line or with the text.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var startsLine = true
  private(set) var tokens: [SwiftToken] = []

  static func lex(_ source: SourceText) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: source.bytes)
    while lexer.position < lexer.bytes.count { lexer.next() }
    return lexer.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func next() {
    let first = byte()
    switch first {
    case 0x0A, 0x0D:
      startsLine = true
      position += 1
    case _ where first.isSpace: position += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""): string(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "@"): attribute()
    case UInt8(ascii: "`"): quotedWord()
    case _ where first.isDigit: number()
    case _ where Self.beginsWord(first): word()
    case UInt8(ascii: "/") where beginsRegex && skipRegex(): break
    default: mark()
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ text: String, from start: Int, isLiteral: Bool = true) {
    tokens.append(
      SwiftToken(
        kind: kind, text: text, range: SourceRange(start, position), startsLine: startsLine, isLiteral: isLiteral))
    startsLine = false
  }

  private func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  // MARK: Words and marks

  private static func beginsWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func skipWord() {
    while position < bytes.count, Self.beginsWord(bytes[position]) || bytes[position].isDigit { position += 1 }
  }

  private mutating func word() {
    let start = position
    skipWord()
    add(.word, text(start, position), from: start)
  }

  private mutating func quotedWord() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "`"), bytes[position] != 0x0A { position += 1 }
    let end = position
    if byte() == UInt8(ascii: "`") { position += 1 }
    add(.word, text(start + 1, end), from: start)
  }

  /// Reads `@Name` or `@Module.Name`.
  private mutating func attribute() {
    let start = position
    position += 1
    var name = position
    skipWord()
    while byte() == UInt8(ascii: "."), Self.beginsWord(byte(1)) {
      position += 1
      name = position
      skipWord()
    }
    add(.attribute, text(name, position), from: start)
  }

  private mutating func number() {
    let start = position
    while position < bytes.count,
      bytes[position].isWordPart || bytes[position] == UInt8(ascii: ".") && byte(1).isDigit
    {
      position += 1
    }
    add(.number, text(start, position), from: start)
  }

  /// The operators that matter as a whole, longest first.
  private static let operators = [
    "...", "..<", "===", "!==", "==", "!=", "<=", "->", "&&", "||", "??", "+=", "-=", "*=", "/=",
  ].map { (text: $0, bytes: Array($0.utf8)) }

  private mutating func mark() {
    let start = position
    if let found = Self.operators.first(where: { bytes[start...].starts(with: $0.bytes) }) {
      position += found.bytes.count
      return add(.mark, found.text, from: start)
    }
    position += 1
    add(.mark, text(start, position), from: start)
  }

  // MARK: What is left out

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if byte() == 0x0A { startsLine = true }
        position += 1
      }
    } while depth > 0 && position < bytes.count
    position = min(position, bytes.count)
  }

  private static let directives: Set<String> = [
    "#if", "#elseif", "#else", "#endif", "#error", "#warning", "#sourceLocation", "#!",
  ]

  private mutating func hash() {
    let start = position
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if byte(hashes) == UInt8(ascii: "\"") {
      position += hashes
      return string(hashes: hashes)
    }
    if byte(hashes) == UInt8(ascii: "/") {
      position += hashes + 1
      return skipExtendedRegex(hashes: hashes)
    }
    position += 1
    if byte() == UInt8(ascii: "!") { position += 1 }
    skipWord()
    let name = text(start, position)
    if Self.directives.contains(name) { return skipLine() }
    add(.word, name, from: start)
  }

  private mutating func skipExtendedRegex(hashes: Int) {
    let closing = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    while position < bytes.count, !bytes[position...].starts(with: closing) { position += 1 }
    position = min(bytes.count, position + closing.count)
  }

  /// Whether a slash can begin a regular expression: where no operand precedes it.
  private var beginsRegex: Bool {
    guard let last = tokens.last else { return false }
    return last.kind == .mark && ![")", "]", "}", "?", "!"].contains(last.text) && !byte(1).isSpace
  }

  /// Moves behind the closing slash on the same line.
  private mutating func skipRegex() -> Bool {
    var end = position + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != UInt8(ascii: "/") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else { return false }
    position = end + 1
    return true
  }

  // MARK: Strings

  /// Reads a string literal from its first quote, over interpolations with strings of their own.
  private mutating func string(hashes: Int) {
    let start = position
    let quotes = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"") ? 3 : 1
    position += quotes
    let content = position
    let end = skipString(hashes: hashes, quotes: quotes)
    let value = text(content, end)
    let isLiteral = quotes == 1 && (hashes > 0 ? !value.contains("\\#") : !value.contains("\\"))
    add(.string, value, from: start, isLiteral: isLiteral)
  }

  /// Moves behind a string, whose content begins here, and returns the end of the content.
  private mutating func skipString(hashes: Int, quotes: Int) -> Int {
    /// What is open: a string, or the parentheses of an interpolation in it.
    enum Level {
      case string(hashes: Int, quotes: Int)
      case interpolation(parentheses: Int)
    }
    var levels = [Level.string(hashes: hashes, quotes: quotes)]
    while position < bytes.count, let level = levels.last {
      switch level {
      case .string(let hashes, let quotes):
        if byte() == 0x0A, quotes == 1 {
          // The literal, or an interpolation in it, is not closed.
          return position
        } else if closes(hashes: hashes, quotes: quotes) {
          let end = position
          position += quotes + hashes
          levels.removeLast()
          if levels.isEmpty { return end }
        } else if byte() == UInt8(ascii: "\\"), bytes[(position + 1)...].prefix(hashes).allSatisfy({ $0 == 0x23 }) {
          position += 1 + hashes
          if byte() == UInt8(ascii: "(") { levels.append(.interpolation(parentheses: 1)) }
          position += 1
        } else {
          position += 1
        }
      case .interpolation(let parentheses):
        switch byte() {
        case UInt8(ascii: "("): levels[levels.count - 1] = .interpolation(parentheses: parentheses + 1)
        case UInt8(ascii: ")"):
          levels.removeLast()
          if parentheses > 1 { levels.append(.interpolation(parentheses: parentheses - 1)) }
        case UInt8(ascii: "\""):
          let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
          levels.append(.string(hashes: 0, quotes: isLong ? 3 : 1))
          position += isLong ? 2 : 0
        default: break
        }
        position += 1
      }
    }
    position = min(position, bytes.count)
    return position
  }

  private func closes(hashes: Int, quotes: Int) -> Bool {
    let end = position + quotes + hashes
    guard end <= bytes.count else { return false }
    return bytes[position..<position + quotes].allSatisfy { $0 == UInt8(ascii: "\"") }
      && bytes[position + quotes..<end].allSatisfy { $0 == UInt8(ascii: "#") }
  }
}
