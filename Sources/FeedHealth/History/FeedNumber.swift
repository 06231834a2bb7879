/// A number of a feed, from a day (UTC) until the next one that the history has.
package struct FeedNumber: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case score
    /// The published number of subscribers.
    case subscribers
  }

  package let value: Int
  /// Days since 1970-01-01.
  package let day: Int
  /// What the value consisted of when it was last found, in a notation of its writer; empty if nothing is to be
  /// explained.
  package let detail: String
  /// What the value was computed by, and what the parts of `detail` are.
  package let basis: String

  package init(_ value: Int, day: Int, detail: String = "", basis: String = "") {
    self.value = value
    self.day = day
    self.detail = detail
    self.basis = basis
  }
}

/// The sum of a number over the feeds of a catalog, at the end of a day (UTC).
package struct NumberTotal: Hashable, Sendable {
  /// Days since 1970-01-01.
  package let day: Int
  package let feeds: Int
  package let sum: Int
  /// What the values were computed by.
  package let basis: String

  package init(day: Int, feeds: Int, sum: Int, basis: String = "") {
    self.day = day
    self.feeds = feeds
    self.sum = sum
    self.basis = basis
  }

  package var mean: Double { feeds == 0 ? 0 : Double(sum) / Double(feeds) }
}

extension [NumberTotal] {
  /// Returns the day before which the numbers at the start of a period are known: that of the start, or the one after
  /// the first total if that is later.
  package func knownDay(from start: Int) -> Int { Swift.max(start, first.map { $0.day + 1 } ?? start) }
}
