/// Schedule for probing feeds, with a lane per host so that no host's queue delays the others.
package struct ProbeSchedule<Feed: Sendable>: Sendable {
  /// The next step.
  package enum Next {
    /// Start a feed; `isLast` if no other feed of its host waits.
    case start(Feed, host: String, isLast: Bool)
    /// Wait until a time, or until a feed finishes.
    case wait(until: ContinuousClock.Instant?)
    /// All feeds have been started.
    case done
  }

  private struct Lane {
    var feeds: [Feed]
    var started = 0
    var running = 0
    /// End of the gap after the last start or end of a probe.
    var restsUntil: ContinuousClock.Instant?

    var hasMore: Bool { started < feeds.count }
  }

  private let perHost: Int
  private let gap: Duration
  private var lanes: [String: Lane] = [:]
  /// Hosts that have not started, in order of arrival.
  private var fresh: [String] = []
  private var nextFresh = 0
  /// Hosts in their gap after a probe. All gaps are equal, so the array is always sorted by time.
  private var resting: [(until: ContinuousClock.Instant, host: String)] = []
  private var nextResting = 0
  /// Number of feeds not started yet.
  package private(set) var waiting: Int

  /// Creates a schedule of feeds with their hosts.
  package init(_ feeds: [(host: String, feed: Feed)], perHost: Int, gap: Duration) {
    self.perHost = max(1, perHost)
    self.gap = gap
    waiting = feeds.count
    for (host, feed) in feeds {
      if lanes[host] == nil { fresh.append(host) }
      lanes[host, default: Lane(feeds: [])].feeds.append(feed)
    }
  }

  /// Returns the next step. A started feed counts as running until `finished` is called for its host.
  ///
  /// Hosts that have started come first, so that a run that is stopped early has finished what it began.
  package mutating func next(at now: ContinuousClock.Instant) -> Next {
    while nextResting < resting.count, resting[nextResting].until <= now {
      nextResting += 1
      if let step = start(resting[nextResting - 1].host, now) { return step }
    }
    while nextFresh < fresh.count {
      nextFresh += 1
      if let step = start(fresh[nextFresh - 1], now) { return step }
    }
    if waiting == 0 { return .done }
    return .wait(until: nextResting < resting.count ? resting[nextResting].until : nil)
  }

  private mutating func start(_ host: String, _ now: ContinuousClock.Instant) -> Next? {
    guard var lane = lanes[host], lane.hasMore, lane.running < perHost, lane.restsUntil.map({ $0 <= now }) ?? true
    else { return nil }
    let feed = lane.feeds[lane.started]
    lane.started += 1
    lane.running += 1
    waiting -= 1
    lanes[host] = lane
    rest(host, now)
    return .start(feed, host: host, isLast: !lane.hasMore)
  }

  /// Marks a feed of the host as probed; the host then waits for the gap.
  package mutating func finished(_ host: String, at now: ContinuousClock.Instant) {
    guard var lane = lanes[host] else { return }
    lane.running -= 1
    lanes[host] = lane.hasMore || lane.running > 0 ? lane : nil
    rest(host, now)
  }

  /// Removes and returns the feeds of a host that were not started.
  package mutating func drop(_ host: String) -> [Feed] {
    guard var lane = lanes[host] else { return [] }
    let left = Array(lane.feeds[lane.started...])
    lane.feeds.removeSubrange(lane.started...)
    lanes[host] = lane.running > 0 ? lane : nil
    waiting -= left.count
    return left
  }

  private mutating func rest(_ host: String, _ now: ContinuousClock.Instant) {
    guard let lane = lanes[host], lane.hasMore else { return }
    lanes[host]?.restsUntil = now + gap
    resting.append((now + gap, host))
  }
}
