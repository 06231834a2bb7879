package import Diagnostics

/// A parsed JSON text, with the source range of every value.
///
/// The values are one flat array in the order of the text, with twelve bytes per value and no tree of objects.
package final class JSONDocument: Sendable {
  package let source: SourceText
  let nodes: [JSONNode]

  init(source: SourceText, nodes: [JSONNode]) {
    self.source = source
    self.nodes = nodes
  }

  /// Parses a text as RFC 8259 JSON, with an optional byte order mark; returns `nil` if a mistake makes the rest
  /// unreadable.
  ///
  /// The parser reports repeated keys, missing commas, extra commas, and incomplete surrogate pairs, and continues. Half a
  /// pair is U+FFFD.
  package static func parse(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> JSONDocument? {
    guard source.bytes.count <= JSONNode.maximumSource else {
      diagnostics.append(
        Diagnostic(
          .error, rule: "json-size", "the file is larger than 512 MB", file: source.name,
          help: "split it into several files"))
      return nil
    }
    if let offset = source.firstInvalidByte {
      diagnostics.append(
        Diagnostic(
          .error, rule: "not-utf8", "the file is not UTF-8", file: source.name, range: SourceRange(offset, offset + 1),
          help: "save it as UTF-8"))
      return nil
    }
    let (nodes, found) = source.bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, name: source.name)
      return (parser.parse() ? parser.nodes : nil, parser.diagnostics)
    }
    if !found.isEmpty, let conflict = source.mergeConflict {
      diagnostics.append(conflict)
      return nil
    }
    diagnostics += found
    return nodes.map { JSONDocument(source: source, nodes: $0) }
  }

  /// Returns whether the string of a node is this key. A key of a different length is rejected without decoding.
  func isKey(_ index: Int, _ key: String) -> Bool {
    let node = nodes[index]
    if node.kind == .escapedString { return JSONValue(document: self, index: index).string == key }
    guard Int(node.end - node.start) - 2 == key.utf8.count else { return false }
    return source.bytes[Int(node.start) + 1..<Int(node.end) - 1].elementsEqual(key.utf8)
  }

  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

extension JSONValue {
  /// Parses a text strictly, for JSON from a server: no byte order mark, no repairs, at most 64 levels.
  ///
  /// Repeated keys are allowed: the last value counts.
  package init(strict bytes: [UInt8]) throws(JSONSyntaxError) {
    let source = SourceText(name: "", bytes: bytes)
    if let offset = source.firstInvalidByte { throw JSONSyntaxError(at: offset, in: bytes) }
    let (nodes, stop) = bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, name: "", isStrict: true)
      let isRead = bytes.count <= JSONNode.maximumSource && parser.parse()
      return (parser.nodes, isRead ? nil : parser.stop ?? 0)
    }
    if let stop { throw JSONSyntaxError(at: stop, in: bytes) }
    self = JSONDocument(source: source, nodes: nodes).root
  }
}

/// One value of the text: its kind, its position, and its number of nodes including nested ones.
struct JSONNode {
  /// The maximum source size in bytes. A node takes at least two bytes of the text, so every count fits.
  static let maximumSource = 512 * 1024 * 1024

  enum Kind: UInt32 {
    case null, `false`, `true`, integer, fraction, string, escapedString, array, object
  }

  let start: UInt32
  var end: UInt32
  private var packed: UInt32

  init(_ kind: Kind, start: Int, end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    packed = kind.rawValue << 28 | 1
  }

  var kind: Kind { Kind(rawValue: packed >> 28) ?? .null }

  /// The number of nodes from this one to the next node outside it.
  var span: Int {
    get { Int(packed & 0x0FFF_FFFF) }
    set { packed = packed & 0xF000_0000 | UInt32(truncatingIfNeeded: newValue) & 0x0FFF_FFFF }
  }
}
