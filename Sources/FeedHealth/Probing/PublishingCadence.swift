package import CloudKitRecords

/// How often a feed publishes, by the dates of the items it lists.
package struct PublishingCadence: Hashable, Sendable {
  /// How far back articles are counted, in days.
  package static let days = 84

  /// When the newest item was published; `nil` where no item has a date that can be.
  package let newest: Timestamp?
  /// The median time between two publications, in hours; `nil` for fewer than two.
  package let medianGap: Double?
  /// Articles a week within 84 days, or since the oldest item listed where that is later; `nil` without dates.
  package let articlesPerWeek: Double?

  /// The cadence of some dates. Dates later than tomorrow are mistakes and are left out.
  package init(_ dates: [Timestamp], asOf: Timestamp) {
    let latest = asOf.milliseconds &+ 86_400_000
    let sorted = dates.lazy.map(\.milliseconds).filter { $0 <= latest }.sorted()
    newest = sorted.last.map { Timestamp(milliseconds: $0) }
    guard let oldest = sorted.first else {
      medianGap = nil
      articlesPerWeek = nil
      return
    }
    // Articles of one moment are one publication: an import gives all it brings the same date.
    let moments = sorted.reduce(into: [Int64]()) { if $0.last != $1 { $0.append($1) } }
    let gaps = zip(moments.dropFirst(), moments).map { Double($0 - $1) / 3_600_000 }.sorted()
    medianGap = gaps.isEmpty ? nil : (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
    let begin = max(asOf.milliseconds - Int64(Self.days) * 86_400_000, oldest)
    let count = sorted.count { $0 >= begin }
    let weeks = max(Double(asOf.milliseconds - begin) / 604_800_000, 1.0 / 7)
    articlesPerWeek = Double(count) / weeks
  }

  /// How old a feed's newest item may be before the feed counts as stale, in days: four times its own gap, between 30 days
  /// and two years; a year where the gap is not known.
  ///
  /// A monthly blog is not stale after six weeks. Source for the year: Kagi's Small Web list; for the feed's own rhythm:
  /// reference/feeds.md §5.2.
  package static func staleAfterDays(medianGap hours: Double?) -> Double {
    hours.map { min(730, max(30, 4 * $0 / 24)) } ?? 365
  }

  /// Whether a feed has been silent for too long.
  package static func isStale(newest: Timestamp, medianGap hours: Double?, asOf: Timestamp) -> Bool {
    asOf.seconds(since: newest) / 86_400 > staleAfterDays(medianGap: hours)
  }
}
