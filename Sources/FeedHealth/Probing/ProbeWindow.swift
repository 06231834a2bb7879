import Catalog
import CloudKitRecords
import FeedFetching

/// The probes under way: so many at once, the next as soon as one is done; and beside them the writing of what is done.
struct ProbeWindow {
  private enum Event: Sendable {
    case probed(FinishedProbe)
    case robotsAsked(host: String, isKnown: Bool)
    case awake
    case checked(doubts: Int, isReached: Bool)
    case written(Result<ProbeWriter, any Error>)
  }

  private(set) var summary: ProbeSummary
  private(set) var writer: ProbeWriter?

  private let fetcher: FeedFetcher
  private let width: Int
  private let changes: ProbeChanges
  private let start = ContinuousClock.now
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
  ///   - answering: feeds that answered when they were last asked.
  ///   - writer: `nil` where nothing is to be written.
  init(
    _ feeds: [DueFeed], answering: AnsweringFeeds, fetcher: FeedFetcher, width: Int, changes: ProbeChanges,
    writer: ProbeWriter?, summary: ProbeSummary
  ) {
    self.answering = answering
    self.fetcher = fetcher
    self.width = width
    self.changes = changes
    self.writer = writer
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
        await writeNext(&group)
        check(&group)
        let isWaiting = running > 0 || isWriting || isChecking || (wakesAt != nil && schedule.waiting > 0)
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
    try await end()
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
          group.addTask { .probed(await FinishedProbe(feed, host: host, fetcher, asOf: asOf)) }
        }
      }
    }
  }

  private mutating func take(_ event: Event, _ each: (ProbedFeed) -> Void) -> (any Error)? {
    switch event {
    case .awake: wakesAt = nil
    case .written(let result): return keep(result)
    case .checked(let doubts, let isReached):
      isChecking = false
      if Task.isCancelled { return nil }
      if isReached { unwritten.believe(doubts) } else { summary.stop = .lost(unproven: 0) }
    case .robotsAsked(let host, let isKnown):
      running -= 1
      if !isKnown, !Task.isCancelled { summary.putOff += schedule.drop(host).count }
      schedule.finished(host, at: .now)
    case .probed(let probe):
      running -= 1
      schedule.finished(probe.host, at: .now)
      if probe.isPutOff { summary.putOff += 1 }
      if probe.sparesHost { summary.putOff += schedule.drop(probe.host).count }
      if let finding = probe.finding { add(probe.feed, finding, host: probe.host, each) }
    }
    return nil
  }

  private mutating func add(_ feed: DueFeed, _ finding: ProbeFinding, host: String, _ each: (ProbedFeed) -> Void) {
    // A feed that failed already may be dead: after failures few others are due, and it would be most of the run.
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

  /// Before failures are believed, from time to time and in the end, looks whether a host that answered is still there.
  private mutating func check(_ group: inout TaskGroup<Event>) {
    let isEnd = running == 0 && schedule.waiting == 0
    guard unwritten.doubts >= (isEnd ? 1 : OutageWatch.failuresToCheck), !isChecking, !Task.isCancelled else { return }
    // Where none ever answered, only the run as a whole can tell; and few hosts may all be gone by themselves.
    let urls = answering.urls
    guard !urls.isEmpty, unwritten.doubtedHosts.union(answering.hosts).count >= OutageWatch.hostsNeeded,
      !(isEnd && watch.outage != nil)
    else { return }
    isChecking = true
    let doubts = unwritten.doubts
    let fetcher = fetcher
    group.addTask {
      var isReached: Bool?
      for url in urls where isReached != true { isReached = await fetcher.reaches(url) ?? isReached }
      // Hosts that all ask to be left alone have answered in this run.
      return .checked(doubts: doubts, isReached: isReached ?? true)
    }
  }

  // MARK: Writing

  private mutating func writeNext(_ group: inout TaskGroup<Event>) async {
    // While most of the run fails alike, nothing is written.
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

  /// Judges the run as a whole, and writes what is certain by that.
  private mutating func end() async throws {
    if summary.stop == nil, Task.isCancelled {
      // What failed at once was first to end, so that this part of the run does not tell of all of it.
      summary.stop = .interrupted(unproven: unwritten.dropDoubts())
    } else if let outage = watch.outage {
      summary.stop = Self.stop(outage)
      return
    } else if case .lost = summary.stop {
      summary.stop = .lost(unproven: unwritten.dropDoubts())
    }
    unwritten.believe(unwritten.doubts)
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

  /// The pauses that hosts asked for since this was last called, by the run's clock.
  private func pauses() async -> [String: Timestamp] {
    let found = await fetcher.takePauses()
    return Dictionary(
      found.map { host, until in
        let seconds = (until - start) / .seconds(1)
        return (FeedHost.of(host: host), Timestamp(milliseconds: changes.asOf.milliseconds + Int64(seconds * 1000)))
      }, uniquingKeysWith: max)
  }

  private mutating func keep(_ result: Result<ProbeWriter, any Error>) -> (any Error)? {
    isWriting = false
    switch result {
    case .success(let writer):
      self.writer = writer
      summary.changes = writer.outcome
      return nil
    case .failure(let error): return error
    }
  }
}
