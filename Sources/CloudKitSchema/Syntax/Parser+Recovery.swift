import Diagnostics

extension Parser {
  var current: Token { tokens[position] }

  var kind: Token.Kind { tokens[position].kind }

  /// Returns the kind of a token ahead; `end` beyond the last token.
  func kind(_ distance: Int) -> Token.Kind { kind(at: position + distance) }

  private func kind(at index: Int) -> Token.Kind { index < tokens.count ? tokens[index].kind : .end }

  /// Whether the current token can follow an item of a record type.
  var endsItem: Bool { kind == .comma || kind == .rightParenthesis || isClosingBrace }

  /// Whether the current token is a brace or bracket, which other languages use as an opening parenthesis.
  var isOpeningBrace: Bool { isByte(of: "{[") }

  /// Whether the current token is a brace or bracket, which other languages use as a closing parenthesis.
  var isClosingBrace: Bool { isByte(of: "}]") }

  private func isByte(of set: String) -> Bool {
    kind == .malformedWord && current.end - current.start == 1 && set.utf8.contains(bytes[current.start])
  }

  /// Whether the current token is on another line than the one before it.
  var isOnNewLine: Bool {
    guard position > 0 else { return true }
    return bytes[tokens[position - 1].end..<current.start].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Returns whether a statement clearly starts at a token.
  func startsStatement(_ index: Int) -> Bool {
    switch (kind(at: index), kind(at: index + 1)) {
    case (.record, .type), (.create, .role): kind(at: index + 2).isName && tokens[index].isUpperCase
    case (.define, .schema): true
    default: false
    }
  }

  /// Returns whether a field or a grant seems to start at a token.
  func looksLikeItem(_ index: Int) -> Bool {
    let first = kind(at: index)
    return first == .grant || first.isName && kind(at: index + 1).startsType
  }

  /// Whether a word is probably a misspelled keyword.
  func isSpelled(like keyword: Token.Kind, at index: Int? = nil) -> Bool {
    let token = tokens[index ?? position]
    guard token.kind.isWord, let spelling = Keyword.spelling(of: keyword) else { return false }
    return Suggestion.nearest(to: String(decoding: bytes[token.start..<token.end], as: UTF8.self), among: [spelling])
      != nil
  }

  mutating func consumeKeyword() {
    if !current.isUpperCase { report(.keywordCase, at: position) }
    position += 1
  }

  /// Consumes a required keyword, or a word that can be a misspelling of it.
  /// - Returns: Whether a token was consumed.
  @discardableResult
  mutating func expect(_ expected: Token.Kind, orAnyWord acceptsAnyWord: Bool = false) -> Bool {
    if kind == expected {
      consumeKeyword()
      return true
    }
    let isMisspelled = kind.isWord && (acceptsAnyWord || kind(1).isName && !isOnNewLine && !kind(1).startsType)
    if isMisspelled {
      report(.expectedKeyword, at: position, expected: expected)
      position += 1
      return true
    }
    reportAfterLast(.expectedKeyword, expected: expected)
    return false
  }

  /// Consumes a valid or invalid name.
  /// - Returns: The index of its token; `nil` if the current token is not a name.
  mutating func parseName() -> Int? {
    switch kind {
    case .malformedWord, .malformedQuotedName: report(.invalidName, at: position)
    case .unterminatedName: report(.unterminatedName, at: position)
    default:
      if kind.isReserved { report(.reservedName, at: position) }
      guard kind.isName else { return nil }
    }
    position += 1
    return position - 1
  }

  /// Skips what follows an item up to a comma, a closing parenthesis, or the next item.
  mutating func skipRestOfItem(isQuiet: Bool) {
    var isQuiet = isQuiet
    while true {
      switch kind {
      case .comma, .rightParenthesis, .semicolon, .end: return
      case .malformedWord where isClosingBrace: return
      case .leftParenthesis:
        if !isQuiet { report(.unexpectedToken, at: position) }
        isQuiet = true
        skipParentheses()
      case let kind where kind.isName:
        if startsStatement(position) { return }
        if kind == .grant || kind == .quotedName || looksLikeItem(position) || isOnNewLine && kind.option == nil {
          // The next item is clear on a new line, even after an invalid one.
          if !isQuiet || isOnNewLine { reportAfterLast(.missingComma) }
          return
        }
        if !isQuiet { report(kind.isWord ? .unknownOption : .unexpectedToken, at: position) }
        isQuiet = true
        position += 1
      default:
        if !isQuiet { report(.unexpectedToken, at: position) }
        isQuiet = true
        position += 1
      }
    }
  }

  private mutating func skipParentheses() {
    var depth = 0
    while kind != .end, kind != .semicolon, !startsStatement(position) {
      if kind == .leftParenthesis { depth += 1 }
      if kind == .rightParenthesis { depth -= 1 }
      position += 1
      if depth == 0 { return }
    }
  }

  /// Skips to the next statement: after a semicolon or at a keyword.
  /// - Parameter keepsCurrent: Whether to stay at a statement that starts at the current token.
  mutating func skipStatement(keepingCurrent keepsCurrent: Bool = false) {
    if keepsCurrent, startsStatement(position) { return }
    while kind != .end {
      position += 1
      if tokens[position - 1].kind == .semicolon || startsStatement(position) { return }
    }
  }

  /// Reports a mistake in the tokens from one to another.
  mutating func report(
    _ kind: SyntaxMistake.Kind, at first: Int, through last: Int? = nil, context: Int = 0, expected: Token.Kind = .end
  ) {
    if isCutOff, tokens[first].kind == .end { return }
    mistakes.append(
      SyntaxMistake(
        kind, from: tokens[first].start, to: tokens[last ?? first].end, context: context, expected: expected))
  }

  /// Reports that something is missing after the previous token.
  mutating func reportAfterLast(_ kind: SyntaxMistake.Kind, context: Int = 0, expected: Token.Kind = .end) {
    if isCutOff, self.kind == .end { return }
    let place = position > 0 ? tokens[position - 1].end : current.start
    mistakes.append(SyntaxMistake(kind, from: place, to: place, context: context, expected: expected))
  }
}
