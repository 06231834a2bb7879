import CloudKitSchema
import Diagnostics

/// A reader for the layout of a file without syntax mistakes; it attaches each comment to a declaration.
///
/// A comment at the end of a line belongs to the declaration on that line, a comment on its own line to the declaration
/// below, and a comment inside a declaration moves above it. The reader makes a single pass over tokens and trivia.
struct LayoutReader {
  private let file: SchemaFile
  private let bytes: [UInt8]
  private var nextTrivia = 0
  /// Comments that belong to the next declaration.
  private var pending: [LayoutComment] = []

  static func read(_ file: SchemaFile) -> SchemaLayout {
    var reader = LayoutReader(file)
    return reader.layout()
  }

  private init(_ file: SchemaFile) {
    self.file = file
    bytes = file.source.bytes
  }

  private mutating func layout() -> SchemaLayout {
    let header = comments(of: 0..<2, separator: nil)
    var statements: [LayoutStatement] = []
    var roles = file.roles[...]
    var recordTypes = file.recordTypes[...]
    while true {
      if let role = roles.first, role.name < recordTypes.first?.name ?? .max {
        roles.removeFirst()
        statements.append(statement(role))
      } else if let recordType = recordTypes.popFirst() {
        statements.append(statement(recordType))
      } else {
        return SchemaLayout(header: header, statements: statements, ending: comments(before: file.tokens.count - 1))
      }
    }
  }

  private mutating func statement(_ role: RoleDeclaration) -> LayoutStatement {
    let comments = comments(of: role.name - 2..<role.name + 1, separator: role.name + 1)
    return LayoutStatement(declaration: .role(file.name(role.name)), comments: comments)
  }

  private mutating func statement(_ recordType: RecordTypeDeclaration) -> LayoutStatement {
    let comments = comments(of: recordType.name - 2..<recordType.name + 2, separator: nil)
    var body = LayoutBody(name: file.name(recordType.name), items: [], ending: [], besideEnd: [])
    var fields = file.fields[recordType.fields]
    var grants = file.grants[recordType.grants]
    while true {
      if let field = fields.first, field.name < grants.first?.keyword ?? .max {
        fields.removeFirst()
        if let item = item(field) { body.items.append(item) }
      } else if let grant = grants.popFirst() {
        body.items.append(item(grant))
      } else {
        break
      }
    }
    let end = self.comments(of: recordType.end - 2..<recordType.end - 1, separator: recordType.end - 1)
    body.ending = end.above
    body.besideEnd = end.beside
    return LayoutStatement(declaration: .recordType(body), comments: comments)
  }

  private mutating func item(_ field: FieldDeclaration) -> LayoutItem? {
    guard let type = field.type else { return nil }
    let comments = comments(ofItem: field.name..<field.optionTokens.upperBound)
    let declared = Field(name: file.name(field.name), type: type, indexes: field.indexes)
    return LayoutItem(declaration: .field(declared), comments: comments, place: file.tokens[field.name].range)
  }

  private mutating func item(_ grant: GrantDeclaration) -> LayoutItem {
    let comments = comments(ofItem: grant.keyword..<grant.role + 1)
    let declared = Grant(role: file.name(grant.role), permissions: grant.permissions)
    let place = SourceRange(file.tokens[grant.keyword].start, file.tokens[grant.role].end)
    return LayoutItem(declaration: .grant(declared), comments: comments, place: place)
  }

  private mutating func comments(ofItem tokens: Range<Int>) -> AttachedComments {
    comments(of: tokens, separator: file.tokens[tokens.upperBound].kind == .comma ? tokens.upperBound : nil)
  }

  /// Returns the comments of a declaration, including those around its comma or semicolon.
  private mutating func comments(of tokens: Range<Int>, separator: Int?) -> AttachedComments {
    var comments = AttachedComments()
    comments.above = self.comments(before: tokens.lowerBound)
    comments.hasBlankLineBefore = lineEnds(before: file.tokens[tokens.lowerBound].start) > 1
    func moveAbove(_ more: [LayoutComment]) {
      guard !more.isEmpty else { return }
      let first = comments.above.count
      comments.above += more
      for index in first..<comments.above.count { comments.above[index].hasBlankLineBefore = false }
      comments.above[first].hasBlankLineBefore = comments.hasBlankLineBefore
      comments.hasBlankLineBefore = false
    }
    moveAbove(self.comments(before: tokens.upperBound - 1))
    if let separator {
      comments.beside = besideLast(token: separator - 1)
      pending = self.comments(before: separator)
      comments.beside += besideLast(token: separator)
    } else {
      comments.beside = besideLast(token: tokens.upperBound - 1)
    }
    if comments.beside.dropLast().contains(where: \.endsLine) {
      moveAbove(Array(comments.beside.dropLast()))
      comments.beside.removeFirst(comments.beside.count - 1)
    }
    return comments
  }

  /// Returns the comments before a token that are not attached yet.
  private mutating func comments(before token: Int) -> [LayoutComment] {
    defer { pending = [] }
    let end = file.tokens[token].start
    while nextTrivia < file.trivia.count, file.trivia[nextTrivia].start < end {
      let trivia = file.trivia[nextTrivia]
      pending.append(LayoutComment(trivia, in: bytes, hasBlankLineBefore: lineEnds(before: trivia.start) > 1))
      nextTrivia += 1
    }
    return pending
  }

  /// Returns the comments on the line after a token, unless the next token is on that line, too.
  private mutating func besideLast(token: Int) -> [LayoutComment] {
    let next = file.tokens[token + 1]
    var comments: [LayoutComment] = []
    var index = nextTrivia
    var isAlone = false
    while index < file.trivia.count, file.trivia[index].start < next.start {
      let trivia = file.trivia[index]
      guard lineEnds(before: trivia.start) == 0 else {
        isAlone = true
        break
      }
      comments.append(LayoutComment(trivia, in: bytes, hasBlankLineBefore: false))
      index += 1
      if let last = comments.last, last.endsLine {
        isAlone = last.lines.count == 1 || lineEnds(before: startOfNext(index, next)) > 0
        break
      }
    }
    switch next.kind {
    case .comma, .semicolon, .rightParenthesis, .end: isAlone = true
    default: isAlone = isAlone || lineEnds(before: next.start) > 0
    }
    guard isAlone else { return [] }
    nextTrivia = index
    return comments
  }

  private func startOfNext(_ trivia: Int, _ token: Token) -> Int {
    trivia < file.trivia.count ? min(file.trivia[trivia].start, token.start) : token.start
  }

  /// Returns the number of line ends in the white space before an offset, up to 2.
  private func lineEnds(before offset: Int) -> Int {
    var count = 0
    var index = offset
    while index > 0, count < 2 {
      switch bytes[index - 1] {
      case 0x0A:
        count += 1
        if index > 1, bytes[index - 2] == 0x0D { index -= 1 }
      case 0x0D: count += 1
      case 0x09, 0x0C, 0x20: break
      default: return count
      }
      index -= 1
    }
    return count
  }
}
