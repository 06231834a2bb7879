package import Diagnostics
import Foundation

/// One value of a JSON document: a cursor that is cheap to copy and decodes on demand.
package struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }

  /// The source range of the value, including quotes and brackets.
  package var range: SourceRange { SourceRange(Int(node.start), Int(node.end)) }

  /// The kind of value, for messages: "a string", "an object".
  package var kindName: String {
    switch node.kind {
    case .null: "null"
    case .false, .true: "a boolean"
    case .integer, .fraction: "a number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The source text of the value, including quotes and brackets.
  package var written: String { document.source.string(range) }

  package var isNull: Bool { node.kind == .null }

  /// The Boolean value of `true` or `false`; `nil` for other values.
  package var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The value of a whole number that fits 64 bits, in any notation.
  package var int64: Int64? {
    switch node.kind {
    case .integer: Int64(document.source.string(range))
    case .fraction: Double(document.source.string(range)).flatMap { Int64(exactly: $0) }
    default: nil
    }
  }

  /// The value of a number that has no fraction or exponent and fits 64 bits.
  package var integer: Int64? { node.kind == .integer ? Int64(document.source.string(range)) : nil }

  /// The double nearest to a number; `nil` outside the range of doubles.
  package var double: Double? {
    guard node.kind == .integer || node.kind == .fraction else { return nil }
    return Double(document.source.string(range)).flatMap { $0.isFinite ? $0 : nil }
  }

  package var string: String? {
    switch node.kind {
    case .string: document.source.string(SourceRange(range.start + 1, range.end - 1))
    case .escapedString: JSONEscapes.decode(document.source.bytes[range.start + 1..<range.end - 1])
    default: nil
    }
  }

  package var array: JSONElements? {
    node.kind == .array ? JSONElements(document: document, index: index + 1, end: index + node.span) : nil
  }

  /// The members of an object, in source order, including repeated keys.
  package var object: JSONObject? {
    node.kind == .object ? JSONObject(document: document, index: index + 1, end: index + node.span) : nil
  }
}

package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var index: Int
  let end: Int

  package var first: JSONValue? { isEmpty ? nil : JSONValue(document: document, index: index) }

  package var isEmpty: Bool { index >= end }

  package var count: Int { reduce(0) { count, _ in count + 1 } }

  package mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index += document.nodes[index].span }
    return JSONValue(document: document, index: index)
  }
}

package struct JSONMember: Sendable {
  package let key: String
  /// The source range of the key, including quotes.
  package let keyRange: SourceRange
  package let value: JSONValue
}

package struct JSONObject: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var index: Int
  let end: Int

  package var isEmpty: Bool { index >= end }

  /// Returns the value of a key; `nil` if the key is absent or its value is `null`. The last value of a repeated key
  /// counts.
  package subscript(key: String) -> JSONValue? {
    guard let value = value(key), !value.isNull else { return nil }
    return value
  }

  /// Returns whether the object has the key, even if its value is `null`.
  package func has(_ key: String) -> Bool { value(key) != nil }

  /// Returns the value of a key, including `null`. The last value of a repeated key counts.
  package func value(_ key: String) -> JSONValue? {
    var found: JSONValue?
    var index = index
    while index + 1 < end {
      if document.isKey(index, key) { found = JSONValue(document: document, index: index + 1) }
      index += 1 + document.nodes[index + 1].span
    }
    return found
  }

  package mutating func next() -> JSONMember? {
    guard index + 1 < end else { return nil }
    let key = JSONValue(document: document, index: index)
    let value = JSONValue(document: document, index: index + 1)
    index += 1 + document.nodes[index + 1].span
    return JSONMember(key: key.string ?? "", keyRange: key.range, value: value)
  }
}
