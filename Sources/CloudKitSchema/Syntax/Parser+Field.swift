extension Parser {
  mutating func parseField() {
    guard let name = parseName() else {
      report(.unexpectedToken, at: position)
      return skipRestOfItem(isQuiet: true)
    }
    let type = parseFieldType(of: name)
    let options = position
    let indexes = parseOptions()
    fields.append(FieldDeclaration(name: name, optionTokens: options..<position, type: type, indexes: indexes))
    if !endsItem { skipRestOfItem(isQuiet: type == nil) }
  }

  private mutating func parseOptions() -> Indexes {
    var indexes: Indexes = []
    while let option = kind.option {
      if indexes.contains(option) { report(.duplicateOption, at: position) }
      indexes.insert(option)
      consumeKeyword()
      // Otherwise `QUERYABLE, SORTABLE` would declare a field named SORTABLE without a type.
      if kind == .comma, kind(1).option != nil, kind(2) == .comma || kind(2) == .rightParenthesis {
        report(.extraComma, at: position, expected: .sortable)
        position += 1
      }
    }
    return indexes
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
    guard kind == .preferred else { return FieldType(.number) }
    consumeKeyword()
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
    let member = parsePrimitive(isEncrypted: isMemberEncrypted, after: position - 1)
    let isNested = depth > 1
    if isNested { report(.nestedList, at: start, through: position - 1) }
    while depth > 0, kind == .greater {
      position += 1
      depth -= 1
    }
    if depth > 0, !isNested, member != nil { reportAfterLast(.missingAngleBracket, expected: .greater) }
    guard let member, !isNested else { return nil }
    return FieldType(member, isEncrypted: isEncrypted || isMemberEncrypted, isList: true)
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
