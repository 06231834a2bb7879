import Notation
import XML

extension FeedReader {
  /// The mistakes in tags that count as attribute values without quotes.
  private static let looseTags: Set<XMLMistake.Kind> = [.missingValue, .unclosedTag, .unclosedValue, .unquotedValue]

  private static let attributeNames: Set<String> = [
    "href", "rel", "type", "mode", "rdf:about", "about", "version", "ispermalink", "lastmod", "base", "xml:base",
    "xml:lang", "term", "label", "url", "medium", "name", "content", "hreflang",
  ]

  mutating func start(_ name: Range<Int>, isEmpty: Bool) {
    if scanner.mistakes.contains(where: { Self.looseTags.contains($0.kind) }) {
      problems.note(.unquotedAttribute, at: name.lowerBound)
    }
    if isInItemOrText, isNamedAsItem(name), element(named: name) == .item { closeForItem() }
    var opened = Open(
      name: name, element: .unknown, namespaces: scope.count, bases: bases.count, place: place)
    let isInText = !captures.isEmpty
    if isInText { readDeclarations() }
    let attributes = isInText ? [:] : readAttributes()
    let element = isInText ? .unknown : element(named: name)
    guard open.count < FeedLimits.depth else {
      problems.note(.tooDeep, at: name.lowerBound)
      restore(opened)
      return
    }
    if !isInText {
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
      let index = open.lastIndex(where: { bytes[$0.name].equalsIgnoringCase(bytes[name]) })
    else {
      // `<br></br>` is well-formed and already closed.
      if captures.isEmpty || !isVoid(name) { problems.note(.mismatchedTag, at: name.lowerBound) }
      return
    }
    // An unclosed paragraph in HTML is not a mistake of the feed.
    if index != open.count - 1, captures.last.map({ $0.depth >= index }) ?? true {
      problems.note(.mismatchedTag, at: name.lowerBound)
    }
    close(to: index)
  }

  /// Closes elements, innermost first, until a number of open elements remain.
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

  /// Whether an item that begins here reveals unclosed elements: items are never inside a text or another item.
  private var isInItemOrText: Bool {
    if let capture = captures.first { return capture.form != .markup }
    return place == .item
  }

  /// Whether a name looks like an item, for a check before the attributes are in scope.
  private func isNamedAsItem(_ name: Range<Int>) -> Bool {
    scanner.bytes.matches("item", at: name.upperBound - 4)
      || scanner.bytes.matches("entry", at: name.upperBound - 5)
  }

  private mutating func closeForItem() {
    let outermost = open.firstIndex { $0.element == .item } ?? captures.first?.depth
    guard let outermost, outermost > 0 else { return }
    problems.note(.mismatchedTag, at: scanner.position)
    close(to: outermost)
  }

  private func isVoid(_ name: Range<Int>) -> Bool {
    name.count <= 6
      && ["br", "hr", "img", "input", "wbr", "col", "area", "embed", "source", "track"].contains(
        scanner.bytes[name].lowercasedString)
  }

  /// Reads the base and namespaces of a tag inside a text.
  private mutating func readDeclarations() {
    for attribute in scanner.attributes where scanner.bytes.matches("xml", at: attribute.name.lowerBound) {
      let name = scanner.bytes[attribute.name].lowercasedString
      if name == "xml:base" { enterBase(CharacterReference.trimmedString(attribute.value, of: scanner.bytes)) }
      declare(name, attribute)
    }
  }

  private mutating func enterBase(_ base: String) { bases.append(links.resolve(base, base: bases.last)) }

  /// Reads the known attributes, the base and the namespaces of a tag.
  private mutating func readAttributes() -> [String: String] {
    var result: [String: String] = [:]
    for attribute in scanner.attributes {
      let name = scanner.bytes[attribute.name].lowercasedString
      if Self.attributeNames.contains(name) {
        result[name] = CharacterReference.trimmedString(attribute.value, of: scanner.bytes)
      } else {
        declare(name, attribute)
      }
    }
    if let base = result["xml:base"] ?? result["base"] { enterBase(base) }
    return result
  }

  /// Declares a namespace if the attribute is a declaration.
  private mutating func declare(_ name: String, _ attribute: XMLScanner.Attribute) {
    guard name == "xmlns" || name.hasPrefix("xmlns:") else { return }
    let prefix: ArraySlice<UInt8> = name == "xmlns" ? [] : scanner.bytes[attribute.name].dropFirst(6)
    if !scope.declare(prefix, FeedNamespace(address: scanner.bytes[attribute.value], prefix: prefix)) {
      problems.note(.tooManyNamespaces, at: attribute.name.lowerBound)
    }
  }
}
