extension Parser {
  mutating func parseField() {
    guard let name = parseName() else {
      report(.unexpectedToken, at: position)
      return skipRestOfItem(isQuiet: true)
    }
    let type = parseFieldType(of: name)
    let options = position
    let indexes = parseOptions(isQuiet: type == nil)
    fields.append(FieldDeclaration(name: name, optionTokens: options..<position, type: type, indexes: indexes))
    if !endsItem { skipRestOfItem(isQuiet: type == nil) }
  }

  private mutating func parseOptions(isQuiet: Bool) -> Indexes {
    var indexes: Indexes = []
    var isQuiet = isQuiet
    while true {
      guard let option = kind.option else {
        guard isUnknownOption else { return indexes }
        // Words such as NOT NULL are one mistake, but misspelled options are one each.
        if !isQuiet || [.queryable, .searchable, .sortable].contains(where: { isSpelled(like: $0) }) {
          report(.unknownOption, at: position)
        }
        isQuiet = true
        position += 1
        continue
      }
      if indexes.contains(option) { report(.duplicateOption, at: position) }
      indexes.insert(option)
      consumeKeyword()
      // Otherwise `QUERYABLE, SORTABLE` would declare a field named SORTABLE without a type.
      if kind == .comma, kind(1).option != nil, kind(2) == .comma || kind(2) == .rightParenthesis {
        report(.extraComma, at: position, expected: .sortable)
        position += 1
      }
    }
  }

  /// Whether the current token is a word in the place of an option.
  private var isUnknownOption: Bool {
    kind.isWord && !kind.isReserved && !isOnNewLine && !looksLikeItem(position) && !startsStatement(position)
      && !isClosingBrace
  }

  private mutating func parseFieldType(of name: Int) -> FieldType? {
    switch kind {
    case .number: return parseNumber()
    case .list: return parseList(isEncrypted: false)
    case .encrypted: return parseEncrypted()
    default:
      if let primitive = kind.primitive {
        consumeKeyword()
        return FieldType(primitive)
      }
      return parseUnknownType(of: name)
    }
  }

  private mutating func parseUnknownType(of name: Int) -> FieldType? {
    let isNextItem = kind.isReserved || startsStatement(position) || isOnNewLine && looksLikeItem(position)
    guard kind.isName, !isNextItem else {
      report(.missingType, at: name)
      return nil
    }
    report(.unknownType, at: position)
    position += 1
    return nil
  }

  private mutating func parseNumber() -> FieldType? {
    consumeKeyword()
    guard kind == .preferred || kind(1) == .as && isSpelled(like: .preferred) else { return FieldType(.number) }
    expect(.preferred)
    expect(.as)
    guard let primitive = kind.primitive, primitive == .int64 || primitive == .double else {
      report(.preferredNumber, at: position)
      if kind.isName, !kind.isReserved { position += 1 }
      return nil
    }
    consumeKeyword()
    return FieldType(.number, preferredNumber: primitive)
  }

  private mutating func parseEncrypted() -> FieldType? {
    let start = position
    consumeKeyword()
    if kind == .list {
      let list = parseList(isEncrypted: true)
      report(.encryptedList, at: start)
      return list
    }
    return parsePrimitive(isEncrypted: true, after: start).map { FieldType($0, isEncrypted: true) }
  }

  /// Parses `LIST<primitive>`; counts nested lists, so that no depth can exhaust the stack.
  private mutating func parseList(isEncrypted: Bool) -> FieldType? {
    let start = position
    var depth = 0
    while kind == .list {
      consumeKeyword()
      if kind == .less {
        position += 1
        depth += 1
      } else {
        reportAfterLast(.missingAngleBracket, expected: .less)
      }
    }
    let isMemberEncrypted = kind == .encrypted
    if isMemberEncrypted { consumeKeyword() }
    var member =
      kind == .number && !isMemberEncrypted
      ? parseNumber() : parsePrimitive(isEncrypted: isMemberEncrypted, after: position - 1).map { FieldType($0) }
    let isNested = depth > 1
    if isNested { report(.nestedList, at: start, through: position - 1) }
    while depth > 0, kind == .greater {
      position += 1
      depth -= 1
    }
    if depth > 0, !isNested, member != nil || endsItem || kind.option != nil || isOnNewLine {
      reportAfterLast(.missingAngleBracket, expected: .greater)
    }
    member?.isEncrypted = isEncrypted || isMemberEncrypted
    member?.isList = true
    return isNested ? nil : member
  }

  /// Parses a primitive type where only a primitive type is valid.
  private mutating func parsePrimitive(isEncrypted: Bool, after last: Int) -> FieldType.Primitive? {
    if let primitive = kind.primitive {
      consumeKeyword()
      return primitive
    }
    if kind.isName, !kind.isReserved, !startsStatement(position) {
      report(.unknownType, at: position)
      position += 1
    } else {
      report(.missingType, at: last)
    }
    return nil
  }
}
