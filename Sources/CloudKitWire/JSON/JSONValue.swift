/// A JSON document's value, as it was written: numbers keep whether they had a fraction.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits; beyond 2^53, too.
  case integer(Int64)
  /// Every other number.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// An object's members, in the order they were written.
package struct JSONObject: Hashable, Sendable {
  /// One member.
  package struct Member: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONValue

    /// A member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// All members; a name may be there twice, and the last counts.
  package let members: [Member]

  /// An object of members.
  package init(_ members: [Member]) { self.members = members }

  /// The value of a name; `nil` where it is not there or is `null`.
  package subscript(name: String) -> JSONValue? {
    guard let member = members.last(where: { $0.name == name }), member.value != .null else { return nil }
    return member.value
  }

  /// Whether the name is there, were it with `null`.
  package func has(_ name: String) -> Bool { members.contains { $0.name == name } }
}

extension JSONValue {
  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// An integer.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The members of an array.
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// An object.
  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
  /// A boolean.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// An integer or any other number.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }
}
