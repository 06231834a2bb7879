/// The order in which feeds are probed: a lane per host, so that no host's queue keeps the others waiting.
package struct ProbeSchedule<Feed: Sendable>: Sendable {
  /// What to do next.
  package enum Next {
    /// Start with a feed.
    case start(Feed, host: String)
    /// Nothing before a moment, unless a feed finishes first.
    case wait(until: ContinuousClock.Instant?)
    /// Everything has been started.
    case done
  }

  private struct Lane {
    var feeds: [Feed]
    var started = 0
    var running = 0
    var isQueued = true

    var hasMore: Bool { started < feeds.count }
  }

  private let perHost: Int
  private let gap: Duration
  private var lanes: [String: Lane] = [:]
  /// Hosts that may start at once, the one that came first first.
  private var ready: [String] = []
  private var nextReady = 0
  /// Hosts that are left alone until a moment. All gaps are alike, so that it is sorted by nature.
  private var resting: [(until: ContinuousClock.Instant, host: String)] = []
  private var nextResting = 0
  /// Feeds not started yet.
  package private(set) var waiting: Int

  /// A schedule of feeds with their hosts.
  package init(_ feeds: [(host: String, feed: Feed)], perHost: Int, gap: Duration) {
    self.perHost = max(1, perHost)
    self.gap = gap
    waiting = feeds.count
    for (host, feed) in feeds {
      if lanes[host] == nil { ready.append(host) }
      lanes[host, default: Lane(feeds: [])].feeds.append(feed)
    }
  }

  /// The next feed to start; it counts as running until `finished` is called for its host.
  package mutating func next(at now: ContinuousClock.Instant) -> Next {
    while nextResting < resting.count, resting[nextResting].until <= now {
      enqueue(resting[nextResting].host)
      nextResting += 1
    }
    while nextReady < ready.count {
      let host = ready[nextReady]
      nextReady += 1
      lanes[host]?.isQueued = false
      guard var lane = lanes[host], lane.hasMore, lane.running < perHost else { continue }
      let feed = lane.feeds[lane.started]
      lane.started += 1
      lane.running += 1
      waiting -= 1
      lanes[host] = lane
      rest(host, now)
      return .start(feed, host: host)
    }
    if waiting == 0 { return .done }
    return .wait(until: nextResting < resting.count ? resting[nextResting].until : nil)
  }

  /// A feed of the host has been probed; the host is left alone for the gap.
  package mutating func finished(_ host: String, at now: ContinuousClock.Instant) {
    guard var lane = lanes[host] else { return }
    lane.running -= 1
    lanes[host] = lane.hasMore || lane.running > 0 ? lane : nil
    rest(host, now)
  }

  /// Returns the last feed started to its host as the next; it still counts as running.
  package mutating func putBack(_ host: String) {
    guard var lane = lanes[host], lane.started > 0 else { return }
    lane.started -= 1
    lanes[host] = lane
    waiting += 1
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

  private mutating func enqueue(_ host: String) {
    guard let lane = lanes[host], lane.hasMore, !lane.isQueued, lane.running < perHost else { return }
    lanes[host]?.isQueued = true
    ready.append(host)
  }

  private mutating func rest(_ host: String, _ now: ContinuousClock.Instant) {
    if let lane = lanes[host], lane.hasMore { resting.append((now + gap, host)) }
  }
}
