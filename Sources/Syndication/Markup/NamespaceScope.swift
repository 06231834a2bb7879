/// The prefixes that are declared where a reader stands.
struct NamespaceScope {
  /// More than any feed declares; every name is looked for among them.
  static let maximum = 128

  private struct Binding {
    let prefix: [UInt8]
    let namespace: FeedNamespace
  }

  private var bindings: [Binding] = []

  /// How many are declared, to return to where an element ends.
  var count: Int { bindings.count }

  /// Declares a prefix, or the default where it is empty; false where there are too many already.
  mutating func declare(_ prefix: ArraySlice<UInt8>, _ namespace: FeedNamespace) -> Bool {
    guard bindings.count < Self.maximum else { return false }
    bindings.append(Binding(prefix: Array(prefix), namespace: namespace))
    return true
  }

  mutating func leave(to count: Int) {
    if bindings.count > count { bindings.removeLast(bindings.count - count) }
  }

  /// The namespace of a prefix; `nil` where it is not declared.
  func namespace(of prefix: ArraySlice<UInt8>) -> FeedNamespace? {
    bindings.last { $0.prefix.elementsEqual(prefix) }?.namespace
  }
}
