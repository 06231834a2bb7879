/// The order in which feeds are probed: round the hosts, with as many probes of a host at once as it may have
/// connections, so that no host's queue delays the others. The fetcher waits for the gaps.
package struct ProbeSchedule<Feed: Sendable>: Sendable {
  /// A feed to start; `isLast` if no other feed of its host waits.
  package typealias Step = (feed: Feed, host: String, isLast: Bool)

  /// The feeds of each host that have not started, last one first.
  private var lanes: [String: [Feed]] = [:]
  private var turns: [String] = []
  private var nextTurn = 0

  package init(_ feeds: [(host: String, feed: Feed)], perHost: Int) {
    for (host, feed) in feeds.reversed() { lanes[host, default: []].append(feed) }
    var seen: Set<String> = []
    let hosts = feeds.map(\.host).filter { seen.insert($0).inserted }
    for _ in 0..<max(1, perHost) { turns += hosts }
  }

  /// Returns the next feed to start; `nil` if none is left, or if a feed of each waiting host is in progress.
  package mutating func next() -> Step? {
    while nextTurn < turns.count {
      let host = turns[nextTurn]
      nextTurn += 1
      guard let feed = lanes[host]?.popLast() else { continue }
      let isLast = lanes[host]?.isEmpty ?? true
      if isLast { lanes[host] = nil }
      return (feed, host, isLast)
    }
    return nil
  }

  /// Marks a feed of the host as probed, so that the host's next feed gets a turn.
  package mutating func finished(_ host: String) {
    if lanes[host] != nil { turns.append(host) }
  }

  /// Removes and returns the feeds of a host that were not started.
  package mutating func drop(_ host: String) -> [Feed] { lanes.removeValue(forKey: host)?.reversed() ?? [] }
}
