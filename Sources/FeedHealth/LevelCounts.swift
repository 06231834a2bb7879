/// Number of feeds at each level, in compact form: a large catalog may have as many hosts as feeds.
struct LevelCounts: Hashable, Sendable {
  private var counts = SIMD8<UInt32>()

  /// Adds a feed.
  mutating func add(_ level: HealthLevel) { counts[level.rank] &+= 1 }

  /// Returns the number of feeds at a level or a worse one.
  func count(atLeast level: HealthLevel) -> Int {
    (level.rank..<HealthLevel.allCases.count).reduce(0) { $0 + Int(counts[$1]) }
  }

  /// Number of feeds at each level, without empty levels.
  var totals: HealthReport.Totals {
    Dictionary(uniqueKeysWithValues: HealthLevel.allCases.map { ($0, Int(counts[$0.rank])) }.filter { $0.1 > 0 })
  }
}
