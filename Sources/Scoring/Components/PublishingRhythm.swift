package import CloudKitRecords

/// How evenly a feed publishes.
package struct PublishingRhythm: Hashable, Sendable {
  /// How many gaps between articles there were.
  package let gaps: Int
  /// The median gap, in hours.
  package let median: Double
  /// 1 where all gaps are alike, 0 where they usually differ from their median by all of it:
  /// max(0, 1 − MAD/median), where MAD is the median distance of the gaps from their median.
  package let consistency: Double

  /// The rhythm of the articles published within so many days; `nil` where too few gaps lie between them.
  ///
  /// Articles of one moment are one publication: an import gives all it brings the same date.
  package init?(_ dates: [Timestamp], days: Double = 180, gapsNeeded: Int = 5, asOf: Timestamp) {
    let earliest = asOf.milliseconds.subtractingReportingOverflow(Int64(days * 86_400_000))
    guard !earliest.overflow else { return nil }
    let moments = Set(dates.lazy.map(\.milliseconds).filter { $0 > earliest.partialValue && $0 <= asOf.milliseconds })
      .sorted()
    let gaps = zip(moments.dropFirst(), moments).map { Double($0 - $1) / 3_600_000 }
    guard gaps.count >= max(1, gapsNeeded) else { return nil }
    let median = Self.median(gaps)
    self.gaps = gaps.count
    self.median = median
    consistency = max(0, 1 - Self.median(gaps.map { abs($0 - median) }) / median)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
