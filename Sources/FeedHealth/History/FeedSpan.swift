package import CloudKitRecords

/// A time in which the probes of a feed found the same state.
package struct FeedSpan: Hashable, Sendable {
  package enum State: String, Sendable {
    /// The feed was read at its own address.
    case up
    /// The feed was read, and its address redirects permanently to another.
    case moved
    /// The address served another feed.
    case replaced
    case failing
    /// The probes could not tell whether the feed works.
    case unread
    /// No probe for longer than `FeedTimeline.longestPause`, or another machine has probed the feed since.
    case unprobed

    /// Creates the state that a probe found; `nil` for a host that asked for fewer requests, which says nothing.
    init?(_ probe: Probe) {
      switch probe.isUp {
      case false?: self = .failing
      case nil where probe.verdict == VerdictClass.rateLimited.rawValue: return nil
      case nil: self = .unread
      case true? where probe.verdict == VerdictClass.replaced.rawValue: self = .replaced
      case true?: self = probe.movedTo == nil ? .up : .moved
      }
    }
  }

  /// A verdict, and the number of probes that found it.
  package struct Found: Hashable, Sendable {
    package let verdict: String
    package fileprivate(set) var probes: Int
  }

  package let state: State
  /// Time of the first probe; without probes, time of the last one before.
  package let from: Timestamp
  /// Time of the last probe.
  package private(set) var last: Timestamp
  /// Time of the probe that found another state; `nil` for the current span.
  package fileprivate(set) var until: Timestamp?
  package private(set) var probes = 0
  /// The verdicts, in the order in which they were found.
  package private(set) var verdicts: [Found] = []
  /// Evidence of the last probe.
  package private(set) var evidence = ""
  /// Target of the permanent redirect of a moved feed.
  package let movedTo: String?

  fileprivate init(_ state: State, from: Timestamp, movedTo: String?) {
    self.state = state
    self.from = from
    self.movedTo = movedTo
    last = from
  }

  /// Returns the seconds from the start of the span to its end, or to the current time.
  package func seconds(asOf: Timestamp) -> Double { max(0, (until ?? asOf).seconds(since: from)) }

  fileprivate mutating func add(_ probe: Probe, at: Timestamp) {
    last = at
    probes += 1
    evidence = probe.detail
    if let index = verdicts.firstIndex(where: { $0.verdict == probe.verdict }) {
      verdicts[index].probes += 1
    } else {
      verdicts.append(Found(verdict: probe.verdict, probes: 1))
    }
  }

  /// Whether a probe continues the span.
  fileprivate func includes(_ state: State?, movedTo: String?) -> Bool {
    guard let state else { return self.state != .unprobed }
    return state == self.state && movedTo == self.movedTo
  }
}

/// The past of a feed: the spans of its probes.
package struct FeedTimeline: Hashable, Sendable {
  /// Days without a probe after which the state of a feed is unknown: a feed may be probed once a month.
  package static let longestPause = 45.0

  /// How long the feed took to answer, in the last 30 days, in seconds.
  package struct Latency: Hashable, Sendable {
    package let last, median, slowest: Double
  }

  /// The spans, oldest first. Only the last one has no end.
  package private(set) var spans: [FeedSpan] = []
  /// `nil` if the feed did not work in the last 30 days.
  package private(set) var latency: Latency?
  /// Number of probes later than the current time: the clock of a run was wrong.
  package let later: Int

  /// Creates the timeline from all probes of a feed, in the order of their times.
  /// - Parameter end: the last of them if another machine has probed the feed since.
  package init(_ probes: [FeedRecord], asOf: Timestamp, historyEnd end: Timestamp? = nil) {
    let past = probes.filter { $0.at <= asOf }
    later = probes.count - past.count
    for record in past { add(record) }
    endBeforePause(to: asOf)
    if let end, current?.last == end, current?.state != .unprobed { begin(.unprobed, at: end) }
    let recent = past.filter { $0.probe.isUp == true && asOf.seconds(since: $0.at) <= 30 * 86_400 }.map(\.probe.seconds)
    let sorted = recent.sorted()
    if let last = recent.last, let slowest = sorted.last {
      let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
      latency = Latency(last: last, median: median, slowest: slowest)
    }
  }

  /// The current span; `nil` for a feed that was never probed.
  package var current: FeedSpan? { spans.last }

  private mutating func add(_ record: FeedRecord) {
    let state = FeedSpan.State(record.probe)
    let movedTo = state == .moved ? record.probe.movedTo : nil
    endBeforePause(to: record.at)
    if spans.last?.includes(state, movedTo: movedTo) != true {
      // The first failures may have been so long ago that the history no longer has them.
      let isOlder = spans.isEmpty && state == .failing
      begin(state ?? .unread, at: isOlder ? min(record.since, record.at) : record.at, movedTo: movedTo)
    }
    spans[spans.count - 1].add(record.probe, at: record.at)
  }

  /// Ends the last span with its last probe if no other followed for too long.
  private mutating func endBeforePause(to next: Timestamp) {
    guard let last = spans.last?.last, next.seconds(since: last) > Self.longestPause * 86_400 else { return }
    begin(.unprobed, at: last)
  }

  private mutating func begin(_ state: FeedSpan.State, at time: Timestamp, movedTo: String? = nil) {
    if !spans.isEmpty { spans[spans.count - 1].until = time }
    spans.append(FeedSpan(state, from: time, movedTo: movedTo))
  }
}
