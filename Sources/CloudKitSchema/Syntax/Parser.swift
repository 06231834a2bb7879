/// Reads the tokens of a schema file into declarations, going on after each mistake.
///
/// It looks at most three tokens ahead and never back further than to the last white space, so its time is linear in
/// the tokens whatever they are; nesting is counted, not recursed into.
struct Parser {
  var position = 0
  var roles: [RoleDeclaration] = []
  var recordTypes: [RecordTypeDeclaration] = []
  var fields: [FieldDeclaration] = []
  var grants: [GrantDeclaration] = []
  var mistakes: [SyntaxMistake]

  let bytes: UnsafeBufferPointer<UInt8>
  let tokens: UnsafeBufferPointer<Token>
  /// Whether a comment without an end swallowed the rest, which makes everything missing at the end its fault.
  let isCutOff: Bool

  init(
    bytes: UnsafeBufferPointer<UInt8>, tokens: UnsafeBufferPointer<Token>, trivia: [Trivia]
  ) {
    self.bytes = bytes
    self.tokens = tokens
    isCutOff = trivia.last?.kind == .unterminatedComment
    mistakes = trivia.lazy.filter { $0.kind == .strayBytes || $0.kind == .unterminatedComment }.map {
      let isComment = $0.kind == .unterminatedComment
      return SyntaxMistake(
        isComment ? .unterminatedComment : .strayBytes, from: $0.start,
        to: isComment ? $0.start + 2 : $0.end)
    }
    // Real files have a field per forty bytes or more.
    fields.reserveCapacity(tokens.count / 5)
  }

  /// Reads the whole file.
  mutating func parse() {
    header()
    while kind != .end { statement() }
  }

  private mutating func header() {
    switch kind {
    case .end: mistake(.emptyFile, at: position)
    case .define:
      keyword()
      take(.schema)
    default:
      if kind.isName, kind(1) == .schema {
        mistake(.expectedKeyword, at: position, expected: .define)
        position += 2
      } else {
        mistakes.append(SyntaxMistake(.missingHeader, from: current.start, to: current.end))
        if !startsStatement(position) { skipStatement() }
      }
    }
  }

  private mutating func statement() {
    switch (kind, kind(1)) {
    case (.record, .type), (.record, .word), (.record, .quotedName): recordType()
    case (.create, .role), (.create, .word), (.create, .quotedName): role()
    case (.define, _):
      mistake(.repeatedHeader, at: position)
      position += kind(1) == .schema ? 2 : 1
      if kind == .semicolon { position += 1 }
    case (.semicolon, _):
      let first = position
      while kind == .semicolon { position += 1 }
      mistakes.append(
        SyntaxMistake(.extraSemicolon, from: tokens[first].start, to: tokens[position - 1].end))
    case (let first, .type) where first.isWord && kind(2).isName: recordType()
    case (let first, .role) where first.isWord && kind(2).isName: role()
    default:
      mistake(.unexpectedStatement, at: position)
      skipStatement()
    }
  }

  private mutating func role() {
    take(.create, orWord: true)
    take(.role)
    if let name = name() {
      roles.append(RoleDeclaration(name: name))
    } else {
      mistake(.missingName, at: position, expected: .role)
      if kind != .semicolon { return skipStatement(leaving: true) }
    }
    semicolon()
  }

  private mutating func recordType() {
    take(.record, orWord: true)
    take(.type)
    let name = name()
    if name == nil { mistake(.missingName, at: position, expected: .type) }
    let fieldCount = fields.count
    let grantCount = grants.count
    if kind == .leftParenthesis {
      position += 1
      items(of: name ?? position - 1)
    } else {
      if name != nil { mistakeAfterLast(.missingParenthesis, expected: .leftParenthesis) }
      if looksLikeItem(position) { items(of: name ?? position - 1) } else { skipStatement(leaving: true) }
    }
    guard let name else { return }
    recordTypes.append(
      RecordTypeDeclaration(
        name: name, end: position, fields: fieldCount..<fields.count, grants: grantCount..<grants.count))
  }

  /// The items of a record type, its closing parenthesis and its semicolon.
  private mutating func items(of name: Int) {
    while true {
      switch kind {
      case .rightParenthesis:
        position += 1
        return semicolon()
      case .end: return mistakeAfterLast(.unclosedRecordType, context: name)
      case .comma:
        let first = position
        while kind == .comma { position += 1 }
        mistakes.append(SyntaxMistake(.extraComma, from: tokens[first].start, to: tokens[position - 1].end))
      case .semicolon:
        guard kind(1) == .rightParenthesis || looksLikeItem(position + 1) else {
          mistakeAfterLast(.unclosedRecordType, context: name)
          position += 1
          return
        }
        mistake(.missingComma, at: position)
        position += 1
      case .record, .create, .define:
        if startsStatement(position) { return mistakeAfterLast(.unclosedRecordType, context: name) }
        item()
      default: item()
      }
    }
  }

  private mutating func item() {
    if kind == .grant, !kind(1).startsType { grant() } else { field() }
    guard kind == .comma else { return }
    if kind(1) == .rightParenthesis { mistake(.trailingComma, at: position) }
    position += 1
  }

  /// The semicolon that ends a statement.
  private mutating func semicolon() {
    switch kind {
    case .semicolon: position += 1
    case .comma where !looksLikeItem(position + 1):
      mistake(.missingSemicolon, at: position)
      position += 1
    case .comma:
      position += 1
      mistake(.itemOutsideRecordType, at: position)
      skipStatement()
    default:
      if looksLikeItem(position) {
        mistake(.itemOutsideRecordType, at: position)
      } else {
        mistakeAfterLast(.missingSemicolon)
      }
      skipStatement(leaving: true)
    }
  }
}
