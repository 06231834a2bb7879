/// How many feeds have a measure between two limits.
package struct Distribution: Hashable, Sendable {
  /// The measures from a limit up to the next one's.
  package struct Bin: Encodable, Hashable, Sendable {
    /// The least that is in it.
    package let from: Double
    /// What it is called.
    package let label: String
    /// How many feeds are in it.
    package fileprivate(set) var feeds = 0
  }

  /// The bins, the least first.
  package private(set) var bins: [Bin]
  /// How many feeds have no measure.
  package private(set) var unknown = 0

  /// Nothing counted yet.
  /// - Parameter bins: the least that is in each, rising, and its name.
  private init(_ bins: KeyValuePairs<Double, String>) {
    self.bins = bins.map { Bin(from: $0.key, label: $0.value) }
  }

  /// Percentages of the time.
  static let uptime = Distribution([
    0: "under 50 %", 50: "50–80 %", 80: "80–95 %", 95: "95–99 %", 99: "99–100 %", 100: "100 %",
  ])

  /// Articles a week.
  static let articlesPerWeek = Distribution([
    0: "under 1", 1: "1–2", 2: "2–7", 7: "7–20", 20: "20–70", 70: "70 and more",
  ])

  /// Counts a feed.
  mutating func add(_ measure: Double?) {
    guard let measure, let bin = bins.lastIndex(where: { $0.from <= measure }) else {
      unknown += 1
      return
    }
    bins[bin].feeds += 1
  }
}
