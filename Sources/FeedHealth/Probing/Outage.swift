import FeedProbes

/// Kind of failure that also occurs on a machine without a network.
package enum OutageKind: String, CaseIterable, Sendable {
  /// Name lookups fail.
  case names = "no host's name can be looked up"
  /// The network is unreachable.
  case network = "no network can be reached"
  /// Connections fail, for example because a firewall isolates this machine.
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

/// Detector of a local network outage, based on the failures of a run.
///
/// A local outage marked every feed dead in Miniflux (miniflux/v2#1893).
package struct OutageWatch: Sendable {
  /// Minimum number of hosts with the same failure for an outage: fewer hosts may have disappeared independently.
  package static let hostsNeeded = 3
  /// Number of failures after which the run checks whether this machine still has a network.
  package static let failuresToCheck = 20

  private var probes = 0
  private var failures: [OutageKind: Set<String>] = [:]
  private var counts: [OutageKind: Int] = [:]

  /// Creates a watch without probes.
  package init() {}

  /// Records a probe.
  package mutating func add(_ kind: OutageKind?, host: String) {
    probes += 1
    guard let kind else { return }
    counts[kind, default: 0] += 1
    if failures[kind, default: []].count < Self.hostsNeeded { failures[kind, default: []].insert(host) }
  }

  /// Failure of most probes in the run so far; `nil` if no kind of failure has a majority.
  package var outage: (kind: OutageKind, failed: Int, of: Int)? { outage(share: 0.5, of: probes) }

  /// Returns the failure of so many probes that the run can stop early; `nil` if no failure is frequent enough.
  /// - Parameter running: number of probes in progress. They count as successes, because a failed name lookup returns
  ///   at once and an answer takes time.
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
