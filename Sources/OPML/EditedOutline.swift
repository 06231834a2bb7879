package import Diagnostics
import Notation
import XML

/// The start tag of an outline whose attributes can be changed; all others keep their form.
package struct EditedOutline {
  /// The attributes of `OPMLExtension` need its declaration, which a list of another program lacks.
  private static let declaration = "xmlns:\(OPMLExtension.prefix.dropLast())"

  package private(set) var tag: String

  package init(_ tag: String) { self.tag = tag }

  /// Returns the edit that declares the attributes of extensions; `nil` if the document declares them, or is not a
  /// list.
  package static func declaring(in source: SourceText) -> Fix.Edit? {
    guard let start = source.bytes.indices.first(where: { source.bytes.matches("<opml", at: $0) }) else { return nil }
    let end = source.bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? source.bytes.count
    if EditedOutline(source.string(SourceRange(start, end)) + ">").attribute(declaration) != nil { return nil }
    let text = " \(declaration)=\"\(OPMLExtension.namespace)\""
    return Fix.Edit(range: SourceRange(start + 5, start + 5), replacement: text)
  }

  /// An attribute's value, by its name in any case. Setting a value adds the attribute if it is absent; setting `nil`
  /// removes it.
  /// - Parameter isExtension: Whether the name is one of `OPMLExtension`, without its prefix.
  package subscript(name: String, isExtension isExtension: Bool = false) -> String? {
    get {
      let bytes = Array(tag.utf8)
      return attribute(Self.full(name, isExtension)).map { CharacterReference.string($0.value, of: bytes) }
    }
    set {
      var bytes = Array(tag.utf8)
      let name = Self.full(name, isExtension)
      let value = Array(CharacterReference.escaped(newValue ?? "").utf8)
      if let attribute = attribute(name) {
        if newValue == nil {
          bytes.removeSubrange(attribute.range)
        } else {
          bytes.replaceSubrange(attribute.value, with: value)
        }
      } else if newValue != nil {
        let last = bytes.lastIndex { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && !$0.isSpace }
        let attribute = Array(" \(name)=\"".utf8) + value + [UInt8(ascii: "\"")]
        bytes.insert(contentsOf: attribute, at: (last ?? bytes.count - 1) + 1)
      }
      tag = String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The names of the attributes, in lowercase.
  package var names: [String] { attributes.map(\.name) }

  private static func full(_ name: String, _ isExtension: Bool) -> String {
    isExtension ? OPMLExtension.prefix + name : name
  }

  private struct Attribute {
    /// In lowercase.
    let name: String
    /// The attribute, with the white space before it.
    let range: Range<Int>
    /// The value without its quotes.
    let value: Range<Int>
  }

  private func attribute(_ name: String) -> Attribute? {
    let name = name.lowercased()
    return attributes.first { $0.name == name }
  }

  private var attributes: [Attribute] {
    let bytes = Array(tag.utf8)
    var attributes: [Attribute] = []
    var index = XMLScanner.nameEnd(bytes, 1)
    while index < bytes.count {
      let start = XMLScanner.skipSpace(bytes, index, bytes.count)
      let end = XMLScanner.nameEnd(bytes, start)
      let equals = XMLScanner.skipSpace(bytes, end, bytes.count)
      guard end > start, equals < bytes.count, bytes[equals] == UInt8(ascii: "=") else { break }
      let open = XMLScanner.skipSpace(bytes, equals + 1, bytes.count)
      guard open < bytes.count, let close = bytes[(open + 1)...].firstIndex(of: bytes[open]) else { break }
      attributes.append(
        Attribute(name: bytes[start..<end].lowercasedString, range: index..<close + 1, value: open + 1..<close))
      index = close + 1
    }
    return attributes
  }
}
