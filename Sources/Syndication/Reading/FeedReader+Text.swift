import Notation
import XML

extension FeedReader {
  mutating func text(_ range: Range<Int>) {
    guard let last = captures.indices.last else { return }
    var undecoded: Set<CharacterReference.Kind>
    if captures[last].form == .markup {
      var text: [UInt8] = []
      text.reserveCapacity(range.count)
      undecoded = CharacterReference.append(range, of: scanner.bytes, to: &text)
      CharacterReference.appendEscaped(text[...], to: &captures[last].bytes)
    } else {
      undecoded = CharacterReference.append(range, of: scanner.bytes, to: &captures[last].bytes)
    }
    if undecoded.remove(.none) != nil { problems.note(.unescapedAmpersand, at: range.lowerBound) }
    if !undecoded.isEmpty { problems.note(.undefinedEntity, at: range.lowerBound) }
  }

  mutating func literal(_ range: Range<Int>) {
    guard let last = captures.indices.last else { return }
    if captures[last].form == .markup {
      CharacterReference.appendEscaped(scanner.bytes[range], to: &captures[last].bytes)
    } else {
      captures[last].hasLiteral = true
      captures[last].bytes.append(contentsOf: scanner.bytes[range])
    }
  }

  mutating func capture(_ element: FeedElement, _ attributes: [String: String]) {
    let isAtom = feed?.format == .atom
    let type = attributes["type"]?.lowercased() ?? ""
    captures.append(
      TextCapture(
        element: element, form: Self.form(of: element, type: type, mode: attributes["mode"]?.lowercased()),
        depth: open.count,
        isHTML: isAtom ? type.contains("html") : true, attributes: attributes,
        unwrapsDiv: isAtom && feed?.version == "1.0",
        declaresText: isAtom && (type.isEmpty || type == "text" || type == "text/plain") || type == "plain"))
  }

  /// Returns the form of an element's text (RFC 4287, 3.1 and 4.1.3.3; Atom 0.3, 3.1).
  private static func form(of element: FeedElement, type: String, mode: String?) -> TextCapture.Form {
    switch element {
    case .title, .description, .summary, .content: break
    default: return .escaped
    }
    if mode == "base64" { return .base64 }
    if mode == "escaped" || !type.contains("/") { return type == "xhtml" ? .markup : .escaped }
    if type.hasSuffix("+xml") || type.hasSuffix("/xml") { return .markup }
    return type.hasPrefix("text/") ? .escaped : .base64
  }

  mutating func appendTag(_ name: Range<Int>, isEmpty: Bool) {
    guard let last = captures.indices.last else { return }
    let bytes = scanner.bytes
    let local = localName(name)
    let isFirst = captures[last].unwrapsDiv && captures[last].bytes[...].trimmed.isEmpty
    captures[last].unwrapsDiv = false
    if isFirst, !isEmpty, bytes[local].lowercasedString == "div" {
      captures[last].divDepth = open.count
      captures[last].bytes.removeAll()
      return
    }
    captures[last].beginMarkup()
    let element = captures[last].element
    captures[last].bytes.append(UInt8(ascii: "<"))
    captures[last].bytes.append(contentsOf: bytes[local])
    for attribute in scanner.attributes where !bytes.matches("xml", at: attribute.name.lowerBound) {
      captures[last].bytes.append(0x20)
      captures[last].bytes.append(contentsOf: bytes[attribute.name])
      captures[last].bytes.append(contentsOf: [UInt8(ascii: "="), UInt8(ascii: "\"")])
      let value = CharacterReference.string(attribute.value, of: bytes)
      let isLink = MarkupLinks.attributes.contains(bytes[attribute.name].lowercasedString)
      let isKept = !isLink || MarkupLinks.isFragment(value) && isBody(element)
      let written = isKept ? value : links.resolve(value, base: base(of: element))
      CharacterReference.appendEscaped(Array(written.utf8)[...], to: &captures[last].bytes, isValue: true)
      captures[last].bytes.append(UInt8(ascii: "\""))
    }
    captures[last].bytes.append(contentsOf: isEmpty ? " />".utf8 : ">".utf8)
  }

  mutating func appendEndTag(_ name: Range<Int>) {
    guard let last = captures.indices.last else { return }
    captures[last].bytes.append(contentsOf: "</".utf8)
    captures[last].bytes.append(contentsOf: scanner.bytes[localName(name)])
    captures[last].bytes.append(UInt8(ascii: ">"))
  }

  /// Returns a name without its declared prefix: HTML has no prefixes.
  private func localName(_ name: Range<Int>) -> Range<Int> {
    guard let colon = scanner.bytes[name].firstIndex(of: UInt8(ascii: ":")),
      scope.namespace(of: scanner.bytes[name.lowerBound..<colon]) != nil
    else { return name }
    return colon + 1..<name.upperBound
  }

  /// Returns the prefix of a name; empty without a prefix.
  func prefix(of name: Range<Int>) -> ArraySlice<UInt8> {
    scanner.bytes[name].firstIndex(of: UInt8(ascii: ":")).map { scanner.bytes[name.lowerBound..<$0] } ?? []
  }

  /// Returns the meaning of an element by its name and the namespaces in scope.
  mutating func element(named name: Range<Int>) -> FeedElement {
    let bytes = scanner.bytes
    guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else {
      let namespace = scope.namespace(of: []) ?? .core
      // An unknown default namespace is usually a publisher's own namespace for RSS.
      return FeedElement(namespace == .other ? .core : namespace, bytes[name].lowercasedString)
    }
    let prefix = bytes[name.lowerBound..<colon]
    let local = bytes[(colon + 1)..<name.upperBound].lowercasedString
    if let namespace = scope.namespace(of: prefix) { return FeedElement(namespace, local) }
    problems.note(.undeclaredPrefix, at: name.lowerBound)
    return FeedElement(FeedNamespace(customaryPrefix: prefix.lowercasedString), local)
  }
}
