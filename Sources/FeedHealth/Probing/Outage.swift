import FeedProbes

/// Kind of failure that also occurs on a machine without a network.
package enum OutageKind: String, CaseIterable, Sendable {
  /// Name lookups fail.
  case names = "no host's name can be looked up"
  /// The network is unreachable.
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

/// Detector of a local network outage, based on the failures of a run.
///
/// A local outage marked every feed dead in Miniflux (miniflux/v2#1893). A host that answers in the run disproves an
/// outage, so that a catalog of mostly dead feeds can be recorded.
package struct OutageWatch: Sendable {
  /// Minimum number of hosts with the same failure for an outage: fewer hosts may have disappeared independently.
  static let hostsNeeded = 3
  /// Number of failures after which the run checks whether this machine still has a network.
  static let failuresToCheck = 20
  /// Number of probes without an answer after which the run stops: even of mostly dead hosts, one would have answered.
  static let probesToStop = 200

  private var probes = 0
  private var failures: [OutageKind: (count: Int, hosts: Set<String>)] = [:]
  private var possible = OutageKind.allCases

  /// Creates a watch without probes.
  package init() {}

  /// Records a probe of a host.
  package mutating func add(_ kind: OutageKind?, host: String) {
    probes += 1
    guard let kind else { return }
    failures[kind, default: (0, [])].count += 1
    if failures[kind]?.hosts.count ?? 0 < Self.hostsNeeded { failures[kind]?.hosts.insert(host) }
  }

  /// Records that a host answered. A host without a name does not show that names can be looked up.
  package mutating func addAnswer(of host: String) {
    possible.removeAll { $0 != .names || !FeedHost.isAddress(host) }
  }

  /// The failure of most probes so far, if several hosts have it and no answer disproves an outage.
  package var outage: (kind: OutageKind, failed: Int, of: Int)? {
    for kind in possible {
      guard let (count, hosts) = failures[kind], hosts.count >= Self.hostsNeeded, count * 2 > probes else { continue }
      return (kind, count, probes)
    }
    return nil
  }

  /// Whether the run starts no other probes, after many failures, until one in progress answers.
  package var isSuspicious: Bool { probes >= Self.probesToStop && outage != nil }
}
