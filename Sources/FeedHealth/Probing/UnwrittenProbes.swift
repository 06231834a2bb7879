/// Probes not written yet. Failures that this machine may have caused stay unconfirmed until a later connection reaches
/// a host that is known to answer.
struct UnwrittenProbes {
  /// Number of probes written together.
  static let blockSize = 100

  private var confirmed: [ProbedFeed] = []
  private var unconfirmed: [ProbedFeed] = []
  /// The first hosts with unconfirmed failures in the run, up to the number that an outage requires.
  private(set) var unconfirmedHosts: Set<String> = []

  /// Number of unconfirmed failures.
  var unconfirmedCount: Int { unconfirmed.count }

  mutating func add(_ feed: ProbedFeed, host: String) {
    guard feed.finding.needsConfirmation else { return confirmed.append(feed) }
    unconfirmed.append(feed)
    if unconfirmedHosts.count < OutageWatch.hostsNeeded { unconfirmedHosts.insert(host) }
  }

  /// Confirms the oldest unconfirmed failures.
  mutating func confirm(_ count: Int) {
    confirmed += unconfirmed.prefix(count)
    unconfirmed.removeFirst(min(count, unconfirmed.count))
  }

  /// Drops the unconfirmed failures and returns their number.
  mutating func dropUnconfirmed() -> Int {
    defer { unconfirmed = [] }
    return unconfirmed.count
  }

  /// Removes and returns a full block to write; `nil` if the number of probes is too small.
  mutating func takeBlock() -> [ProbedFeed]? { confirmed.count < Self.blockSize ? nil : takeRest() }

  /// Removes and returns up to a block of probes.
  mutating func takeRest() -> [ProbedFeed] {
    let block = Array(confirmed.suffix(Self.blockSize))
    confirmed.removeLast(block.count)
    return block
  }
}
