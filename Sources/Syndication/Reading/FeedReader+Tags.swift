import XML

extension FeedReader {
  /// The mistakes of tags that are noted as attributes without quotes.
  private static let looseTags: Set<XMLMistake.Kind> = [.missingValue, .unclosedTag, .unclosedValue, .unquotedValue]

  mutating func start(_ name: Range<Int>, isEmpty: Bool) {
    if scanner.mistakes.contains(where: { Self.looseTags.contains($0.kind) }) {
      problems.note(.unquotedAttribute, at: name.lowerBound)
    }
    if isUnclosed, isNamedAsItem(name), element(named: name) == .item { closeForItem() }
    var opened = Open(
      name: name, element: .unknown, namespaces: scope.count, bases: bases.count, place: place)
    let isInText = captures.last.map { $0.element != .personText } ?? false
    let attributes = isInText ? declare() : readAttributes()
    let element = isInText ? .unknown : element(named: name)
    guard open.count < limits.depth else {
      problems.note(.tooDeep, at: name.lowerBound)
      restore(opened)
      return
    }
    if captures.isEmpty || beginsInside(element) {
      opened.element = place == .nothing && feed != nil ? .unknown : element
      begin(opened.element, attributes, named: name)
    } else {
      appendTag(name, isEmpty: isEmpty || isVoid(name))
      if isEmpty || isVoid(name) { return restore(opened) }
    }
    open.append(opened)
    if isEmpty { close(to: open.count - 1) }
  }

  mutating func end(_ name: Range<Int>) {
    let bytes = scanner.bytes
    guard
      let index = open.lastIndex(where: { ASCIIByte.areEqual(bytes[$0.name], bytes[name]) })
    else {
      // `<br></br>` is well-formed, and closed already.
      if captures.isEmpty || !isVoid(name) { problems.note(.mismatchedTag, at: name.lowerBound) }
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
  }

  /// Whether an item that begins here must lie outside what is open: a feed's items are never in a text.
  private var isUnclosed: Bool {
    if let capture = captures.first { return capture.form != .markup }
    return place == .item
  }

  /// What can be told before the attributes are read, which may not be in scope of what is closed.
  private func isNamedAsItem(_ name: Range<Int>) -> Bool {
    ASCIIByte.matches(scanner.bytes, at: name.upperBound - 4, "item")
      || ASCIIByte.matches(scanner.bytes, at: name.upperBound - 5, "entry")
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

  /// Declares what the tag inside a text declares; its other attributes are only written into the text.
  private mutating func declare() -> FeedAttributes {
    for attribute in scanner.attributes where ASCIIByte.matches(scanner.bytes, at: attribute.name.lowerBound, "xml") {
      let name = ASCIIByte.lowercasedString(scanner.bytes[attribute.name])
      if name == "xml:base" {
        let base = trimmedValue(attribute)
        bases.append(links.resolve(base, base: bases.last))
      } else {
        declare(name, attribute)
      }
    }
    return FeedAttributes()
  }

  /// Reads the attributes of the tag, and declares what it declares.
  private mutating func readAttributes() -> FeedAttributes {
    var result = FeedAttributes()
    for attribute in scanner.attributes {
      let name = ASCIIByte.lowercasedString(scanner.bytes[attribute.name])
      if FeedAttributes.names.contains(name) {
        result.set(name, trimmedValue(attribute))
      } else {
        declare(name, attribute)
      }
    }
    if let base = result.base { bases.append(links.resolve(base, base: bases.last)) }
    return result
  }

  private func trimmedValue(_ attribute: XMLScanner.Attribute) -> String {
    let text = CharacterReference.string(attribute.value, of: scanner.bytes)
    return String(decoding: ASCIIByte.trimmed(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Takes note of a namespace.
  private mutating func declare(_ name: String, _ attribute: XMLScanner.Attribute) {
    guard name == "xmlns" || name.hasPrefix("xmlns:") else { return }
    let prefix = name == "xmlns" ? [] : scanner.bytes[attribute.name].dropFirst(6)
    if !scope.declare(prefix, FeedNamespace(address: scanner.bytes[attribute.value])) {
      problems.note(.tooManyNamespaces, at: attribute.name.lowerBound)
    }
  }
}
