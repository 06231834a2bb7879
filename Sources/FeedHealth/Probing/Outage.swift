import Catalog

/// Kind of failure that also occurs on a machine without a network.
package enum OutageKind: String, CaseIterable, Sendable {
  case names = "no host's name can be looked up"
  case network = "no network can be reached"
  /// Connections fail, for example because a firewall isolates this machine.
  case connections = "no host accepts a connection"

  init?(_ failure: FetchFailure) {
    switch failure {
    case .dns: self = .names
    case .connect(_, isUnreachable: true): self = .network
    case .connect, .timeout(.connecting, _): self = .connections
    default: return nil
    }
  }
}

/// Detector of a local network outage: at least half of the probes, on several hosts, fail alike.
///
/// A local outage marked every feed dead in Miniflux (miniflux/v2#1893). As long as no host has answered, every probe
/// counts. Once a host has, only the feeds that worked before count, so that a catalog of mostly dead feeds can be
/// recorded, and only if they are many.
package struct OutageWatch: Sendable {
  /// Result of a feed's last probe.
  package enum LastProbe: Sendable {
    case worked, failed, none
  }

  /// An outage, and the number of probes that it is based on.
  package typealias Outage = (kind: OutageKind, failed: Int, of: Int)

  /// Minimum number of hosts with the same failure: fewer hosts may have disappeared independently.
  package static let hostsNeeded = 3
  /// Minimum number of feeds that worked before, if another host has answered.
  package static let probesNeeded = 20
  /// Number of probes after which a run in an outage stops. Fast failures finish before the first answers.
  package static let probesToStop = 200

  private struct Tally {
    var probes = 0
    var failures: [OutageKind: (count: Int, hosts: Set<String>)] = [:]

    mutating func add(_ kind: OutageKind?, _ host: String) {
      probes += 1
      guard let kind else { return }
      failures[kind, default: (0, [])].count += 1
      if failures[kind]?.hosts.count ?? 0 < OutageWatch.hostsNeeded { failures[kind]?.hosts.insert(host) }
    }

    var outage: Outage? {
      let found = OutageKind.allCases.compactMap { kind in failures[kind].map { (kind, $0.count, $0.hosts.count) } }
      return found.first { $0.1 * 2 >= probes && $0.2 >= OutageWatch.hostsNeeded }.map { ($0.0, $0.1, probes) }
    }
  }

  private var all = Tally()
  private var working = Tally()
  private var hasAnswer = false
  /// Whether a feed that had not failed before fails now.
  private var hasNewFailure = false

  package init() {}

  /// - Parameter kind: kind of the failure; `nil` for an answer or another failure.
  package mutating func add(_ kind: OutageKind?, hasAnswer: Bool, host: String, last: LastProbe) {
    all.add(kind, host)
    if last == .worked { working.add(kind, host) }
    if hasAnswer { self.hasAnswer = true }
    if kind != nil, last != .failed { hasNewFailure = true }
  }

  /// The outage that the probes so far indicate; `nil` if they indicate none.
  package var outage: Outage? {
    if hasAnswer { return working.probes < Self.probesNeeded ? nil : working.outage }
    // Soon after failures, few other feeds are due, and feeds that failed before may be dead.
    return hasNewFailure ? all.outage : nil
  }

  /// Whether the run starts no other probes, unless an answer in progress disproves the outage.
  package var isSuspicious: Bool { all.probes >= Self.probesToStop && outage != nil }
}

extension OutageWatch.LastProbe {
  init(of feed: FeedEntry) {
    self = (feed.failureCount ?? 0) > 0 ? .failed : (feed.successfulAttempts ?? 0) > 0 ? .worked : .none
  }
}
