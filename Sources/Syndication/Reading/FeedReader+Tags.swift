extension FeedReader {
  mutating func start(_ name: Range<Int>, isEmpty: Bool) {
    if scanner.isLoose { problems.note(.unquotedAttribute, at: name.lowerBound) }
    let outer = Open(
      name: name, element: .unknown, namespaces: scope.count, bases: bases.count, languages: languages.count,
      place: place)
    let attributes = readAttributes()
    let element = element(named: name)
    if element == .item, isUnclosed { closeForItem() }
    guard open.count < limits.depth else {
      problems.note(.tooDeep, at: name.lowerBound)
      restore(outer)
      return
    }
    var opened = outer
    if captures.isEmpty || beginsInside(element) {
      let known = place == .nothing && feed != nil ? .unknown : element
      opened = Open(
        name: name, element: known, namespaces: outer.namespaces, bases: outer.bases, languages: outer.languages,
        place: outer.place)
      begin(known, attributes, named: name)
    } else {
      appendTag(name, isEmpty: isEmpty || isVoid(name))
      if isEmpty || isVoid(name) { return restore(outer) }
    }
    open.append(opened)
    if isEmpty { close(to: open.count - 1) }
  }

  mutating func end(_ name: Range<Int>) {
    let bytes = scanner.bytes
    guard
      let index = open.lastIndex(where: { other in
        other.name.count == name.count
          && zip(other.name, name).allSatisfy { ASCIIByte.lowercased(bytes[$0]) == ASCIIByte.lowercased(bytes[$1]) }
      })
    else {
      problems.note(.mismatchedTag, at: name.lowerBound)
      return
    }
    // In HTML inside an item an open paragraph is no mistake of the feed's.
    if index != open.count - 1, captures.last.map({ $0.depth >= index }) ?? true {
      problems.note(.mismatchedTag, at: name.lowerBound)
    }
    close(to: index)
  }

  /// Closes the innermost elements until so many are open.
  mutating func close(to count: Int) {
    while open.count > count, let element = open.popLast() {
      if let capture = captures.last {
        if capture.depth == open.count {
          captures.removeLast()
          finish(capture)
        } else if capture.divDepth == open.count {
          captures[captures.count - 1].divDepth = nil
        } else {
          appendEndTag(element.name)
        }
      }
      if element.element == .item { finishItem() }
      restore(element)
    }
    if open.isEmpty { isClosed = true }
  }

  private mutating func restore(_ element: Open) {
    place = element.place
    scope.leave(to: element.namespaces)
    if bases.count > element.bases { bases.removeLast(bases.count - element.bases) }
    if languages.count > element.languages { languages.removeLast(languages.count - element.languages) }
  }

  /// Whether an item that begins here must lie outside what is open: a feed's items are never in a text.
  private var isUnclosed: Bool {
    if let capture = captures.first { return capture.form != .markup }
    return place == .item
  }

  private mutating func closeForItem() {
    let outermost = open.firstIndex { $0.element == .item } ?? captures.first?.depth
    guard let outermost, outermost > 0 else { return }
    problems.note(.mismatchedTag, at: scanner.position)
    close(to: outermost)
  }

  /// A person has parts that are read, everything else that is text has markup in it.
  private func beginsInside(_ element: FeedElement) -> Bool {
    guard captures.last?.element == .personText else { return false }
    return element == .name || element == .email || element == .url
  }

  private func isVoid(_ name: Range<Int>) -> Bool {
    name.count <= 6
      && ["br", "hr", "img", "input", "wbr", "col", "area", "embed", "source", "track"].contains(
        ASCIIByte.lowercasedString(scanner.bytes[name]))
  }

  /// Reads the attributes of the tag, and declares what it declares.
  private mutating func readAttributes() -> FeedAttributes {
    guard !scanner.attributes.isEmpty else { return FeedAttributes() }
    let bytes = scanner.bytes
    var result = FeedAttributes()
    for attribute in scanner.attributes {
      let value = bytes[attribute.value]
      let name = ASCIIByte.lowercasedString(bytes[attribute.name])
      if name == "xmlns" || name.hasPrefix("xmlns:") {
        let prefix = name == "xmlns" ? [] : bytes[attribute.name].dropFirst(6)
        if !scope.declare(prefix, FeedNamespace(address: value)) {
          problems.note(.tooManyNamespaces, at: attribute.name.lowerBound)
        }
        continue
      }
      guard FeedAttributes.names.contains(name) else { continue }
      let text = CharacterReference.string(attribute.value, of: bytes)
      result.set(name, String(decoding: ASCIIByte.trimmed(Array(text.utf8)[...]), as: UTF8.self))
    }
    if let base = result.base { bases.append(URLReference.resolve(base, base: bases.last)) }
    if let language = result.language, !language.isEmpty { languages.append(language) }
    return result
  }
}
