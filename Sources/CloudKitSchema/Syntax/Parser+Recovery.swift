/// Looking ahead, noting mistakes, and going on after them.
extension Parser {
  var current: Token { tokens[position] }

  var kind: Token.Kind { tokens[position].kind }

  /// The kind of a token further on, `end` beyond the last.
  func kind(_ distance: Int) -> Token.Kind { kind(at: position + distance) }

  private func kind(at index: Int) -> Token.Kind { index < tokens.count ? tokens[index].kind : .end }

  /// Whether an item of a record type can end here without a mistake.
  var endsItem: Bool { kind == .comma || kind == .rightParenthesis }

  /// Whether a line ends between the last token and this one.
  var isOnNewLine: Bool {
    guard position > 0 else { return true }
    return bytes[tokens[position - 1].end..<current.start].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether a statement clearly begins at a token.
  func startsStatement(_ index: Int) -> Bool {
    switch (kind(at: index), kind(at: index + 1)) {
    case (.record, .type), (.create, .role): kind(at: index + 2).isName && tokens[index].isUpperCase
    case (.define, .schema): true
    default: false
    }
  }

  /// Whether a field or a grant seems to begin at a token.
  func looksLikeItem(_ index: Int) -> Bool {
    let first = kind(at: index)
    return first == .grant || first.isName && kind(at: index + 1).startsType
  }

  /// Takes a keyword, whatever its case.
  mutating func keyword() {
    if !current.isUpperCase { mistake(.keywordCase, at: position) }
    position += 1
  }

  /// Takes a keyword where nothing else can stand; without it says so, and takes what may be a misspelling of it.
  @discardableResult
  mutating func take(_ expected: Token.Kind, orWord takesAnyWord: Bool = false) -> Bool {
    if kind == expected {
      keyword()
      return true
    }
    let isMisspelt = kind.isWord && (takesAnyWord || kind(1).isName && !isOnNewLine && !kind(1).startsType)
    if isMisspelt {
      mistake(.expectedKeyword, at: position, expected: expected)
      position += 1
      return true
    }
    mistakeAfterLast(.expectedKeyword, expected: expected)
    return false
  }

  /// Takes a name, also one that is not as it should be; `nil` where there is none.
  mutating func name() -> Int? {
    switch kind {
    case .malformedWord, .malformedQuotedName: mistake(.invalidName, at: position)
    case .unterminatedName: mistake(.unterminatedName, at: position)
    default:
      if kind.isReserved { mistake(.reservedName, at: position) }
      guard kind.isName else { return nil }
    }
    position += 1
    return position - 1
  }

  /// What stands between an item and the comma after it: an option that does not exist, or the next item.
  mutating func rest(isQuiet: Bool) {
    var isQuiet = isQuiet
    while true {
      switch kind {
      case .comma, .rightParenthesis, .semicolon, .end: return
      case .leftParenthesis:
        if !isQuiet { mistake(.unexpectedToken, at: position) }
        isQuiet = true
        skipParentheses()
      case let kind where kind.isName:
        if startsStatement(position) { return }
        if kind == .grant || kind == .quotedName || looksLikeItem(position) || isOnNewLine && kind.option == nil {
          if !isQuiet { mistakeAfterLast(.missingComma) }
          return
        }
        if !isQuiet { mistake(kind.isWord ? .unknownOption : .unexpectedToken, at: position) }
        isQuiet = true
        position += 1
      default:
        if !isQuiet { mistake(.unexpectedToken, at: position) }
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

  /// Goes on to the next statement, after a semicolon or at a keyword.
  mutating func skipStatement(leaving isAtStart: Bool = false) {
    if isAtStart, startsStatement(position) { return }
    while kind != .end {
      position += 1
      if tokens[position - 1].kind == .semicolon || startsStatement(position) { return }
    }
  }

  mutating func mistake(
    _ kind: SyntaxMistake.Kind, at index: Int, context: Int = 0, expected: Token.Kind = .end
  ) {
    if isCutOff, tokens[index].kind == .end { return }
    mistakes.append(
      SyntaxMistake(
        kind, from: tokens[index].start, to: tokens[index].end, context: context, expected: expected))
  }

  /// Notes that something is missing after the last token.
  mutating func mistakeAfterLast(_ kind: SyntaxMistake.Kind, context: Int = 0, expected: Token.Kind = .end) {
    if isCutOff, self.kind == .end { return }
    let place = position > 0 ? tokens[position - 1].end : current.start
    mistakes.append(SyntaxMistake(kind, from: place, to: place, context: context, expected: expected))
  }
}
