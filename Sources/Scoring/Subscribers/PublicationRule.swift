/// Rule for publishing a count of people without revealing an individual.
///
/// Source: Apple's analytics reports omit values based on fewer than five users (read 2026-11).
package struct PublicationRule: Hashable, Sendable {
  package enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest 5 below 100, to two significant digits from 100: a change of one person rarely shows.
    case coarse
    case none
  }

  /// Minimum count to publish; 1 publishes all counts.
  package let minimum: Int
  package let rounding: Rounding

  /// Creates a rule with a minimum of five people and coarse rounding by default.
  package init(minimum: Int = 5, rounding: Rounding = .coarse) {
    self.minimum = max(1, minimum)
    self.rounding = rounding
  }

  /// Whether a nonzero count is published as 0.
  package func suppresses(_ counted: Int) -> Bool { counted > 0 && counted < minimum }

  /// If the minimum allows 1 and 2, coarse rounding still publishes them as 0.
  package func published(_ counted: Int) -> Int {
    if counted < minimum { return 0 }
    switch rounding {
    case .none: return counted
    case .coarse: return Self.nearest(counted, to: counted < 100 ? 5 : Self.unit(of: counted))
    }
  }

  /// Returns the place value of the second digit: 10 for 100…999, 100 for 1000…9999.
  private static func unit(of count: Int) -> Int {
    var unit = 1
    var rest = count
    while rest >= 100 {
      rest /= 10
      unit *= 10
    }
    return unit
  }

  private static func nearest(_ count: Int, to unit: Int) -> Int {
    let below = count / unit * unit
    return count - below < unit - (count - below) ? below : below + unit
  }
}

/// Period in which a count is published once: a day by default. Later periods of one form sort after earlier ones as text,
/// as `2026-11-21`, `2026-W47` and `2026-11` do.
package enum PublicationPeriod {
  /// Returns whether a count that was published for a period stays in another one: in the same one, and in an earlier one
  /// of the same form. Days and weeks are not compared.
  package static func holds(_ published: String, in period: String) -> Bool {
    func form(_ text: String) -> String { String(text.map { $0.isNumber ? "0" : $0 }) }
    return published >= period && form(published) == form(period)
  }

  /// Returns whether a text is a valid period: up to 32 letters, digits, '-', '.' and '_'.
  package static func isValid(_ text: String) -> Bool { text.wholeMatch(of: #/[A-Za-z0-9._-]{1,32}/#) != nil }
}
