/// How many feeds are at each level, in a few bytes: a large catalogue has as many hosts as it has feeds.
struct LevelCounts: Hashable, Sendable {
  private var counts = SIMD8<UInt32>()

  /// Counts a feed.
  mutating func add(_ level: HealthLevel) { counts[level.rank] &+= 1 }

  /// How many feeds are at a level or a worse one.
  func count(atLeast level: HealthLevel) -> Int {
    (level.rank..<HealthLevel.allCases.count).reduce(0) { $0 + Int(counts[$1]) }
  }

  /// The levels that have feeds.
  var totals: HealthReport.Totals {
    Dictionary(uniqueKeysWithValues: HealthLevel.allCases.map { ($0, Int(counts[$0.rank])) }.filter { $0.1 > 0 })
  }
}
