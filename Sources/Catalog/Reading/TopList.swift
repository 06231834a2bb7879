/// The first of many elements by an order. It holds at most about twice as many elements as its limit.
package struct TopList<Element: Sendable>: Sendable {
  /// How many elements were added.
  package private(set) var count = 0

  private let limit: Int
  private let precedes: @Sendable (Element, Element) -> Bool
  private var kept: [Element] = []
  /// The last element kept by the last cut: an element that does not precede it cannot be listed.
  private var bound: Element?

  /// An empty list.
  package init(limit: Int, by precedes: @escaping @Sendable (Element, Element) -> Bool) {
    self.limit = max(0, limit)
    self.precedes = precedes
  }

  /// The first elements, in order.
  package var elements: [Element] { Array(kept.sorted(by: precedes).prefix(limit)) }

  /// Adds an element.
  package mutating func add(_ element: Element) {
    count += 1
    if let bound, !precedes(element, bound) { return }
    kept.append(element)
    // Twice the limit before it is cut keeps the sorting linear in the number of elements.
    guard (kept.count - 100) / 2 >= limit else { return }
    kept = elements
    bound = kept.last ?? element
  }
}

extension Dictionary where Key == String? {
  /// The entries by their names; one without a name comes last.
  package var sortedByName: [Element] {
    sorted { lhs, rhs in
      guard let left = lhs.key else { return false }
      return rhs.key.map { left < $0 } ?? true
    }
  }
}
