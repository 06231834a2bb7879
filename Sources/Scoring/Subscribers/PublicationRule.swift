/// What is published of a count of people, so that no single one can be seen in it.
///
/// Source: Apple's analytics reports leave out what fewer than five users stand behind (read 2026-11).
package struct PublicationRule: Hashable, Sendable {
  /// How counts are rounded.
  package enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest 5 below 100, to two significant digits from there: a change of one person rarely shows.
    case coarse
    /// Not at all.
    case none
  }

  /// The smallest count that is published; 1 publishes all.
  package let minimum: Int
  /// How what is published is rounded.
  package let rounding: Rounding

  /// A rule; five people and coarse rounding by default.
  package init(minimum: Int = 5, rounding: Rounding = .coarse) {
    self.minimum = max(1, minimum)
    self.rounding = rounding
  }

  /// Whether a count is published as 0 though it is not.
  package func suppresses(_ counted: Int) -> Bool { counted > 0 && counted < minimum }

  /// What is published of a count. Where the minimum lets 1 and 2 pass, they are rounded to 0.
  package func published(_ counted: Int) -> Int {
    if counted < minimum { return 0 }
    switch rounding {
    case .none: return counted
    case .coarse: return Self.nearest(counted, to: counted < 100 ? 5 : Self.unit(of: counted))
    }
  }

  /// The value of the second digit's place: 10 for 100…999, 100 for 1000…9999.
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
    return count - below < unit - (count - below) ? below : below.addingReportingOverflow(unit).partialValue
  }
}
