/// The keys that one kind of object may have.
package struct JSONKeys: Sendable {
  let names: [String]
  let refused: [String: String]
  private let positions: [String: Int]

  /// Creates a set of keys to read and keys to reject, each with a reason that becomes the diagnostic's help.
  package init(_ names: [String], refused: [String: String] = [:]) {
    self.names = names
    self.refused = refused
    positions = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  func position(of name: String) -> Int? { positions[name] }
}

/// The value that an object has for a key.
package enum JSONField<Value> {
  /// No value: the key is absent, or its value has the wrong type and has been reported.
  case absent
  /// An explicit `null`.
  case null
  case value(Value)
}

extension JSONField: Sendable where Value: Sendable {}
extension JSONField: Equatable where Value: Equatable {}
