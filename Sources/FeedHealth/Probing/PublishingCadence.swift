import Articles
package import CloudKitRecords

/// Publishing rate of a feed, calculated from the dates of its items.
package struct PublishingCadence: Hashable, Sendable {
  /// Number of days for which articles are counted.
  package static let days = 84

  /// Publication date of the newest item; `nil` if no item has a valid date.
  package let newest: Timestamp?
  /// Median time between two publications, in hours; `nil` for fewer than two publications.
  package let medianGap: Double?
  /// Articles per week within 84 days, or since the oldest item if that is later; `nil` without dates, or
  /// if the only one is later than that.
  package let articlesPerWeek: Double?

  /// Calculates the cadence of publication dates. Dates before 1990 or later than tomorrow are errors and are ignored.
  package init(_ dates: [Timestamp], asOf: Timestamp) {
    let latest = asOf.milliseconds &+ 86_400_000
    let sorted = dates.lazy.map(\.milliseconds).filter { $0 >= ArticleSettings.earliestDate && $0 <= latest }.sorted()
    newest = sorted.last.map { Timestamp(milliseconds: $0) }
    guard let oldest = sorted.first else {
      medianGap = nil
      articlesPerWeek = nil
      return
    }
    // Articles with the same date count as one publication, because an import gives all its articles the same date.
    let moments = sorted.reduce(into: [Int64]()) { if $0.last != $1 { $0.append($1) } }
    let gaps = zip(moments.dropFirst(), moments).map { Double($0 - $1) / 3_600_000 }.sorted()
    medianGap = gaps.isEmpty ? nil : (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
    let start = asOf.milliseconds - Int64(Self.days) * 86_400_000
    let begin = max(start, oldest)
    // The oldest article begins the time, and does not count: a weekly feed that lists four has three in three weeks.
    let count = sorted.count { $0 > begin }
    let weeks = max(Double(asOf.milliseconds - begin) / 604_800_000, 1.0 / 7)
    articlesPerWeek = begin == oldest && moments.count == 1 ? nil : Double(count) / weeks
  }

  /// Returns the age of the newest item at which a feed becomes stale, in days: four times the feed's median gap,
  /// between 30 days and two years; one year if the gap is unknown.
  ///
  /// A monthly blog is not stale after six weeks. Source for one year: Kagi's Small Web list. Source for the feed's own
  /// rhythm: reference/feeds.md §5.2.
  package static func staleAfterDays(medianGap hours: Double?) -> Double {
    hours.map { min(730, max(30, 4 * $0 / 24)) } ?? 365
  }

  /// Returns whether a feed's newest item is too old for the feed's rhythm.
  package static func isStale(newest: Timestamp, medianGap hours: Double?, asOf: Timestamp) -> Bool {
    asOf.seconds(since: newest) / 86_400 > staleAfterDays(medianGap: hours)
  }
}
