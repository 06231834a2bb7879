package import Catalog
package import CloudKitRecords
package import FeedProbes

/// The health of a catalogue: how many feeds are at each level, and the worst of them.
///
/// It holds as many feeds as its limit, and of all others only counts.
package struct HealthReport: Sendable {
  /// How many feeds are at each level.
  package typealias Totals = [HealthLevel: Int]

  /// The totals of the feeds that share something.
  package struct Group: Hashable, Sendable {
    /// What they share, such as a category or a host; `nil` for the feeds that have none.
    package let name: String?
    fileprivate let counts: LevelCounts

    /// Their totals.
    package var totals: Totals { counts.totals }

    /// Returns how many feeds are at a level or a worse one.
    package func count(atLeast level: HealthLevel) -> Int { counts.count(atLeast: level) }
  }

  /// The moment it is for.
  package let asOf: Timestamp
  /// How many feeds are listed at most.
  package let limit: Int
  /// How many active feeds are at each level; a level without feeds is absent.
  package var totals: Totals { levels.totals }
  /// How many feeds are switched off; they are not judged.
  package private(set) var inactive = 0
  /// What is wrong in the catalogue itself.
  package private(set) var problems: [CatalogProblem] = []
  /// How much of the last 30 days the feeds were up.
  package private(set) var uptime = Distribution.uptime
  /// How much the feeds publish.
  package private(set) var articlesPerWeek = Distribution.articlesPerWeek
  /// How many active feeds the last probe found what of; a class without feeds is absent.
  package private(set) var verdicts: [VerdictClass: Int] = [:]
  /// How many active feeds have published nothing for too long, by their own rhythm.
  package private(set) var stale = 0
  /// The last runs of probes, the oldest first; empty without a history.
  package private(set) var trend: [RunTotals] = []
  /// What is different from an earlier moment; `nil` where there is none to compare with.
  package private(set) var changes: HealthChanges?
  /// The feeds that are down, in the catalogue's order: what a later report is compared with.
  package private(set) var down: [DownFeed] = []

  private var levels = LevelCounts()
  private var byCategory: [String?: LevelCounts] = [:]
  private var byHost: [String: LevelCounts] = [:]
  private var kept: TopList<FeedHealth>

  /// A report of no feeds yet.
  package init(asOf: Timestamp, limit: Int = 2000, since earlier: HealthChanges.Baseline? = nil) {
    self.asOf = asOf
    self.limit = max(0, limit)
    kept = TopList(limit: limit, by: <)
    changes = earlier.map { HealthChanges(since: $0, limit: limit) }
  }

  /// A report of a whole catalogue.
  /// - Parameters:
  ///   - history: what probes found; `nil` where there is none. It is not read in the order of time: a report for a moment
  ///     that is past knows of later probes.
  ///   - progress: called with the number of feeds read so far.
  package static func read(
    _ reader: CatalogReader, history: (any ProbeHistory)? = nil, asOf: Timestamp, limit: Int = 2000,
    since earlier: HealthChanges.Baseline? = nil, progress: (Int) -> Void = { _ in }
  ) async throws -> HealthReport {
    var report = HealthReport(asOf: asOf, limit: limit, since: try await earlier?.remembered(by: history))
    report.trend = try await history?.trend(last: 30) ?? []
    try await reader.reading(.health).forEachPage { (page) throws(RecordStoreError) in
      var records: [RecordName: FeedRecord] = [:]
      do throws(ProbeHistoryError) {
        records = try await history?.records(of: page.entries.map(\.recordName)) ?? [:]
      } catch { throw .unavailable(reason: error.description) }
      report.add(page, records)
      progress(report.feeds + report.inactive)
    }
    report.changes?.end()
    return report
  }

  /// How many active feeds there are.
  package var feeds: Int { levels.count(atLeast: .healthy) }

  /// The feeds, the worst first, as many as the limit allows.
  package var items: [FeedHealth] { kept.elements }

  /// The totals of every category, in the categories' order; feeds without one come last.
  package var categories: [Group] {
    byCategory.sortedByName.map { Group(name: $0.key, counts: $0.value) }
  }

  /// The hosts with ill feeds and how ill these are, those with the most feeds that are down first.
  /// - Parameter limit: how many at most.
  package func worstHosts(_ limit: Int) -> [Group] {
    let sorted = byHost.sorted { lhs, rhs in
      let left = (lhs.value.count(atLeast: .critical), lhs.value.count(atLeast: .degraded))
      let right = (rhs.value.count(atLeast: .critical), rhs.value.count(atLeast: .degraded))
      return left != right ? left > right : lhs.key < rhs.key
    }
    return sorted.prefix(limit).map { Group(name: $0.key, counts: $0.value) }
  }

  /// Adds a page of the catalogue, with what the history of probes knows of its feeds.
  package mutating func add(_ page: CatalogPage, _ records: [RecordName: FeedRecord] = [:]) {
    problems += page.problems
    for entry in page.entries { add(entry, records[entry.recordName]) }
  }

  /// How many feeds are at a level or a worse one: what makes a check fail.
  package func count(atLeast level: HealthLevel) -> Int { levels.count(atLeast: level) }

  /// The share of the active feeds that are down, 0…1.
  package var shareDown: Double { feeds == 0 ? 0 : Double(count(atLeast: .critical)) / Double(feeds) }

  private mutating func add(_ entry: FeedEntry, _ record: FeedRecord?) {
    guard entry.isActive else {
      inactive += 1
      return
    }
    let health = FeedHealth(of: entry, record, asOf: asOf)
    levels.add(health.level)
    byCategory[health.category, default: LevelCounts()].add(health.level)
    if health.level >= .degraded, let host = FeedURL.host(of: health.feedURL) {
      byHost[host, default: LevelCounts()].add(health.level)
    }
    if let verdict = health.verdict { verdicts[verdict, default: 0] += 1 }
    if health.isStale == true { stale += 1 }
    uptime.add(health.uptimePercentage)
    articlesPerWeek.add(health.articlesPerWeek)
    if health.level == .critical {
      down.append(DownFeed(recordName: health.recordName, since: health.downSince, lastSuccess: health.lastSuccess))
    }
    changes?.add(health)
    kept.add(health)
  }
}
