import Articles
import Catalog
import CloudKitRecords
import FeedProbes

/// The probes in progress, at most `width` at once, alongside the writing of finished probes.
struct ProbeWindow {
  private enum Event: Sendable {
    case probed(FinishedProbe)
    case awake
    case checked(unconfirmed: Int, reached: String?)
    case written((any Error)?)
  }

  /// The number of probes that may be in progress however large the documents are.
  private static let fewest = 16

  private(set) var summary: ProbeSummary

  private let writer: ProbeWriter?
  private let fetcher: any FeedFetcher
  private let width: Int
  private let changes: ProbeChanges
  private let articles: ArticleSettings?
  private let clock: any ProbeClock
  private let start: ContinuousClock.Instant
  private var schedule: ProbeSchedule<DueFeed>
  private var watch = OutageWatch()
  private var answering: AnsweringFeeds
  private var unwritten = UnwrittenProbes()
  private var running = 0
  /// The number of finished probes, and the bytes of their documents and articles.
  private var finished: (probes: Int, bytes: Int)
  /// The number of blocks being written.
  private var writing = 0
  private var isChecking = false
  /// Whether a host answered since the last check began.
  private var hasNewAnswer = false
  /// Whether the last check reached no host. No other probe starts until one in progress answers, and is checked.
  private var isDoubtful = false
  private var wakesAt: ContinuousClock.Instant?

  /// - Parameters:
  ///   - answering: feeds that answered their last fetch.
  ///   - writer: `nil` for a run that writes nothing.
  init(
    _ feeds: [DueFeed], answering: AnsweringFeeds, fetcher: any FeedFetcher, clock: any ProbeClock, width: Int,
    changes: ProbeChanges, articles: ArticleSettings?, writer: ProbeWriter?, summary: ProbeSummary
  ) {
    self.articles = articles
    self.answering = answering
    self.fetcher = fetcher
    self.clock = clock
    start = clock.now
    self.width = width
    self.changes = changes
    self.writer = writer
    self.summary = summary
    // The expected size of the first documents. Known documents rarely have new articles.
    finished = (1, feeds.contains { $0.entry.articlesDigest == nil } ? 400_000 : 150_000)
    schedule = ProbeSchedule(
      feeds.map { (FeedHost.of($0.entry.feedURL), $0) }, perHost: fetcher.pacing.connections,
      gap: fetcher.pacing.gap)
  }

  mutating func run(each: (ProbedFeed) -> Void, progress: (ProbeSummary) -> Void) async throws {
    var failure: (any Error)?
    await withTaskGroup(of: Event.self) { group in
      while failure == nil, summary.stop == nil {
        await fill(&group)
        while await writeNext(&group) {}
        check(&group)
        if isDoubtful, running == 0 {
          summary.stop = .lost(unproven: 0)
          break
        }
        if watch.isSuspicious, running == 0, !isChecking { break }
        let isWaiting = running > 0 || writing > 0 || isChecking || (wakesAt != nil && schedule.waiting > 0)
        guard isWaiting, let event = await group.next() else { break }
        failure = await handle(event, each)
        progress(summary)
      }
      group.cancelAll()
      // Wait for a block in progress, so that it is written completely.
      for await event in group {
        if case .written(let error) = event { failure = await finishWriting(error) ?? failure }
      }
    }
    if let failure { throw failure }
    try await end()
  }

  /// Whether another probe may start: fewer than `width` at once if the documents so far were large, and none while a
  /// block waits for the writer, which then needs the processor.
  private var mayStart: Bool {
    if writing == ProbeWriter.blocksAtOnce, unwritten.hasBlock { return false }
    let expected = (running + 1) * (finished.bytes / finished.probes)
    return running < width && (running < Self.fewest && !unwritten.hasBlock || unwritten.hasRoom(for: expected))
  }

  /// Starts probes until the window is full.
  private mutating func fill(_ group: inout TaskGroup<Event>) async {
    while mayStart, !Task.isCancelled, !watch.isSuspicious, !isDoubtful {
      switch schedule.next(at: clock.now) {
      case .done: return
      case .wait(let moment):
        guard let moment, wakesAt == nil else { return }
        wakesAt = moment
        group.addTask { [clock] in
          try? await clock.sleep(until: moment, tolerance: nil)
          return .awake
        }
        return
      case .start(let feed, let host, let isLast):
        running += 1
        let fetcher = fetcher
        let asOf = changes.asOf
        let articles = articles
        group.addTask {
          .probed(await FinishedProbe(feed, host: host, isLast: isLast, fetcher, articles: articles, asOf: asOf))
        }
      }
    }
  }

  private mutating func handle(_ event: Event, _ each: (ProbedFeed) -> Void) async -> (any Error)? {
    switch event {
    case .awake: wakesAt = nil
    case .written(let error): return await finishWriting(error)
    case .checked(let unconfirmed, let url):
      isChecking = false
      if Task.isCancelled { return nil }
      guard let url else {
        isDoubtful = !hasNewAnswer
        return nil
      }
      unwritten.confirm(unconfirmed)
      watch.addAnswer(of: FeedHost.of(url))
    case .probed(let probe):
      running -= 1
      finished.probes += 1
      finished.bytes += probe.bodySize + (probe.articles?.size ?? 0)
      schedule.finished(probe.host, at: clock.now)
      if probe.isPostponed { summary.postponed += 1 }
      if probe.isHostPaused { summary.postponed += schedule.drop(probe.host).count }
      if let finding = probe.finding { add(probe, finding, each) }
    }
    return nil
  }

  private mutating func add(_ probe: FinishedProbe, _ finding: ProbeFinding, _ each: (ProbedFeed) -> Void) {
    let (feed, host) = (probe.feed, probe.host)
    // A feed that failed before may be dead. Soon after failures, few other feeds are due, and such feeds would
    // dominate the run.
    if finding.outage == nil || (feed.entry.failureCount ?? 0) <= 0 { watch.add(finding.outage, host: host) }
    if finding.hasAnswer {
      answering.add(feed.entry.feedURL, at: changes.asOf)
      watch.addAnswer(of: host)
      hasNewAnswer = true
      isDoubtful = false
    }
    let after = changes.entry(feed.entry, after: finding)
    let level = FeedHealth(of: after, asOf: changes.asOf).level
    let probed = ProbedFeed(before: feed.entry, entry: after, finding: finding, level: level)
    unwritten.add(probed, articles: probe.articles, host: host)
    summary.count(finding)
    each(probed)
  }

  /// Checks periodically and at the end whether a host that answered is still reachable, which confirms the failures so
  /// far.
  private mutating func check(_ group: inout TaskGroup<Event>) {
    let isEnd = running == 0 && schedule.waiting == 0
    guard unwritten.unconfirmedCount >= (isEnd ? 1 : OutageWatch.failuresToCheck), !isChecking, !isDoubtful,
      !Task.isCancelled
    else { return }
    // If no host ever answered, only the run as a whole can tell. A few hosts may all have disappeared.
    let urls = answering.urls
    guard !urls.isEmpty, unwritten.unconfirmedHosts.union(answering.hosts).count >= OutageWatch.hostsNeeded else {
      return
    }
    isChecking = true
    hasNewAnswer = false
    let unconfirmed = unwritten.unconfirmedCount
    let fetcher = fetcher
    group.addTask {
      // Hosts that asked for a pause have answered.
      for url in urls where await fetcher.reaches(url) != false {
        return .checked(unconfirmed: unconfirmed, reached: url)
      }
      return .checked(unconfirmed: unconfirmed, reached: nil)
    }
  }

  // MARK: Writing

  /// Starts writing a block. Returns whether there was a block to write.
  private mutating func writeNext(_ group: inout TaskGroup<Event>) async -> Bool {
    // Write nothing while most probes of the run fail in the same way.
    guard writing < ProbeWriter.blocksAtOnce, watch.outage == nil, let writer, let block = unwritten.takeBlock() else {
      return false
    }
    let hosts = await learnedHosts()
    writing += 1
    group.addTask {
      do {
        try await writer.write(block, hosts: hosts)
        return .written(nil)
      } catch {
        return .written(error)
      }
    }
    return true
  }

  /// Judges the run as a whole, and writes the results that this judgment confirms.
  private mutating func end() async throws {
    if summary.stop == nil, Task.isCancelled {
      // Failures finish first, so this part of the run does not represent the whole run.
      summary.stop = .interrupted(unproven: unwritten.dropUnconfirmed())
    } else if let outage = watch.outage {
      summary.stop = .outage(outage.kind, failed: outage.failed, of: outage.of)
      return
    } else if case .lost = summary.stop {
      summary.stop = .lost(unproven: unwritten.dropUnconfirmed())
    }
    unwritten.confirm(unwritten.unconfirmedCount)
    guard let writer else { return }
    repeat {
      let block = unwritten.takeRest()
      let hosts = await learnedHosts()
      if block.isEmpty, hosts.isEmpty { return }
      try await writer.write(block, hosts: hosts)
      await keepOutcome()
    } while true
  }

  /// Returns what the run learned about hosts since the last call, in the run's time.
  private func learnedHosts() async -> LearnedHosts {
    let pauses = await fetcher.takePauses().map { host, until in
      let seconds = (until - start) / .seconds(1)
      return (FeedHost.of(host: host), Timestamp(milliseconds: changes.asOf.milliseconds + Int64(seconds * 1000)))
    }
    return LearnedHosts(
      pauses: Dictionary(pauses, uniquingKeysWith: max), robots: await fetcher.takeRobots())
  }

  private mutating func finishWriting(_ error: (any Error)?) async -> (any Error)? {
    writing -= 1
    await keepOutcome()
    return error
  }

  private mutating func keepOutcome() async {
    guard let writer else { return }
    summary.changes = await writer.outcome
    summary.articles = await writer.articleSummary
  }
}
