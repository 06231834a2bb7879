import CloudKitRecords
import FeedProbes

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

/// A finished probe of a feed, or a postponed one.
struct FinishedProbe: Sendable {
  let feed: DueFeed
  /// Host whose turn the probe used.
  let host: String
  /// Finding of the probe; `nil` if the probe was stopped or postponed.
  let finding: ProbeFinding?
  /// Whether the feed is postponed to another run because a host asked for a pause.
  let isPostponed: Bool
  /// Whether the feed's own host, not the target of a redirect, asked for a pause longer than the run waits.
  let isHostPaused: Bool

  /// Fetches a feed and judges it.
  init(_ feed: DueFeed, host: String, _ fetcher: any FeedFetcher, asOf: Timestamp) async {
    self.feed = feed
    self.host = host
    let request = feed.request(asOf: asOf)
    let outcome = await fetcher.fetch(request)
    finding = ProbeFinding(outcome, of: request, known: feed.known, asOf: asOf)
    isPostponed = if case .failure(.paused) = outcome.answer { true } else { false }
    let wait = (try? outcome.answer.get())?.retryAfter ?? .zero
    isHostPaused = outcome.redirects.isEmpty && (isPostponed || wait > fetcher.pacing.patience)
  }
}

/// The feeds that answered most recently, each on a different host. They distinguish a dead feed from a dead network.
struct AnsweringFeeds: Sendable {
  private static let kept = 3

  private var feeds: [(at: Timestamp, host: String, url: String)] = []

  /// The feeds' URLs, most recent answer first.
  var urls: [String] { feeds.map(\.url) }

  var hosts: Set<String> { Set(feeds.map(\.host)) }

  /// Records that a feed answered at a time.
  mutating func add(_ url: String, at moment: Timestamp) {
    if feeds.count == Self.kept, let oldest = feeds.last, moment < oldest.at { return }
    let host = FeedHost.of(url)
    feeds.removeAll { $0.host == host && $0.at <= moment }
    if feeds.contains(where: { $0.host == host }) { return }
    feeds.insert((moment, host, url), at: feeds.firstIndex { $0.at <= moment } ?? feeds.endIndex)
    if feeds.count > Self.kept { feeds.removeLast() }
  }
}
