import FeedFetching

/// A way to fail that a machine without a network has of its own.
package enum OutageKind: String, CaseIterable, Sendable {
  /// No names can be looked up.
  case names = "no host's name can be looked up"
  /// The network cannot be reached.
  case network = "no network can be reached"
  /// No connection is taken.
  case connections = "no host takes a connection"

  init?(_ failure: FetchFailure) {
    switch failure {
    case .dns: self = .names
    case .connect(_, isUnreachable: true): self = .network
    case .timeout(.connecting, _): self = .connections
    default: return nil
    }
  }
}

/// Watches whether it is this machine that has no network, and not the feeds.
///
/// A local outage marked every feed dead in Miniflux (miniflux/v2#1893).
package struct OutageWatch: Sendable {
  /// Hosts that have to fail alike before it is said to be the machine: fewer may well be gone by themselves.
  package static let hostsNeeded = 3
  /// Probes after which a run that fails nearly always is stopped without waiting for more.
  package static let earlyAfter = 20

  private var probes = 0
  private var failures: [OutageKind: Set<String>] = [:]
  private var counts: [OutageKind: Int] = [:]

  /// Nothing seen yet.
  package init() {}

  /// Takes a probe down.
  package mutating func add(_ kind: OutageKind?, host: String) {
    probes += 1
    guard let kind else { return }
    counts[kind, default: 0] += 1
    failures[kind, default: []].insert(host)
  }

  /// What most probes failed by; `nil` while they do not.
  /// - Parameter isEarly: whether more probes are to come, which takes more to be sure.
  package func outage(isEarly: Bool) -> (kind: OutageKind, failed: Int, of: Int)? {
    if isEarly, probes < Self.earlyAfter { return nil }
    for kind in OutageKind.allCases {
      guard let count = counts[kind], let hosts = failures[kind], hosts.count >= Self.hostsNeeded else { continue }
      if Double(count) > Double(probes) * (isEarly ? 0.8 : 0.5) { return (kind, count, probes) }
    }
    return nil
  }
}
