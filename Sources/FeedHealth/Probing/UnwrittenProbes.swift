/// What was found and is not written yet. What could be this machine's own failure is kept apart until a host that is known to
/// answer was reached after it.
struct UnwrittenProbes {
  /// Probes that are written together.
  static let blockSize = 100

  private var certain: [ProbedFeed] = []
  private var doubtful: [ProbedFeed] = []
  /// The first hosts of the run that were in doubt, as many as an outage takes.
  private(set) var doubtedHosts: Set<String> = []

  /// How many are in doubt.
  var doubts: Int { doubtful.count }

  mutating func add(_ feed: ProbedFeed, host: String) {
    guard feed.finding.isDoubtful else { return certain.append(feed) }
    doubtful.append(feed)
    if doubtedHosts.count < OutageWatch.hostsNeeded { doubtedHosts.insert(host) }
  }

  /// Believes those that have been in doubt the longest.
  mutating func believe(_ count: Int) {
    certain += doubtful.prefix(count)
    doubtful.removeFirst(min(count, doubtful.count))
  }

  /// Forgets what is in doubt; how many that were.
  mutating func dropDoubts() -> Int {
    defer { doubtful = [] }
    return doubtful.count
  }

  /// The next to write; `nil` where there are not enough for a block.
  mutating func takeBlock() -> [ProbedFeed]? { certain.count < Self.blockSize ? nil : takeRest() }

  /// As many as a block has, or what there is; empty where there is nothing any more.
  mutating func takeRest() -> [ProbedFeed] {
    let block = Array(certain.suffix(Self.blockSize))
    certain.removeLast(block.count)
    return block
  }
}
