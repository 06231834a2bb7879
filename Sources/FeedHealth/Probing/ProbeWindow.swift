import Catalog
import CloudKitRecords
import FeedFetching
import ProbeHistory

/// The probes under way: so many at once, the next as soon as one is done; and beside them the writing of what is done.
struct ProbeWindow {
  private enum Event: Sendable {
    case probed(DueFeed, ProbeFinding?, host: String, isPaused: Bool)
    case robotsAsked(host: String, isKnown: Bool)
    case awake
    case written(Result<RecordChanges, any Error>)
  }

  private(set) var summary: ProbeSummary

  private let fetcher: FeedFetcher
  private let width: Int
  private let changes: ProbeChanges
  private let writer: ProbeWriter?
  private var recordChanges: RecordChanges
  private var schedule: ProbeSchedule<DueFeed>
  private var watch = OutageWatch()
  private var block: [ProbedFeed] = []
  private var read: [RecordName: FeedEntry] = [:]
  private var full: [[ProbedFeed]] = []
  private var running = 0
  private var isWriting = false
  private var wakesAt: ContinuousClock.Instant?

  init(
    _ feeds: [DueFeed], fetcher: FeedFetcher, width: Int, changes: ProbeChanges, writer: ProbeWriter?,
    recordChanges: RecordChanges, summary: ProbeSummary
  ) {
    self.fetcher = fetcher
    self.width = width
    self.changes = changes
    self.writer = writer
    self.recordChanges = recordChanges
    self.summary = summary
    schedule = ProbeSchedule(
      feeds.map { (FeedHost.of($0.entry.feedURL), $0) }, perHost: fetcher.settings.connectionsPerHost,
      gap: fetcher.settings.hostGap)
  }

  mutating func run(each: (ProbedFeed) -> Void, progress: (ProbeSummary) -> Void) async throws {
    var failure: (any Error)?
    await withTaskGroup(of: Event.self) { group in
      while failure == nil, summary.stop == nil {
        await fill(&group)
        writeNext(&group)
        let isWaiting = running > 0 || isWriting || (wakesAt != nil && schedule.waiting > 0)
        guard isWaiting, let event = await group.next() else { break }
        failure = take(event, each)
        progress(summary)
      }
      group.cancelAll()
      // Only what is being written is waited for: it may not be left half way.
      for await event in group {
        if case .written(let result) = event { failure = keep(result) ?? failure }
      }
    }
    if let failure { throw failure }
    if Task.isCancelled, summary.stop == nil { summary.stop = .interrupted }
    try await writeRest()
  }

  /// Starts as many as the window takes.
  private mutating func fill(_ group: inout TaskGroup<Event>) async {
    while running < width, !Task.isCancelled {
      switch schedule.next(at: .now) {
      case .done: return
      case .wait(let moment):
        guard let moment, wakesAt == nil else { return }
        wakesAt = moment
        group.addTask {
          try? await Task.sleep(until: moment)
          return .awake
        }
        return
      case .start(let feed, let host):
        running += 1
        let fetcher = fetcher
        let asOf = changes.asOf
        if await fetcher.needsRobots(for: feed.entry.feedURL) {
          // A turn of its own: the feed's comes after the host's gap, and other hosts use the time.
          schedule.putBack(host)
          group.addTask {
            .robotsAsked(host: host, isKnown: await fetcher.askRobots(for: feed.entry.feedURL))
          }
        } else {
          group.addTask { await Self.probe(feed, host: host, fetcher, asOf) }
        }
      }
    }
  }

  private static func probe(_ feed: DueFeed, host: String, _ fetcher: FeedFetcher, _ asOf: Timestamp) async -> Event {
    let outcome = await fetcher.fetch(feed.request(asOf: asOf))
    var isPaused = false
    if case .failure(.paused) = outcome.answer { isPaused = true }
    let finding = ProbeFinding(outcome, of: feed.entry.feedURL, known: feed.known, asOf: asOf)
    return .probed(feed, finding, host: host, isPaused: isPaused)
  }

  private mutating func take(_ event: Event, _ each: (ProbedFeed) -> Void) -> (any Error)? {
    switch event {
    case .awake: wakesAt = nil
    case .written(let result): return keep(result)
    case .robotsAsked(let host, let isKnown):
      running -= 1
      if !isKnown, !Task.isCancelled { summary.putOff += schedule.drop(host).count }
      schedule.finished(host, at: .now)
    case .probed(let feed, let finding, let host, let isPaused):
      running -= 1
      schedule.finished(host, at: .now)
      if isPaused { summary.putOff += 1 + schedule.drop(host).count }
      if let wait = finding?.retryAfter, wait > fetcher.settings.patience {
        summary.putOff += schedule.drop(host).count
      }
      if let finding { add(feed, finding, host: host, each) }
    }
    return nil
  }

  private mutating func add(_ feed: DueFeed, _ finding: ProbeFinding, host: String, _ each: (ProbedFeed) -> Void) {
    watch.add(finding.outage, host: host)
    let after = changes.entry(feed.entry, after: finding)
    let probed = ProbedFeed(
      entry: after, finding: finding, level: FeedHealth(of: after, asOf: changes.asOf).level)
    block.append(probed)
    read[feed.entry.recordName] = feed.entry
    summary.count(finding)
    each(probed)
    if block.count >= ProbeRun.blockSize { closeBlock() } else { stopIfOut(isEarly: true) }
  }

  /// Hands a block over to be written, unless it looks as if this machine had no network.
  private mutating func closeBlock() {
    if stopIfOut(isEarly: false) { return }
    full.append(block)
    block = []
    watch = OutageWatch()
  }

  @discardableResult
  private mutating func stopIfOut(isEarly: Bool) -> Bool {
    guard let outage = watch.outage(isEarly: isEarly) else { return false }
    summary.stop = .outage(outage.kind, failed: outage.failed, of: outage.of)
    block = []
    return true
  }

  // MARK: Writing

  private mutating func writeNext(_ group: inout TaskGroup<Event>) {
    guard let writer else { return full.removeAll() }
    guard !isWriting, !full.isEmpty else { return }
    let next = full.removeFirst()
    let entries = entries(of: next)
    let recordChanges = recordChanges
    isWriting = true
    group.addTask {
      do {
        return .written(.success(try await writer.write(next, read: entries, recordChanges)))
      } catch {
        return .written(.failure(error))
      }
    }
  }

  /// What was probed and not written when the run ended.
  private mutating func writeRest() async throws {
    if case .outage = summary.stop { block = [] } else { closeBlock() }
    guard let writer else { return }
    for next in full where !next.isEmpty {
      recordChanges = try await writer.write(next, read: entries(of: next), recordChanges)
      summary.changes = recordChanges.outcome
    }
    full = []
  }

  private mutating func entries(of block: [ProbedFeed]) -> [RecordName: FeedEntry] {
    var entries: [RecordName: FeedEntry] = [:]
    for feed in block { entries[feed.entry.recordName] = read.removeValue(forKey: feed.entry.recordName) }
    return entries
  }

  private mutating func keep(_ result: Result<RecordChanges, any Error>) -> (any Error)? {
    isWriting = false
    switch result {
    case .success(let changes):
      recordChanges = changes
      summary.changes = changes.outcome
      return nil
    case .failure(let error): return error
    }
  }
}
