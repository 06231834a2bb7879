/// Distribution of a measure over feeds.
package struct Distribution: Hashable, Sendable {
  /// Range of measures, from a lower limit up to the next bin's limit.
  package struct Bin: Encodable, Hashable, Sendable {
    /// Lower limit, inclusive.
    package let from: Double
    package let label: String
    package fileprivate(set) var feeds = 0
  }

  /// Bins in ascending order.
  package private(set) var bins: [Bin]
  /// Number of feeds without the measure.
  package private(set) var unknown = 0

  /// - Parameter bins: ascending lower limits and labels.
  private init(_ bins: KeyValuePairs<Double, String>) {
    self.bins = bins.map { Bin(from: $0.key, label: $0.value) }
  }

  static let uptime = Distribution([
    0: "under 50%", 50: "50–80%", 80: "80–95%", 95: "95–99%", 99: "99–100%", 100: "100%",
  ])

  static let articlesPerWeek = Distribution([
    0: "under 1", 1: "1–2", 2: "2–7", 7: "7–20", 20: "20–70", 70: "70 and more",
  ])

  mutating func add(_ measure: Double?) {
    guard let measure, let bin = bins.lastIndex(where: { $0.from <= measure }) else {
      unknown += 1
      return
    }
    bins[bin].feeds += 1
  }
}
