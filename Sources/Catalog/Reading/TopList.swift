/// The first elements in an order, up to a limit. The list keeps at most about twice as many elements as its limit.
package struct TopList<Element: Sendable>: Sendable {
  package private(set) var count = 0

  private let limit: Int
  private let precedes: @Sendable (Element, Element) -> Bool
  private var kept: [Element] = []
  /// The last element kept by the last cut. An element that does not precede it cannot be in the list.
  private var bound: Element?

  package init(limit: Int, by precedes: @escaping @Sendable (Element, Element) -> Bool) {
    self.limit = max(0, limit)
    self.precedes = precedes
  }

  package var elements: [Element] { Array(kept.sorted(by: precedes).prefix(limit)) }

  package mutating func add(_ element: Element) {
    count += 1
    if let bound, !precedes(element, bound) { return }
    kept.append(element)
    // Cutting only at twice the limit keeps the total sorting time linear in the number of elements.
    guard (kept.count - 100) / 2 >= limit else { return }
    kept = elements
    bound = kept.last ?? element
  }
}

extension Dictionary where Key == String? {
  /// The entries sorted by name; an entry without a name comes last.
  package var sortedByName: [Element] {
    sorted { lhs, rhs in
      guard let left = lhs.key else { return false }
      return rhs.key.map { left < $0 } ?? true
    }
  }
}
