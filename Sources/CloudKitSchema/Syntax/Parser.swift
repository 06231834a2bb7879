/// A parser for the tokens of a schema file that recovers after each mistake.
///
/// The parser looks at most three tokens ahead and counts nesting instead of recursing, so it takes linear time and
/// constant stack space.
struct Parser {
  var position = 0
  var roles: [RoleDeclaration] = []
  var recordTypes: [RecordTypeDeclaration] = []
  var fields: [FieldDeclaration] = []
  var grants: [GrantDeclaration] = []
  var mistakes: [SyntaxMistake]

  let bytes: [UInt8]
  let tokens: [Token]
  /// Whether the file ends in an unterminated comment. Nothing missing at the end is reported then.
  let isCutOff: Bool

  init(bytes: [UInt8], tokens: [Token], trivia: [Trivia]) {
    self.bytes = bytes
    self.tokens = tokens
    isCutOff = trivia.last?.kind == .unterminatedComment
    mistakes = trivia.compactMap {
      switch $0.kind {
      case .strayBytes: SyntaxMistake(.strayBytes, from: $0.start, to: $0.end)
      case .hashComment: SyntaxMistake(.unexpectedToken, from: $0.start, to: $0.start + 1)
      case .unterminatedComment: SyntaxMistake(.unterminatedComment, from: $0.start, to: $0.start + 2)
      case .lineComment, .blockComment: nil
      }
    }
  }

  mutating func parse() {
    parseHeader()
    while kind != .end { parseStatement() }
  }

  private mutating func parseHeader() {
    switch kind {
    case .end: report(.emptyFile, at: position)
    case .define:
      consumeKeyword()
      expect(.schema)
    default:
      if kind.isName, kind(1) == .schema, isSpelled(like: .define) {
        report(.expectedKeyword, at: position, expected: .define)
        position += 2
      } else {
        parseMissingHeader()
      }
    }
  }

  /// Skips other text before a header, or reports the missing header.
  private mutating func parseMissingHeader() {
    if kind == .record || kind == .create {
      // The header can be inserted only before a clear statement.
      return report(.missingHeader, at: position, expected: startsStatement(position) ? .define : .end)
    }
    let first = position
    while kind != .end, !startsStatement(position) { skipStatement() }
    report(kind == .define ? .unexpectedStatement : .missingHeader, at: first)
    if kind == .define { position += 2 }
  }

  private mutating func parseStatement() {
    switch (kind, kind(1)) {
    case (.record, .type), (.record, .word), (.record, .quotedName): parseRecordType()
    case (.create, .role), (.create, .quotedName): parseRole()
    // Other languages have statements such as CREATE TABLE.
    case (.create, .word) where !kind(2).isName || isSpelled(like: .role, at: position + 1): parseRole()
    case (.define, _):
      report(.repeatedHeader, at: position)
      position += kind(1) == .schema ? 2 : 1
      if kind == .semicolon { position += 1 }
    case (.semicolon, _):
      let first = position
      while kind == .semicolon { position += 1 }
      report(.extraSemicolon, at: first, through: position - 1)
    case (_, .type) where kind(2).isName && isSpelled(like: .record): parseRecordType()
    case (_, .role) where kind(2).isName && isSpelled(like: .create): parseRole()
    default:
      report(.unexpectedStatement, at: position)
      skipStatement()
    }
  }

  private mutating func parseRole() {
    expect(.create, orAnyWord: true)
    expect(.role)
    if let name = parseName() {
      roles.append(RoleDeclaration(name: name))
    } else {
      report(.missingName, at: position, expected: .role)
      if kind != .semicolon { return skipStatement(keepingCurrent: true) }
    }
    expectSemicolon()
  }

  private mutating func parseRecordType() {
    expect(.record, orAnyWord: true)
    expect(.type)
    let name = parseName()
    if name == nil { report(.missingName, at: position, expected: .type) }
    let fieldCount = fields.count
    let grantCount = grants.count
    if kind == .leftParenthesis || isOpeningBrace {
      if kind != .leftParenthesis { report(.missingParenthesis, at: position, expected: .leftParenthesis) }
      position += 1
      let container = name ?? position - 1
      while kind == .leftParenthesis {
        report(.unexpectedToken, at: position, expected: .leftParenthesis)
        position += 1
      }
      parseItems(of: container)
    } else {
      if name != nil { reportAfterLast(.missingParenthesis, expected: .leftParenthesis) }
      let startsItem = looksLikeItem(position) || kind.isName && kind(1).isName && !startsStatement(position)
      if startsItem { parseItems(of: name ?? position - 1) } else { skipStatement(keepingCurrent: true) }
    }
    guard let name else {
      // Every field and grant belongs to a type.
      fields.removeSubrange(fieldCount...)
      grants.removeSubrange(grantCount...)
      return
    }
    recordTypes.append(
      RecordTypeDeclaration(
        name: name, end: position, fields: fieldCount..<fields.count, grants: grantCount..<grants.count))
  }

  /// Parses the items of a record type, the closing parenthesis, and the semicolon.
  private mutating func parseItems(of name: Int) {
    while true {
      switch kind {
      case .rightParenthesis:
        position += 1
        return expectSemicolon()
      case .malformedWord where isClosingBrace:
        report(.missingParenthesis, at: position, expected: .rightParenthesis)
        position += 1
        return expectSemicolon()
      case .end: return reportAfterLast(.unclosedRecordType, context: name)
      case .comma:
        let first = position
        while kind == .comma { position += 1 }
        report(.extraComma, at: first, through: position - 1)
      case .semicolon:
        guard kind(1) == .rightParenthesis || looksLikeItem(position + 1) else {
          reportAfterLast(.unclosedRecordType, context: name)
          position += 1
          return
        }
        report(.missingComma, at: position)
        position += 1
      case .record, .create, .define:
        if startsStatement(position) { return reportAfterLast(.unclosedRecordType, context: name) }
        parseItem()
      default: parseItem()
      }
    }
  }

  private mutating func parseItem() {
    if kind == .grant, !kind(1).startsType { parseGrant() } else { parseField() }
    guard kind == .comma else { return }
    if kind(1) == .rightParenthesis { report(.trailingComma, at: position) }
    position += 1
  }

  private mutating func expectSemicolon() {
    while kind == .rightParenthesis {
      report(.unexpectedToken, at: position, expected: .semicolon)
      position += 1
    }
    switch kind {
    case .semicolon: position += 1
    case .comma where !looksLikeItem(position + 1):
      report(.missingSemicolon, at: position)
      position += 1
    case .comma:
      position += 1
      report(.itemOutsideRecordType, at: position)
      skipStatement()
    default:
      if looksLikeItem(position) {
        report(.itemOutsideRecordType, at: position)
      } else {
        reportAfterLast(.missingSemicolon)
      }
      skipStatement(keepingCurrent: true)
    }
  }
}
