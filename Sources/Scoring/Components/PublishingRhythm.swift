package import CloudKitRecords

/// Regularity of a feed's publishing.
package struct PublishingRhythm: Hashable, Sendable {
  /// Number of gaps between articles.
  package let gaps: Int
  /// Median gap, in hours.
  package let median: Double
  /// Consistency: 1 if all gaps are equal, 0 if the typical deviation from the median is as large as the median: max(0,
  /// 1 − MAD/median), where MAD is the median absolute deviation of the gaps.
  package let consistency: Double

  /// Calculates the rhythm of the articles published within `days` days; `nil` if the number of gaps is too small.
  ///
  /// Articles with the same date count as one publication, because an import gives all its articles the same date.
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
