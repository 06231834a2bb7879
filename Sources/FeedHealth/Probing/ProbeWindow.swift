import Catalog
import CloudKitRecords
import FeedProbes

/// The probes in progress, at most `width` at once, alongside the writing of finished probes.
struct ProbeWindow {
  private enum Event: Sendable {
    case probed(FinishedProbe)
    case robotsFetched(host: String, isKnown: Bool)
    case awake
    case checked(unconfirmed: Int, isReached: Bool)
    case written(Result<ProbeWriter, any Error>)
  }

  private(set) var summary: ProbeSummary
  private(set) var writer: ProbeWriter?

  private let fetcher: any FeedFetcher
  private let width: Int
  private let changes: ProbeChanges
  private let clock: any ProbeClock
  private let start: ContinuousClock.Instant
  private var schedule: ProbeSchedule<DueFeed>
  private var watch = OutageWatch()
  private var answering: AnsweringFeeds
  private var unwritten = UnwrittenProbes()
  private var read: [RecordName: FeedEntry] = [:]
  private var running = 0
  private var isWriting = false
  private var isChecking = false
  private var wakesAt: ContinuousClock.Instant?

  /// - Parameters:
  ///   - answering: feeds that answered their last fetch.
  ///   - writer: `nil` for a run that writes nothing.
  init(
    _ feeds: [DueFeed], answering: AnsweringFeeds, fetcher: any FeedFetcher, clock: any ProbeClock, width: Int,
    changes: ProbeChanges, writer: ProbeWriter?, summary: ProbeSummary
  ) {
    self.answering = answering
    self.fetcher = fetcher
    self.clock = clock
    start = clock.now
    self.width = width
    self.changes = changes
    self.writer = writer
    self.summary = summary
    schedule = ProbeSchedule(
      feeds.map { (FeedHost.of($0.entry.feedURL), $0) }, perHost: fetcher.pacing.connections,
      gap: fetcher.pacing.gap)
  }

  mutating func run(each: (ProbedFeed) -> Void, progress: (ProbeSummary) -> Void) async throws {
    var failure: (any Error)?
    await withTaskGroup(of: Event.self) { group in
      while failure == nil, summary.stop == nil {
        await fill(&group)
        await writeNext(&group)
        check(&group)
        let isWaiting = running > 0 || isWriting || isChecking || (wakesAt != nil && schedule.waiting > 0)
        guard isWaiting, let event = await group.next() else { break }
        failure = handle(event, each)
        progress(summary)
      }
      group.cancelAll()
      // Wait for a block in progress, so that it is written completely.
      for await event in group {
        if case .written(let result) = event { failure = finishWriting(result) ?? failure }
      }
    }
    if let failure { throw failure }
    try await end()
  }

  /// Starts probes until the window is full.
  private mutating func fill(_ group: inout TaskGroup<Event>) async {
    while running < width, !Task.isCancelled {
      switch schedule.next(at: clock.now) {
      case .done: return
      case .wait(let moment):
        guard let moment, wakesAt == nil else { return }
        wakesAt = moment
        group.addTask { [clock] in
          try? await Self.sleep(until: moment, by: clock)
          return .awake
        }
        return
      case .start(let feed, let host):
        running += 1
        let fetcher = fetcher
        let asOf = changes.asOf
        if await fetcher.needsRobots(for: feed.entry.feedURL) {
          // The feed waits until the host's gap ends; meanwhile other hosts can start.
          schedule.putBack(host)
          group.addTask {
            .robotsFetched(host: host, isKnown: await fetcher.fetchRobots(for: feed.entry.feedURL))
          }
        } else {
          group.addTask { .probed(await FinishedProbe(feed, host: host, fetcher, asOf: asOf)) }
        }
      }
    }
  }

  private mutating func handle(_ event: Event, _ each: (ProbedFeed) -> Void) -> (any Error)? {
    switch event {
    case .awake: wakesAt = nil
    case .written(let result): return finishWriting(result)
    case .checked(let unconfirmed, let isReached):
      isChecking = false
      if Task.isCancelled { return nil }
      if isReached { unwritten.confirm(unconfirmed) } else { summary.stop = .lost(unproven: 0) }
    case .robotsFetched(let host, let isKnown):
      running -= 1
      if !isKnown, !Task.isCancelled { summary.postponed += schedule.drop(host).count }
      schedule.finished(host, at: clock.now)
    case .probed(let probe):
      running -= 1
      schedule.finished(probe.host, at: clock.now)
      if probe.isPostponed { summary.postponed += 1 }
      if probe.isHostPaused { summary.postponed += schedule.drop(probe.host).count }
      if let finding = probe.finding { add(probe.feed, finding, host: probe.host, each) }
    }
    return nil
  }

  private mutating func add(_ feed: DueFeed, _ finding: ProbeFinding, host: String, _ each: (ProbedFeed) -> Void) {
    // A feed that failed before may be dead. Soon after failures, few other feeds are due, and such feeds would
    // dominate the run.
    if finding.outage == nil || (feed.entry.failureCount ?? 0) <= 0 { watch.add(finding.outage, host: host) }
    if finding.status != nil { answering.add(feed.entry.feedURL, at: changes.asOf) }
    let after = changes.entry(feed.entry, after: finding)
    let probed = ProbedFeed(
      entry: after, finding: finding, level: FeedHealth(of: after, asOf: changes.asOf).level)
    unwritten.add(probed, host: host)
    read[feed.entry.recordName] = feed.entry
    summary.count(finding)
    each(probed)
    if let outage = watch.earlyOutage(running: running) { summary.stop = Self.stop(outage) }
  }

  private static func stop(_ outage: (kind: OutageKind, failed: Int, of: Int)) -> ProbeSummary.Stop {
    .outage(outage.kind, failed: outage.failed, of: outage.of)
  }

  /// Checks periodically and at the end whether a host that answered is still reachable, which confirms the failures so
  /// far.
  private mutating func check(_ group: inout TaskGroup<Event>) {
    let isEnd = running == 0 && schedule.waiting == 0
    guard unwritten.unconfirmedCount >= (isEnd ? 1 : OutageWatch.failuresToCheck), !isChecking, !Task.isCancelled else {
      return
    }
    // If no host ever answered, only the run as a whole can tell. A few hosts may all have disappeared.
    let urls = answering.urls
    guard !urls.isEmpty, unwritten.unconfirmedHosts.union(answering.hosts).count >= OutageWatch.hostsNeeded,
      !(isEnd && watch.outage != nil)
    else { return }
    isChecking = true
    let unconfirmed = unwritten.unconfirmedCount
    let fetcher = fetcher
    group.addTask {
      var isReached: Bool?
      for url in urls where isReached != true { isReached = await fetcher.reaches(url) ?? isReached }
      // Hosts that asked for a pause have answered in this run.
      return .checked(unconfirmed: unconfirmed, isReached: isReached ?? true)
    }
  }

  // MARK: Writing

  private mutating func writeNext(_ group: inout TaskGroup<Event>) async {
    // Write nothing while most probes of the run fail in the same way.
    guard !isWriting, watch.outage == nil, let block = unwritten.takeBlock() else { return }
    guard let writer else { return }
    let entries = entries(of: block)
    let pauses = await pauses()
    isWriting = true
    group.addTask {
      do {
        return .written(.success(try await writer.writing(block, read: entries, pauses: pauses)))
      } catch {
        return .written(.failure(error))
      }
    }
  }

  /// Judges the run as a whole, and writes the results that this judgment confirms.
  private mutating func end() async throws {
    if summary.stop == nil, Task.isCancelled {
      // Failures finish first, so this part of the run does not represent the whole run.
      summary.stop = .interrupted(unproven: unwritten.dropUnconfirmed())
    } else if let outage = watch.outage {
      summary.stop = Self.stop(outage)
      return
    } else if case .lost = summary.stop {
      summary.stop = .lost(unproven: unwritten.dropUnconfirmed())
    }
    unwritten.confirm(unwritten.unconfirmedCount)
    guard writer != nil else { return }
    repeat {
      let block = unwritten.takeRest()
      let pauses = await pauses()
      if block.isEmpty, pauses.isEmpty { return }
      writer = try await writer?.writing(block, read: entries(of: block), pauses: pauses)
      summary.changes = writer?.outcome ?? summary.changes
    } while true
  }

  private mutating func entries(of block: [ProbedFeed]) -> [RecordName: FeedEntry] {
    var entries: [RecordName: FeedEntry] = [:]
    for feed in block { entries[feed.entry.recordName] = read.removeValue(forKey: feed.entry.recordName) }
    return entries
  }

  /// Returns the pauses that hosts requested since the last call, in the run's time.
  private func pauses() async -> [String: Timestamp] {
    let found = await fetcher.takePauses()
    return Dictionary(
      found.map { host, until in
        let seconds = (until - start) / .seconds(1)
        return (FeedHost.of(host: host), Timestamp(milliseconds: changes.asOf.milliseconds + Int64(seconds * 1000)))
      }, uniquingKeysWith: max)
  }

  private mutating func finishWriting(_ result: Result<ProbeWriter, any Error>) -> (any Error)? {
    isWriting = false
    switch result {
    case .success(let writer):
      self.writer = writer
      summary.changes = writer.outcome
      return nil
    case .failure(let error): return error
    }
  }

  private static func sleep(until time: ContinuousClock.Instant, by clock: some ProbeClock) async throws {
    try await clock.sleep(until: time, tolerance: nil)
  }
}
