/// Fields: name, type, options.
extension Parser {
  mutating func field() {
    guard let name = name() else {
      mistake(.unexpectedToken, at: position)
      return rest(isQuiet: true)
    }
    let type = fieldType(of: name)
    let options = position
    let indexes = self.options()
    fields.append(FieldDeclaration(name: name, type: type, indexes: indexes, options: options..<position))
    if !endsItem { rest(isQuiet: type == nil) }
  }

  private mutating func options() -> Indexes {
    var indexes: Indexes = []
    while let option = kind.option {
      if indexes.contains(option) { mistake(.duplicateOption, at: position) }
      indexes.insert(option)
      keyword()
      // `QUERYABLE, SORTABLE` would otherwise be a field named SORTABLE without a type.
      if kind == .comma, kind(1).option != nil, kind(2) == .comma || kind(2) == .rightParenthesis {
        mistake(.extraComma, at: position, expected: .sortable)
        position += 1
      }
    }
    return indexes
  }

  private mutating func fieldType(of name: Int) -> FieldType? {
    switch kind {
    case .number: return number()
    case .list: return list(isEncrypted: false)
    case .encrypted: return encrypted()
    default:
      if let primitive = kind.primitive {
        keyword()
        return FieldType(primitive)
      }
      return unknownType(of: name)
    }
  }

  private mutating func unknownType(of name: Int) -> FieldType? {
    let isNextItem = kind.isReserved || startsStatement(position) || isOnNewLine && looksLikeItem(position)
    guard kind.isName, !isNextItem else {
      mistakes.append(SyntaxMistake(.missingType, from: tokens[name].start, to: tokens[name].end))
      return nil
    }
    mistake(.unknownType, at: position)
    position += 1
    return nil
  }

  private mutating func number() -> FieldType? {
    keyword()
    guard kind == .preferred else { return FieldType(.number) }
    keyword()
    take(.as)
    guard let primitive = kind.primitive, primitive == .int64 || primitive == .double else {
      mistake(.preferredNumber, at: position)
      if kind.isName, !kind.isReserved { position += 1 }
      return nil
    }
    keyword()
    return FieldType(.number, preferredNumber: primitive)
  }

  private mutating func encrypted() -> FieldType? {
    let start = position
    keyword()
    if kind == .list {
      let list = list(isEncrypted: true)
      mistakes.append(
        SyntaxMistake(.encryptedList, from: tokens[start].start, to: tokens[start].end, context: start))
      return list
    }
    return primitive(isEncrypted: true, after: start).map { FieldType($0, isEncrypted: true) }
  }

  /// `LIST < primitive >`; lists in lists are counted, so that no depth of them can exhaust the stack.
  private mutating func list(isEncrypted: Bool) -> FieldType? {
    let start = position
    var depth = 0
    while kind == .list {
      keyword()
      if kind == .less {
        position += 1
        depth += 1
      } else {
        mistakeAfterLast(.missingAngleBracket, expected: .less)
      }
    }
    let isMemberEncrypted = kind == .encrypted
    if isMemberEncrypted { keyword() }
    let member = primitive(isEncrypted: isMemberEncrypted, after: position - 1)
    let isNested = depth > 1
    if isNested {
      mistakes.append(
        SyntaxMistake(.nestedList, from: tokens[start].start, to: tokens[position - 1].end, context: start))
    }
    while depth > 0, kind == .greater {
      position += 1
      depth -= 1
    }
    if depth > 0, !isNested, member != nil { mistakeAfterLast(.missingAngleBracket, expected: .greater) }
    guard let member, !isNested else { return nil }
    return FieldType(member, isEncrypted: isEncrypted || isMemberEncrypted, isList: true)
  }

  /// A primitive type where nothing else can stand.
  private mutating func primitive(isEncrypted: Bool, after last: Int) -> FieldType.Primitive? {
    if let primitive = kind.primitive {
      keyword()
      return primitive
    }
    if kind.isName, !kind.isReserved, !startsStatement(position) {
      mistake(.unknownType, at: position)
      position += 1
    } else {
      mistakes.append(SyntaxMistake(.missingType, from: tokens[last].start, to: tokens[last].end))
    }
    return nil
  }
}
