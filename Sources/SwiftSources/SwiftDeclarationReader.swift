import Diagnostics

extension SwiftFile {
  /// Returns the types and extensions of the file with their members, the file itself first. Declarations in functions
  /// are left out.
  package func scopes() -> [SwiftScope] {
    var reader = SwiftDeclarationReader(self)
    return reader.read()
  }
}

/// Reads declarations from tokens, without recursion: types in types wait in a list.
struct SwiftDeclarationReader {
  private let file: SwiftFile
  private var scopes: [SwiftScope] = []
  private var scope: SwiftScope
  private var attributes: [SwiftAttribute] = []
  private var modifiers: Set<String> = []

  init(_ file: SwiftFile) {
    self.file = file
    scope = SwiftScope(
      kind: .file, name: "", place: SourceRange(0, 0), enclosing: [], attributes: [], inherited: [],
      body: file.tokens.indices)
  }

  mutating func read() -> [SwiftScope] {
    scopes = [scope]
    var next = 0
    while next < scopes.count {
      scope = scopes[next]
      var index = scope.body.lowerBound
      let end = min(scope.body.upperBound, file.tokens.count)
      while index < end { index = max(member(at: index, end), index + 1) }
      scopes[next] = scope
      next += 1
    }
    return scopes
  }

  private static let modifierWords: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "lazy", "weak", "unowned",
    "nonisolated", "override", "dynamic", "required", "convenience", "indirect", "mutating",
  ]

  /// Reads the member that begins at a token, and returns the index after it.
  private mutating func member(at index: Int, _ end: Int) -> Int {
    let token = file.tokens[index]
    switch token.kind {
    case .attribute:
      let isCalled = file[index + 1].map { $0.isMark("(") && !$0.startsLine } ?? false
      let arguments = isCalled ? file.contents(of: index + 1) : nil
      attributes.append(SwiftAttribute(name: token.text, place: token.range, arguments: arguments))
      return isCalled ? file.after(index + 1) : index + 1
    case .word where Self.modifierWords.contains(token.text) || isClassModifier(index):
      modifiers.insert(token.text)
      return file[index + 1]?.isMark("(") == true ? file.after(index + 1) : index + 1
    default: break
    }
    defer {
      attributes = []
      modifiers = []
    }
    guard token.kind == .word else { return file.after(index) }
    if token.text.hasPrefix("#") { scope.macros.append((token.text, token.range)) }
    if let kind = SwiftScope.Kind(rawValue: token.text), file[index + 1]?.kind == .word {
      return type(kind, at: index, end)
    }
    switch token.text {
    case "var", "let": return bindings(at: index, end)
    case "case" where scope.kind == .enum: return cases(at: index + 1, end)
    case "import":
      // `import struct Foundation.UUID` declares nothing.
      var next = index + 1
      while next < end, !file.tokens[next].startsLine, !file.tokens[next].isMark(";") { next += 1 }
      return next
    case "typealias":
      guard let name = file[index + 1], file[index + 2]?.isMark("=") == true else { return index + 1 }
      let type = typeRange(from: index + 3, end)
      scope.aliases[name.text] = type
      return type.upperBound
    default: return index + 1
    }
  }

  /// Whether the word is `class` in `class var`.
  private func isClassModifier(_ index: Int) -> Bool {
    file.tokens[index].text == "class" && ["var", "let", "func", "subscript"].contains(file[index + 1]?.text ?? "")
  }

  /// Maximum types around a type that is read.
  private static let maximumDepth = 64

  private mutating func type(_ kind: SwiftScope.Kind, at start: Int, _ end: Int) -> Int {
    var name = file.tokens[start + 1].text
    let place = file.tokens[start + 1].range
    var index = start + 2
    while index + 1 < end, file.tokens[index].isMark("."), file.tokens[index + 1].kind == .word {
      name += "." + file.tokens[index + 1].text
      index += 2
    }
    var inherited: [String] = []
    var isInherited = false
    while index < end, !file.tokens[index].isMark("{") {
      let token = file.tokens[index]
      if token.isWord("where") {
        isInherited = false
      } else if token.isMark(":") {
        isInherited = true
      } else if isInherited, token.kind == .word {
        inherited.append(token.text)
      }
      index = file.after(index)
    }
    guard index < end, let body = file.contents(of: index) else { return index }
    guard scope.enclosing.count < Self.maximumDepth else { return file.after(index) }
    scopes.append(
      SwiftScope(
        kind: kind, name: name, place: place, enclosing: scope.enclosing + (scope.name.isEmpty ? [] : [scope.name]),
        attributes: attributes, inherited: inherited, body: body))
    return file.after(index)
  }

  // MARK: Properties

  private mutating func bindings(at start: Int, _ end: Int) -> Int {
    var index = start + 1
    while index < end, file.tokens[index].kind == .word {
      var property = SwiftProperty(
        name: file.tokens[index].text, place: file.tokens[index].range, attributes: attributes, modifiers: modifiers,
        isConstant: file.tokens[start].text == "let")
      index += 1
      if index < end, file.tokens[index].isMark(":") {
        let type = typeRange(from: index + 1, end)
        property.type = type
        index = type.upperBound
      }
      if index < end, file.tokens[index].isMark("=") {
        let value = valueRange(from: index + 1, end)
        property.value = value
        index = value.upperBound
      }
      if index < end, file.tokens[index].isMark("{"), let body = file.contents(of: index) {
        if property.value == nil, !isObserver(body) { property.getter = body }
        index = file.after(index)
      }
      scope.properties.append(property)
      guard index < end, file.tokens[index].isMark(",") else { return index }
      index += 1
    }
    return index
  }

  /// Whether an accessor block has observers, so that its property is stored.
  private func isObserver(_ body: Range<Int>) -> Bool {
    let first = file.tokens[body.clamped(to: file.tokens.indices)].first { $0.kind == .word }
    return ["willSet", "didSet", "init"].contains(first?.text ?? "")
  }

  private static let typeContinuations: Set<String> = [".", "?", "!", "&", "->", "??", ">"]

  private func typeRange(from start: Int, _ end: Int) -> Range<Int> {
    var index = start
    var angles = 0
    while index < end {
      let token = file.tokens[index]
      if token.kind == .mark {
        if ["=", "{", ";", ")", "]", "}", "=="].contains(token.text) || token.text == "," && angles <= 0 { break }
        if token.text == "<" { angles += 1 }
        if token.text == ">" { angles -= 1 }
      }
      if token.startsLine, index > start, angles <= 0 {
        let isContinued = token.kind == .mark && Self.typeContinuations.contains(token.text)
        let last = file.tokens[index - 1]
        guard isContinued || last.kind == .mark && [".", "&", "->", ":"].contains(last.text) else { break }
      }
      index = file.after(index)
    }
    return start..<max(start, min(index, end))
  }

  private func valueRange(from start: Int, _ end: Int) -> Range<Int> {
    var index = start
    while index < end {
      let token = file.tokens[index]
      if index > start {
        let last = file.tokens[index - 1]
        let isAfterOperator = last.kind == .mark && ![")", "]", "}", "?", "!", ">"].contains(last.text)
        if token.isMark(";") || token.isMark("}") || token.isMark(")") { break }
        if token.isMark(","), file[index + 1]?.kind == .word, let next = file[index + 2],
          [":", "=", ","].contains(next.text)
        {
          break
        }
        if token.isMark("{"), let body = file.contents(of: index), isAccessors(body) { break }
        let isOperator = token.kind == .mark && !["{", "(", "[", "@"].contains(token.text)
        if token.startsLine, !isAfterOperator, !isOperator { break }
      }
      index = file.after(index)
    }
    return start..<max(start, min(index, end))
  }

  private func isAccessors(_ body: Range<Int>) -> Bool {
    guard let first = file[body.lowerBound], !body.isEmpty else { return false }
    return first.kind == .word && ["willSet", "didSet"].contains(first.text)
  }

  private mutating func cases(at start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, file.tokens[index].kind == .word {
      let name = file.tokens[index].text
      index += 1
      if index < end, file.tokens[index].isMark("(") { index = file.after(index) }
      var value: Range<Int>?
      if index < end, file.tokens[index].isMark("=") {
        value = index + 1..<min(index + 2, end)
        index += 2
      }
      scope.cases.append((name, value))
      guard index < end, file.tokens[index].isMark(",") else { return index }
      index += 1
    }
    return index
  }
}
