import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema

/// Writer that saves probe results in blocks: first the articles, then the history, which provides the uptime, then the
/// measurements of the feeds. A run that is killed in between fetches the feeds again and writes nothing twice.
actor ProbeWriter {
  private(set) var outcome = ChangeOutcome()

  private let reader: CatalogReader
  private let history: any ProbeHistory
  private var planning: ProbeChanges
  private let isDryRun: Bool
  /// The writer of articles; `nil` for a run without articles.
  private let articles: ArticleWriter?
  private let now: @Sendable () -> Timestamp
  /// The run in the history; `nil` until the first block is written.
  private var run: HistoryRun?

  /// - Parameter isDryRun: whether to plan the articles only, and write nothing.
  init(
    _ reader: CatalogReader, history: any ProbeHistory, planning: ProbeChanges, articles: ArticleWriter?,
    now: @escaping @Sendable () -> Timestamp, isDryRun: Bool
  ) {
    self.articles = articles
    self.now = now
    self.isDryRun = isDryRun
    self.reader = reader
    self.history = history
    self.planning = planning
  }

  /// The fields that the container cannot keep, as `Type.field`; empty for a run without articles.
  var missingFields: [String] {
    guard articles != nil else { return [] }
    return planning.layout.missingMarks(in: planning.keepsMarks ? planning.schema : Schema())
  }

  /// Results of storing articles so far; `nil` for a run without articles.
  var articleSummary: ArticleSummary? { get async { await articles?.summary } }

  /// A block is written completely even if the run is being stopped, so that fetched results are not lost. Only one
  /// block is written at a time.
  func write(_ block: ProbeBlock, hosts: LearnedHosts) async throws {
    // An unstructured task, because a canceled task cannot write.
    try await Task {
      if isDryRun {
        _ = try await articles?.write(block.articles, trusting: [])
        return
      }
      for (host, until) in hosts.pauses { try await history.pause(host, until: until) }
      if !hosts.robots.isEmpty { try await history.addRobots(hosts.robots, at: planning.asOf) }
      if !block.isEmpty { try await write(block) }
    }.value
  }

  /// Ends the run in the history, if anything was written, and removes history older than `days` days.
  func finish(keepingDays days: Int, startedAt start: ContinuousClock.Instant) async throws {
    guard let run else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    try await Task { try await history.finish(run, keepingDays: days, took: seconds) }.value
  }

  private func write(_ block: ProbeBlock) async throws {
    let states = try await writeArticles(block)
    let feeds = block.feeds
    let records = try await history.add(feeds.map(\.probe), to: try await begin(), foundAt: now())
    let recordsByName = Dictionary(records.map { ($0.probe.feed, $0) }, uniquingKeysWith: { $1 })
    let recent = try await history.recent(of: feeds.map(\.entry.recordName), asOf: planning.asOf)
    let byName = Dictionary(feeds.map { ($0.entry.recordName, $0) }, uniquingKeysWith: { $1 })
    let planning = planning
    let plan: @Sendable (FeedEntry) -> [PlannedChange] = { entry in
      guard let feed = byName[entry.recordName] else { return [] }
      return planning.changes(
        entry, read: feed.before, feed.finding, record: recordsByName[entry.recordName],
        recent: recent[entry.recordName], state: states[entry.recordName])
    }
    let owners = Dictionary(
      feeds.flatMap { feed in
        let name = feed.before.recordName
        return [(name, name), (feed.before.metadata?.recordName ?? CatalogName.metadata(of: name), name)]
      }, uniquingKeysWith: { $1 })
    let reader = reader
    let replan: ChangeRun.Replan = { (conflicts) async throws(RecordStoreError) in
      let names = Set(conflicts.map(\.recordName))
      let page = try await reader.page(named: Set(names.compactMap { owners[$0] }).sorted())
      return page.entries.flatMap(plan).filter { names.contains($0.recordName) }
    }
    var changes = ChangeRun(to: reader.store)
    defer { outcome.add(changes.outcome, keepingFailures: ChangeRun.failuresKept) }
    try await changes.apply(replan: replan, amend: planning.withoutMarks) { (add) throws(RecordStoreError) in
      try await add(feeds.flatMap { plan($0.before) })
    }
    if changes.outcome.amended > 0 { self.planning.keepsMarks = false }
  }

  /// Returns the run in the history, which the first block begins.
  private func begin() async throws -> HistoryRun {
    if let run { return run }
    let new = try await history.begin(at: planning.asOf)
    run = new
    return new
  }

  /// Returns the states of the feeds whose articles are all stored: only these may be skipped in a later run.
  private func writeArticles(_ block: ProbeBlock) async throws -> [RecordName: ReadState] {
    let trusted = block.feeds.filter { $0.before.lastAttempted != nil }.map(\.before.recordName)
    guard let complete = try await articles?.write(block.articles, trusting: trusted) else { return [:] }
    let stored = block.articles.filter { complete.contains($0.feed) }
    return Dictionary(stored.map { ($0.feed, $0.state) }, uniquingKeysWith: { $1 })
  }
}

/// What a run learned about hosts.
struct LearnedHosts: Sendable {
  /// Ends of the pauses that hosts requested.
  let pauses: [String: Timestamp]
  /// Rules of robots.txt files by origin.
  let robots: [String: String]

  var isEmpty: Bool { pauses.isEmpty && robots.isEmpty }
}

extension Probe {
  /// Creates the probe of a finding, whose level is still to be determined.
  init(of feed: RecordName, _ finding: ProbeFinding) {
    self.init(
      feed: feed, verdict: finding.verdict.verdictClass.rawValue, level: HealthLevel.unknown.rawValue,
      isUp: finding.verdict.isUp, detail: finding.verdict.evidence, seconds: finding.seconds)
    status = finding.status
    movedTo = finding.movedTo?.canonical
    wasRead = finding.facts != nil
    wasRedirected = finding.wasRedirected
    certificateEnd = finding.certificateEnd
    isRobotsReadable = finding.isRobotsReadable
    items = finding.facts?.items
    newest = finding.facts?.cadence.newest
    itemHashes = finding.facts?.itemHashes ?? []
    titleHashes = finding.facts?.titleHashes ?? []
    description = finding.facts?.description
  }
}
