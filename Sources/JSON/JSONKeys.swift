import Diagnostics

/// The keys an object of one kind may have.
package struct JSONKeys: Sendable {
  let names: [String]
  let refused: [String: String]
  private let positions: [String: Int]

  /// The keys that are read, and those that are refused, each with the reason, which becomes the help.
  package init(_ names: [String], refused: [String: String] = [:]) {
    self.names = names
    self.refused = refused
    positions = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  func position(of name: String) -> Int? { positions[name] }
}

/// What an object says under a key.
package enum JSONField<Value> {
  /// Nothing: the key is not there, or its value is of the wrong type and has been reported.
  case absent
  /// An explicit `null`.
  case null
  /// A value.
  case value(Value)
}

extension JSONField: Sendable where Value: Sendable {}
extension JSONField: Equatable where Value: Equatable {}
