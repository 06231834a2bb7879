package import Catalog
package import CloudKitRecords

/// The health of a catalogue: how many feeds are at each level, and the worst of them.
package struct HealthReport: Sendable {
  /// How many feeds are at each level.
  package typealias Totals = [HealthLevel: Int]

  /// One category's totals.
  package struct Category: Hashable, Sendable {
    /// The category, as the layout has it; `nil` for feeds without one.
    package let category: String?
    /// Its totals.
    package let totals: Totals
  }

  /// The moment it is for.
  package let asOf: Timestamp
  /// How many feeds are listed at most.
  package let limit: Int
  /// How many active feeds are at each level; a level without feeds is absent.
  package private(set) var totals: Totals = [:]
  /// How many feeds are switched off; they are not judged.
  package private(set) var inactive = 0
  /// What is wrong in the catalogue itself.
  package private(set) var problems: [CatalogProblem] = []

  private var byCategory: [String?: Totals] = [:]
  private var kept: [FeedHealth] = []

  /// A report of no feeds yet.
  package init(asOf: Timestamp, limit: Int = 2000) {
    self.asOf = asOf
    self.limit = max(0, limit)
  }

  /// A report of a whole catalogue.
  /// - Parameter progress: called with the number of feeds read so far.
  package static func read(
    _ reader: CatalogReader, asOf: Timestamp, limit: Int = 2000, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> HealthReport {
    var report = HealthReport(asOf: asOf, limit: limit)
    try await reader.forEachPage { (page) throws(RecordStoreError) in
      report.add(page)
      progress(report.feeds + report.inactive)
    }
    return report
  }

  /// How many active feeds there are.
  package var feeds: Int { totals.values.reduce(0, +) }

  /// The feeds, the worst first, as many as the limit allows.
  package var items: [FeedHealth] { Array(kept.sorted().prefix(limit)) }

  /// The totals of every category, in the categories' order; feeds without one come last.
  package var categories: [Category] {
    byCategory.map { Category(category: $0.key, totals: $0.value) }
      .sorted { lhs, rhs in
        guard let left = lhs.category else { return false }
        return rhs.category.map { left < $0 } ?? true
      }
  }

  /// Adds a page of the catalogue.
  package mutating func add(_ page: CatalogPage) {
    problems += page.problems
    for entry in page.entries { add(entry) }
  }

  /// How many feeds are at a level or a worse one: what makes a check fail.
  package func count(atLeast level: HealthLevel) -> Int {
    totals.filter { $0.key >= level }.values.reduce(0, +)
  }

  private mutating func add(_ entry: FeedEntry) {
    guard entry.isActive else {
      inactive += 1
      return
    }
    let health = FeedHealth(of: entry, asOf: asOf)
    totals[health.level, default: 0] += 1
    byCategory[health.category, default: [:]][health.level, default: 0] += 1
    kept.append(health)
    // Twice the limit before it is cut keeps the sorting linear in the number of feeds.
    if (kept.count - 100) / 2 >= limit { kept = items }
  }
}
