/// How much a feed may grow by its links being resolved: a long base and many short links would fill the memory.
struct LinkBudget {
  /// No base is longer that is not made to be long.
  static let longestBase = 2048

  private var left = 16 * 1024 * 1024

  /// An address as seen from a base; the reference itself once too much has been spent.
  mutating func resolve(_ reference: String, base: String?) -> String {
    guard let base, left > 0, base.utf8.count <= Self.longestBase else { return reference }
    let address = URLReference.resolve(reference, base: base)
    left -= max(0, address.utf8.count - reference.utf8.count)
    return address
  }
}
