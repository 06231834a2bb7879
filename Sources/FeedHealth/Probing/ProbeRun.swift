package import Articles
package import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// Run that probes the feeds of a catalog and writes the results.
///
/// `summary` stays readable if the store fails or the user stops the run.
package struct ProbeRun: Sendable {
  package private(set) var summary = ProbeSummary()

  private let reader: CatalogReader
  private let schema: Schema
  private let fetcher: any FeedFetcher
  private let history: any ProbeHistory
  private let asOf: Timestamp
  private let now: @Sendable () -> Timestamp
  /// Number of feeds probed at once.
  private let window: Int
  private let isDryRun: Bool
  private let historyDays: Int
  /// The articles to store; `nil` to record health only.
  private let articles: ArticleWriter?
  private let settings: ArticleSettings?

  /// With `isDryRun`, the run writes nothing.
  /// - Parameters:
  ///   - schema: schema of the store.
  ///   - now: returns the time at which changes are found; `nil` for `asOf`.
  ///   - settings: settings of the articles to store; `nil` to record health only.
  ///   - keepsPlan: whether to keep the planned changes of articles for a plan file.
  package init(
    _ reader: CatalogReader, schema: Schema, fetcher: any FeedFetcher, history: any ProbeHistory, asOf: Timestamp,
    now: (@Sendable () -> Timestamp)? = nil, window: Int = 64, historyDays: Int = 365, isDryRun: Bool = false,
    articles settings: ArticleSettings? = nil, keepsPlan: Bool = false
  ) {
    self.reader = reader
    self.schema = schema
    self.fetcher = fetcher
    self.history = history
    self.asOf = asOf
    self.now = now ?? { asOf }
    self.window = max(1, window)
    self.historyDays = historyDays
    self.isDryRun = isDryRun
    self.settings = settings
    articles = settings.map {
      ArticleWriter(reader, settings: $0, asOf: asOf, isDryRun: isDryRun, keepsPlan: keepsPlan)
    }
  }

  /// Probes the selected feeds that are due.
  /// - Parameters:
  ///   - each: called with each probed feed.
  ///   - progress: called with the summary after each feed.
  /// - Throws: if the store or the history fails. Results already written stay.
  package mutating func run(
    _ selection: ProbeSelection, each: (ProbedFeed) -> Void = { _ in }, progress: (ProbeSummary) -> Void = { _ in }
  ) async throws {
    let start = ContinuousClock.now
    let feeds = try await due(selection)
    if feeds.isEmpty { return }
    let changes = ProbeChanges(layout: reader.layout, schema: schema, asOf: asOf, fillsTitles: settings != nil)
    let writer =
      isDryRun && articles == nil
      ? nil
      : ProbeWriter(reader, history: history, planning: changes, articles: articles, now: now, isDryRun: isDryRun)
    var window = ProbeWindow(
      feeds, prober: Prober(fetcher: fetcher, settings: settings, asOf: asOf), width: window, changes: changes,
      writer: writer, summary: summary)
    defer { summary = window.summary }
    try await window.run(each: each, progress: progress)
    try await writer?.finish(keepingDays: historyDays, startedAt: start)
  }

  /// Returns the feeds to probe, with their records in the history.
  private mutating func due(_ selection: ProbeSelection) async throws -> [DueFeed] {
    let reader = reader
    let pauses = try await history.pauses(after: asOf)
    for (host, until) in pauses {
      // Feeds of other hosts may redirect to this host.
      let left = Duration.milliseconds(until.milliseconds - asOf.milliseconds)
      for name in FeedHost.connected(host) { await fetcher.pause(name, for: left) }
    }
    await fetcher.useRobots(try await history.robots(asOf: asOf))
    var found: [FeedEntry] = []
    var seen: Set<RecordName> = []
    try await reader.forEachPage { (page) throws(RecordStoreError) in
      summary.problems += page.problems
      if !isDryRun {
        seen.formUnion(page.entries.map(\.recordName) + page.problems.map(\.feed))
        do throws(ProbeHistoryError) {
          try await history.see(page.entries.map { SeenFeed($0) }, at: now())
        } catch { throw .unavailable(reason: error.description) }
      }
      for entry in page.entries {
        guard selection.includes(entry) else { continue }
        if entry.isActive { summary.feeds += 1 }
        guard selection.isDue(entry, asOf: asOf) else { continue }
        if pauses[FeedHost.of(entry.feedURL)] == nil { found.append(entry) } else { summary.postponed += 1 }
      }
    }
    if !isDryRun { try await history.seeAll(seen, at: now()) }
    found = try await withoutDormant(found, selection)
    let entries = selection.limited(found)
    summary.due = found.count + summary.postponed
    summary.selected = entries.count
    summary.inactive = entries.count { !$0.isActive }
    let names = entries.map(\.recordName)
    let known = try await history.records(of: names)
    let recent = try await history.recent(of: names, asOf: asOf)
    return entries.map { DueFeed(entry: $0, known: known[$0.recordName], recent: recent[$0.recordName]) }
  }
}

extension ProbeRun {
  /// Returns the feeds that are due although the history may know that they are dormant. The container has only the
  /// rate of the last document, and in CelestraKit not even that.
  private func withoutDormant(_ feeds: [FeedEntry], _ selection: ProbeSelection) async throws -> [FeedEntry] {
    let day = DueRule.daily
    let doubted = feeds.filter { feed in feed.lastAttempted.map { asOf.seconds(since: $0) < day } ?? false }
    var dormant: Set<RecordName> = []
    for page in doubted.recordPages {
      let known = try await history.records(of: page.map(\.recordName))
      for feed in page where !selection.isDue(feed, newest: known[feed.recordName]?.probe.newest, asOf: asOf) {
        dormant.insert(feed.recordName)
      }
    }
    return feeds.filter { !dormant.contains($0.recordName) }
  }
}

struct DueFeed: Sendable {
  let entry: FeedEntry
  /// The feed's record in the history.
  let known: FeedRecord?
  /// The feed's last 30 days in the history.
  let recent: RecentProbes?
}
