import Notation

/// A limit on the growth of a feed by resolving links, because a long base and many short links would fill the memory.
struct LinkBudget {
  /// Maximum length of a base in bytes.
  private static let maximumBaseLength = 2048

  private var remainingBytes = 16 * 1024 * 1024

  /// Returns an address resolved against a base; the reference itself after the budget is spent.
  mutating func resolve(_ reference: String, base: String?) -> String {
    guard let base, remainingBytes > 0, base.utf8.count <= Self.maximumBaseLength else { return reference }
    let address = URLReference.resolve(reference, base: base)
    remainingBytes -= max(0, address.utf8.count - reference.utf8.count)
    return address
  }
}
