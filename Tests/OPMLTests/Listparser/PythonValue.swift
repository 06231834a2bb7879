/// A value in listparser's expectations.
enum PythonValue: Equatable {
  case none
  case number(Int)
  case text(String)
  case list([PythonValue])
  case dictionary([String: PythonValue])

  /// Whether the value is true in Python.
  var isTrue: Bool {
    switch self {
    case .none: false
    case .number(let number): number != 0
    case .text(let text): !text.isEmpty
    case .list(let items): !items.isEmpty
    case .dictionary(let members): !members.isEmpty
    }
  }

  /// The number of items or characters.
  var count: Int? {
    switch self {
    case .none, .number: nil
    case .text(let text): text.count
    case .list(let items): items.count
    case .dictionary(let members): members.count
    }
  }

  /// Whether the value contains an item or a key.
  func contains(_ value: PythonValue) -> Bool {
    switch self {
    case .list(let items): items.contains(value)
    case .dictionary(let members): if case .text(let key) = value { members[key] != nil } else { false }
    default: false
    }
  }

  /// Returns the value for a key or at an index; `nil` if missing.
  subscript(key: PythonValue) -> PythonValue? {
    switch (self, key) {
    case (.dictionary(let members), .text(let key)): members[key]
    case (.list(let items), .number(let index)): items.indices.contains(index) ? items[index] : nil
    default: nil
    }
  }
}
