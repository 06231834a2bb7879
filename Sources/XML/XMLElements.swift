import Notation

/// The elements of an XML document in UTF-8, read strictly: a text that is not well-formed is refused.
///
/// The list is flat, because a damaged document can be nested too deeply for recursion.
package struct XMLElements: Sendable {
  package struct Element: Sendable {
    package let name: String
    /// The bytes of the start tag, up to the end of the name.
    package let range: Range<Int>
    /// The index of the enclosing element; `nil` for the root.
    package let parent: Int?
    /// The text directly in the element, without references.
    package fileprivate(set) var text = ""
    fileprivate(set) var attributes: [String: Attribute] = [:]

    fileprivate init(name: String, range: Range<Int>, parent: Int?) {
      self.name = name
      self.range = range
      self.parent = parent
    }

    /// The names of all attributes, sorted.
    package var attributeNames: [String] { attributes.keys.sorted() }

    /// Returns the value of an attribute.
    package subscript(name: String) -> String? { attributes[name]?.value }

    /// Returns the bytes of an attribute's value, or of the element without the attribute.
    package func range(of attribute: String) -> Range<Int> { attributes[attribute]?.range ?? range }
  }

  struct Attribute: Sendable {
    let value: String
    let range: Range<Int>
  }

  /// The elements in text order, the root first.
  package private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// - Throws: The first mistake.
  package init(_ bytes: [UInt8]) throws(XMLMistake) {
    let encoding = XMLEncoding(of: bytes)
    guard encoding.isUTF8 else { throw XMLMistake(.unknownEncoding, 0..<0) }
    var scanner = XMLScanner(bytes, from: encoding.mark)
    while let token = scanner.next() {
      if let mistake = scanner.mistakes.first { throw mistake }
      switch token {
      case .start(let name, let isEmpty): try start(name, isEmpty: isEmpty, scanner)
      case .end(let name): try end(name, bytes)
      case .text(let range): try add(range, bytes, isLiteral: false)
      case .literal(let range): try add(range, bytes, isLiteral: true)
      case .documentType, .other: break
      }
    }
    if let entity = scanner.entityDeclaration { throw XMLMistake(.entityDeclaration, entity) }
    if let last = open.last { throw XMLMistake(.missingEnd, elements[last].range) }
    if elements.isEmpty { throw XMLMistake(.missingRoot, bytes.count..<bytes.count) }
  }

  private mutating func start(
    _ name: Range<Int>, isEmpty: Bool, _ scanner: borrowing XMLScanner
  ) throws(XMLMistake) {
    if open.isEmpty, !elements.isEmpty { throw XMLMistake(.contentAfterRoot, name) }
    let bytes = scanner.bytes
    var element = Element(
      name: String(decoding: bytes[name], as: UTF8.self), range: name.lowerBound - 1..<name.upperBound,
      parent: open.last)
    for attribute in scanner.attributes {
      let key = String(decoding: bytes[attribute.name], as: UTF8.self)
      let value = Attribute(value: try decoded(attribute.value, bytes), range: attribute.value)
      guard element.attributes.updateValue(value, forKey: key) == nil else {
        throw XMLMistake(.duplicateAttribute, attribute.name)
      }
    }
    if !isEmpty { open.append(elements.count) }
    elements.append(element)
  }

  private mutating func end(_ name: Range<Int>, _ bytes: [UInt8]) throws(XMLMistake) {
    guard let last = open.popLast(), bytes[name].elementsEqual(elements[last].name.utf8) else {
      throw XMLMistake(.mismatchedTag, name)
    }
  }

  private mutating func add(_ range: Range<Int>, _ bytes: [UInt8], isLiteral: Bool) throws(XMLMistake) {
    let text = isLiteral ? String(decoding: bytes[range], as: UTF8.self) : try decoded(range, bytes)
    if let last = open.last {
      elements[last].text += text
    } else if bytes[range].contains(where: { !$0.isSpace }) {
      throw XMLMistake(elements.isEmpty ? .missingRoot : .contentAfterRoot, range)
    }
  }

  private func decoded(_ range: Range<Int>, _ bytes: [UInt8]) throws(XMLMistake) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    let undecoded = CharacterReference.append(range, of: bytes, to: &text)
    if let kind = undecoded.first { throw XMLMistake(kind == .none ? .bareAmpersand : .unknownEntity, range) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension XMLMistake: Error {}
