package import Catalog
package import CloudKitRecords

/// Health of a catalog: the number of feeds at each level, and the worst feeds.
///
/// The report keeps up to `limit` feeds and only counts the others.
package struct HealthReport: Sendable {
  /// Number of feeds at each level.
  package struct Totals: Hashable, Sendable {
    private var counts: [HealthLevel: Int] = [:]

    package subscript(level: HealthLevel) -> Int { counts[level, default: 0] }

    /// Returns the number of feeds at a level or a worse one.
    package func count(atLeast level: HealthLevel) -> Int {
      HealthLevel.allCases.dropFirst(level.rank).reduce(0) { $0 + self[$1] }
    }

    fileprivate mutating func add(_ level: HealthLevel) { counts[level, default: 0] += 1 }
  }

  /// The totals of a group of feeds; the name is `nil` for feeds without a category.
  package typealias Group = (name: String?, totals: Totals)

  package let asOf: Timestamp
  /// Number of active feeds at each level.
  package private(set) var totals = Totals()
  /// Number of inactive feeds, which have no level.
  package private(set) var inactive = 0
  package private(set) var problems: [CatalogProblem] = []
  /// Distribution of uptime over the last 30 days.
  package private(set) var uptime = Distribution.uptime
  package private(set) var articlesPerWeek = Distribution.articlesPerWeek
  /// Number of active feeds by class of the last probe's verdict; classes without feeds are absent.
  package private(set) var verdicts: [VerdictClass: Int] = [:]
  /// Number of active feeds whose newest item is too old for their own rhythm.
  package private(set) var stale = 0
  /// Number of active feeds that have moved permanently.
  package private(set) var moved = 0
  /// Active feeds that work and are not unhealthy but have findings, by their first finding.
  package private(set) var withFindings: FeedFindings
  /// Active feeds that are not unhealthy and of which the last probe could not tell whether they work.
  package private(set) var unread: FeedFindings
  /// Recent days with probe runs, oldest first; empty without a history.
  package private(set) var trend: [DayTotals] = []
  /// Changes since an earlier time, if requested.
  package private(set) var changes: HealthChanges?
  /// All changes of a period, oldest first, if requested; the last ones up to the limit.
  package private(set) var log: [FeedChange] = []
  /// The last run of probes that ended; `nil` if the history knows none.
  package private(set) var lastRun: FinishedRun?
  /// Number of active feeds that were never fetched and have no finding.
  package private(set) var neverFetched = 0

  /// Active feeds whose certificate ends within 14 days, the next to end first.
  package private(set) var endingCertificates: TopList<FeedHealth>
  /// Changes of the last 24 hours, for a page.
  package private(set) var lastDay: HealthChanges?
  /// Days that a page shows of each feed.
  package static let daysShown = 90
  /// Results of the last days of the listed feeds, for a page.
  package internal(set) var days: [RecordName: [ProbedDay]] = [:]
  /// Scores and subscribers, for a page.
  package private(set) var numbers: CatalogNumbers?
  /// What probe results propose, for a page.
  package private(set) var proposals: [FeedProposal] = []

  private var byCategory: [String?: Totals] = [:]
  private var byHost: [String: Totals] = [:]
  private var kept: TopList<FeedHealth>
  let limit: Int

  package init(asOf: Timestamp, limit: Int = 2000) {
    self.asOf = asOf
    self.limit = limit
    kept = TopList(limit: limit, by: <)
    withFindings = FeedFindings(limit: limit)
    unread = FeedFindings(limit: limit)
    endingCertificates = TopList(limit: limit) { lhs, rhs in
      let ends = (lhs.certificateEnd?.milliseconds ?? .max, rhs.certificateEnd?.milliseconds ?? .max)
      return ends.0 != ends.1 ? ends.0 < ends.1 : (lhs.title, lhs.recordName) < (rhs.title, rhs.recordName)
    }
  }

  /// - Parameters:
  ///   - history: probe history; `nil` if absent. Its records are not filtered by date, so a report for a past time
  ///     includes later probes.
  ///   - earlier: start of the period whose changes to report.
  ///   - start: start of the period of `log`; `nil` to read no log.
  ///   - proposing: the run that finds proposals for a page, which also shows the last days; `nil` for other formats.
  ///   - progress: called with the number of feeds read so far.
  package static func read(
    _ reader: CatalogReader, history: (any ProbeHistory)? = nil, asOf: Timestamp, limit: Int,
    since earlier: Timestamp? = nil, by rules: ChangeRules = ChangeRules(), loggingFrom start: Timestamp? = nil,
    proposing: ProposalRun? = nil, progress: (Int) -> Void = { _ in }
  ) async throws -> HealthReport {
    var report = HealthReport(asOf: asOf, limit: limit)
    var proposing = proposing
    if proposing != nil {
      let yesterday = Timestamp(milliseconds: asOf.milliseconds - 86_400_000)
      report.lastDay = try await HealthChanges.read(history, since: yesterday, upTo: asOf, by: rules)
      report.numbers = try await CatalogNumbers.read(reader, history: history, since: earlier, asOf: asOf)
    }
    if let earlier { report.changes = try await HealthChanges.read(history, since: earlier, upTo: asOf, by: rules) }
    if let start { report.log = Array(try await history?.changes(after: start, upTo: asOf).suffix(limit) ?? []) }
    report.lastRun = try await history?.lastRun()
    report.trend = try await history?.trend(lastDays: 30) ?? []
    try await reader.forEachPage { (page) throws(RecordStoreError) in
      var records: [RecordName: FeedRecord] = [:]
      var recent: [RecordName: RecentProbes] = [:]
      do throws(ProbeHistoryError) {
        let names = page.entries.map(\.recordName)
        records = try await history?.records(of: names) ?? [:]
        recent = try await history?.recent(of: names, asOf: asOf) ?? [:]
      } catch { throw .unavailable(reason: error.description) }
      report.add(page, records, recent)
      do { try await proposing?.find(in: page.entries, records) } catch let error as RecordStoreError {
        throw error
      } catch { throw .unavailable(reason: "\(error)") }
      progress(report.feeds + report.inactive)
    }
    report.proposals = proposing?.proposals ?? []
    if proposing != nil, let history { try await report.readDays(history) }
    return report
  }

  package var feeds: Int { totals.count(atLeast: .healthy) }

  /// Feeds sorted worst first, up to the limit.
  package var items: [FeedHealth] { kept.elements }

  /// Totals of each category, in the categories' order; feeds without a category come last.
  package var categories: [Group] { byCategory.sortedByName.map { ($0.key, $0.value) } }

  /// Returns the hosts with unhealthy feeds and their totals, hosts with the most down feeds first.
  /// - Parameter limit: maximum number of hosts.
  package func worstHosts(_ limit: Int) -> [Group] {
    let sorted = byHost.sorted { lhs, rhs in
      let left = (lhs.value[.critical], lhs.value.count(atLeast: .degraded))
      let right = (rhs.value[.critical], rhs.value.count(atLeast: .degraded))
      return left != right ? left > right : lhs.key < rhs.key
    }
    return sorted.prefix(limit).map { ($0.key, $0.value) }
  }

  /// Adds a page of the catalog, with what the probe history knows of its feeds.
  package mutating func add(
    _ page: CatalogPage, _ records: [RecordName: FeedRecord] = [:], _ recent: [RecordName: RecentProbes] = [:]
  ) {
    problems += page.problems
    for entry in page.entries { add(entry, records[entry.recordName], recent[entry.recordName]) }
  }

  /// Share of active feeds that are down, 0…1.
  package var shareDown: Double { feeds == 0 ? 0 : Double(totals[.critical]) / Double(feeds) }

  private mutating func add(_ entry: FeedEntry, _ record: FeedRecord?, _ recent: RecentProbes?) {
    guard entry.isActive else {
      inactive += 1
      return
    }
    let health = FeedHealth(of: entry, record, recent, asOf: asOf)
    totals.add(health.level)
    byCategory[health.category, default: Totals()].add(health.level)
    if health.level >= .degraded, let host = FeedURL.host(of: health.feedURL) {
      byHost[host, default: Totals()].add(health.level)
    }
    if let verdict = health.verdict { verdicts[verdict, default: 0] += 1 }
    if health.isStale == true { stale += 1 }
    if health.movedTo != nil { moved += 1 }
    if health.level <= .unknown {
      if health.works == true { withFindings.add(health) }
      if health.works == nil { unread.add(health) }
      if health.cause == .neverFetched { neverFetched += 1 }
    }
    if health.certificateEndsSoon(asOf: asOf) { endingCertificates.add(health) }
    uptime.add(health.uptimePercentage)
    articlesPerWeek.add(health.articlesPerWeek)
    changes?.add(health)
    lastDay?.add(health)
    numbers?.add(entry)
    kept.add(health)
  }
}
