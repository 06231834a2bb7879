import Articles
import Catalog
import CloudKitRecords

/// The probes in progress, at most `width` at once, alongside the writing of finished probes.
struct ProbeWindow {
  private enum Event: Sendable {
    case probed(FinishedProbe)
    case written((any Error)?)
  }

  /// The number of probes that may be in progress however large the documents are.
  private static let fewest = 16

  private(set) var summary: ProbeSummary

  private let writer: ProbeWriter?
  private let prober: Prober
  private let width: Int
  private let changes: ProbeChanges
  private let start = ContinuousClock.now
  private var schedule: ProbeSchedule<DueFeed>
  private var watch = OutageWatch()
  private var queue = ProbeQueue()
  private var running = 0
  /// The number of finished probes, and the bytes of their documents and articles.
  private var finished: (probes: Int, bytes: Int)
  private var isWriting = false

  /// - Parameter writer: `nil` for a run that writes nothing.
  init(
    _ feeds: [DueFeed], prober: Prober, width: Int, changes: ProbeChanges, writer: ProbeWriter?, summary: ProbeSummary
  ) {
    self.prober = prober
    self.width = width
    self.changes = changes
    self.writer = writer
    self.summary = summary
    // The expected size of the first documents. Known documents rarely have new articles.
    finished = (1, feeds.contains { $0.entry.articlesDigest == nil } ? 400_000 : 150_000)
    schedule = ProbeSchedule(
      feeds.map { (FeedHost.of($0.entry.feedURL), $0) }, perHost: prober.fetcher.pacing.connections)
  }

  mutating func run(each: (ProbedFeed) -> Void, progress: (ProbeSummary) -> Void) async throws {
    var failure: (any Error)?
    await withTaskGroup(of: Event.self) { group in
      while failure == nil {
        fill(&group)
        await writeNext(&group)
        guard running > 0 || isWriting, let event = await group.next() else { break }
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

  /// Whether another probe may start: fewer than `width` at once if the documents so far were large, and none while the
  /// writer cannot keep up.
  private var mayStart: Bool {
    if isWriting, queue.isFull { return false }
    let expected = (running + 1) * (finished.bytes / finished.probes)
    return running < width && (running < Self.fewest && !queue.hasBlock || queue.hasRoom(for: expected))
  }

  /// Starts probes until the window is full.
  private mutating func fill(_ group: inout TaskGroup<Event>) {
    while mayStart, !Task.isCancelled, !watch.isSuspicious, let (feed, host, isLast) = schedule.next() {
      running += 1
      group.addTask { [prober] in .probed(await prober.probe(feed, host: host, isLast: isLast)) }
    }
  }

  private mutating func handle(_ event: Event, _ each: (ProbedFeed) -> Void) async -> (any Error)? {
    switch event {
    case .written(let error): return await finishWriting(error)
    case .probed(let probe):
      running -= 1
      finished.probes += 1
      finished.bytes += probe.bodySize + (probe.articles?.size ?? 0)
      schedule.finished(probe.host)
      if probe.isPostponed { summary.postponed += 1 }
      if probe.isHostPaused { summary.postponed += schedule.drop(probe.host).count }
      if let finding = probe.finding { add(probe, finding, each) }
    }
    return nil
  }

  private mutating func add(_ probe: FinishedProbe, _ finding: ProbeFinding, _ each: (ProbedFeed) -> Void) {
    let entry = probe.feed.entry
    watch.add(finding.outage, hasAnswer: finding.hasAnswer, host: probe.host, last: OutageWatch.LastProbe(of: entry))
    let probed = ProbedFeed(probe.feed, finding, changes)
    if writer != nil { queue.add(probed, articles: probe.articles) }
    summary.count(finding)
    each(probed)
  }

  // MARK: Writing

  /// Starts writing a block, if there is one and no other is being written.
  private mutating func writeNext(_ group: inout TaskGroup<Event>) async {
    guard !isWriting, queue.hasBlock, let writer else { return }
    let block = queue.takeBlock()
    let hosts = await learnedHosts()
    isWriting = true
    group.addTask {
      do {
        try await writer.write(block, hosts: hosts)
        return .written(nil)
      } catch {
        return .written(error)
      }
    }
  }

  /// Judges the run as a whole, and writes the rest. Failures finish first, so the part of a run that was stopped does
  /// not represent the whole run.
  private mutating func end() async throws {
    if Task.isCancelled {
      summary.stop = .interrupted
    } else if let outage = watch.outage {
      summary.stop = .outage(outage.kind, failed: outage.failed, of: outage.of)
    } else {
      queue.acceptUnanswered()
    }
    guard let writer else { return }
    while true {
      let block = queue.takeBlock()
      let hosts = await learnedHosts()
      if block.isEmpty, hosts.isEmpty { return }
      try await writer.write(block, hosts: hosts)
      await keepOutcome()
    }
  }

  /// Returns what the run learned about hosts since the last call, in the run's time.
  private func learnedHosts() async -> LearnedHosts {
    let pauses = await prober.fetcher.takePauses().map { host, until in
      let seconds = (until - start) / .seconds(1)
      return (FeedHost.of(host: host), Timestamp(milliseconds: changes.asOf.milliseconds + Int64(seconds * 1000)))
    }
    return LearnedHosts(
      pauses: Dictionary(pauses, uniquingKeysWith: max), robots: await prober.fetcher.takeRobots())
  }

  private mutating func finishWriting(_ error: (any Error)?) async -> (any Error)? {
    isWriting = false
    await keepOutcome()
    return error
  }

  private mutating func keepOutcome() async {
    guard let writer else { return }
    summary.changes = await writer.outcome
    summary.articles = await writer.articleSummary
    summary.missingFields = await writer.missingFields
  }
}
