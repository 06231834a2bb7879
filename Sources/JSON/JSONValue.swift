package import Diagnostics
import Foundation

/// One value of a JSON document; a cursor, cheap to copy, that decodes only what it is asked for.
package struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }

  /// The bytes of the value, quotes and brackets included.
  package var range: SourceRange { SourceRange(Int(node.start), Int(node.end)) }

  /// What the value is, for messages: "a string", "an object".
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

  /// The value as it stands in the text, quotes and brackets included.
  package var written: String { document.source.string(range) }

  /// Whether the value is `null`.
  package var isNull: Bool { node.kind == .null }

  /// The value of `true` and `false`.
  package var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The value of a number that is a whole number within 64 bits, however it is written.
  package var int64: Int64? {
    switch node.kind {
    case .integer: Int64(document.source.string(range))
    case .fraction: Double(document.source.string(range)).flatMap { Int64(exactly: $0) }
    default: nil
    }
  }

  /// The value of a number that is written without a fraction and an exponent and fits 64 bits.
  package var integer: Int64? { node.kind == .integer ? Int64(document.source.string(range)) : nil }

  /// The nearest double to a number; `nil` beyond the range of doubles.
  package var double: Double? {
    guard node.kind == .integer || node.kind == .fraction else { return nil }
    return Double(document.source.string(range)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text of a string.
  package var string: String? {
    switch node.kind {
    case .string: document.source.string(SourceRange(range.start + 1, range.end - 1))
    case .escapedString: JSONEscapes.decode(document.source.bytes[range.start + 1..<range.end - 1])
    default: nil
    }
  }

  /// The elements of an array.
  package var array: JSONElements? {
    node.kind == .array ? JSONElements(document: document, index: index + 1, end: index + node.span) : nil
  }

  /// The members of an object, in the order of the text, repeated keys included.
  package var object: JSONObject? {
    node.kind == .object ? JSONObject(document: document, index: index + 1, end: index + node.span) : nil
  }
}

/// The elements of an array, one after the other.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var index: Int
  let end: Int

  /// The first element.
  package var first: JSONValue? { isEmpty ? nil : JSONValue(document: document, index: index) }

  /// Whether the array has no elements.
  package var isEmpty: Bool { index >= end }

  /// The number of elements.
  package var count: Int { reduce(0) { count, _ in count + 1 } }

  package mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index += document.nodes[index].span }
    return JSONValue(document: document, index: index)
  }
}

/// One key of an object and its value.
package struct JSONMember: Sendable {
  /// The key's text.
  package let key: String
  /// The key in the text, quotes included.
  package let keyRange: SourceRange
  /// The value.
  package let value: JSONValue
}

/// The members of an object, one after the other.
package struct JSONObject: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var index: Int
  let end: Int

  /// Whether the object has no members.
  package var isEmpty: Bool { index >= end }

  /// The value of a key; `nil` where the key is absent or `null`. Of a repeated key the last value counts.
  package subscript(key: String) -> JSONValue? {
    guard let value = value(key), !value.isNull else { return nil }
    return value
  }

  /// Whether the object has the key, even with `null`.
  package func has(_ key: String) -> Bool { value(key) != nil }

  /// The value of a key, `null` included. Of a repeated key the last value counts.
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
