import FeedProbes

/// A kind of failure that a machine without a network causes.
package enum OutageKind: String, CaseIterable, Sendable {
  /// No names can be looked up.
  case names = "no host's name can be looked up"
  /// The network cannot be reached.
  case network = "no network can be reached"
  /// No connection is taken, as where a firewall shuts this machine in.
  case connections = "no host takes a connection"

  init?(_ failure: FetchFailure) {
    switch failure {
    case .dns: self = .names
    case .connect(_, isUnreachable: true): self = .network
    case .connect, .timeout(.connecting, _): self = .connections
    default: return nil
    }
  }
}

/// Decides whether this machine has no network, from the failures of a run.
///
/// A local outage marked every feed dead in Miniflux (miniflux/v2#1893).
package struct OutageWatch: Sendable {
  /// Hosts that have to fail alike before it is said to be the machine: fewer may well be gone by themselves.
  package static let hostsNeeded = 3
  /// Failures after which it is found out whether the machine still has a network.
  package static let failuresToCheck = 20

  private var probes = 0
  private var failures: [OutageKind: Set<String>] = [:]
  private var counts: [OutageKind: Int] = [:]

  /// A watch without probes.
  package init() {}

  /// Records a probe.
  package mutating func add(_ kind: OutageKind?, host: String) {
    probes += 1
    guard let kind else { return }
    counts[kind, default: 0] += 1
    if failures[kind, default: []].count < Self.hostsNeeded { failures[kind, default: []].insert(host) }
  }

  /// What most probes of the run so far failed by; `nil` while they do not.
  package var outage: (kind: OutageKind, failed: Int, of: Int)? { outage(share: 0.5, of: probes) }

  /// What so many probes failed by that the run need not be waited for.
  /// - Parameter running: probes under way. They count as if they were to succeed: a name that is not there fails at once, and
  ///   an answer takes its time.
  package func earlyOutage(running: Int) -> (kind: OutageKind, failed: Int, of: Int)? {
    probes < Self.failuresToCheck ? nil : outage(share: 0.8, of: probes + running)
  }

  private func outage(share: Double, of count: Int) -> (kind: OutageKind, failed: Int, of: Int)? {
    for kind in OutageKind.allCases {
      guard let failed = counts[kind], let hosts = failures[kind], hosts.count >= Self.hostsNeeded else { continue }
      if Double(failed) > Double(count) * share { return (kind, failed, probes) }
    }
    return nil
  }
}
