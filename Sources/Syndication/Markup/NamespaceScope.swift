struct NamespaceScope {
  /// Maximum number of declarations, which bounds the time of a lookup.
  static let maximum = 128

  private var bindings: [(prefix: [UInt8], namespace: FeedNamespace)] = []

  /// The number of declarations, for `leave(to:)` at the end of an element.
  var count: Int { bindings.count }

  /// Declares a prefix (empty for the default namespace); returns `false` above the maximum.
  mutating func declare(_ prefix: ArraySlice<UInt8>, _ namespace: FeedNamespace) -> Bool {
    guard bindings.count < Self.maximum else { return false }
    bindings.append((Array(prefix), namespace))
    return true
  }

  mutating func leave(to count: Int) {
    if bindings.count > count { bindings.removeLast(bindings.count - count) }
  }

  /// Returns the namespace of a prefix; `nil` if undeclared.
  func namespace(of prefix: ArraySlice<UInt8>) -> FeedNamespace? {
    bindings.last { $0.prefix.elementsEqual(prefix) }?.namespace
  }
}
