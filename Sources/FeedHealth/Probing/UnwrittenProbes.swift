import Articles
import Catalog
import CloudKitRecords

/// Probes not written yet. Failures that this machine may have caused stay unconfirmed until a later connection reaches
/// a host that is known to answer.
struct UnwrittenProbes {
  /// Number of probes written together.
  static let blockSize = 100

  /// Maximum bytes of articles written together, and of those that wait for a block to be written or are expected.
  private static let blockBytes = 16_000_000, waitingBytes = 40_000_000

  private var confirmed: [ProbedFeed] = []
  /// The articles of the feeds, and their bytes.
  private var articles: [RecordName: FeedArticles] = [:]
  private var bytes = 0
  private var unconfirmed: [ProbedFeed] = []
  /// The first hosts with unconfirmed failures in the run, up to the number that an outage requires.
  private(set) var unconfirmedHosts: Set<String> = []

  /// Number of unconfirmed failures.
  var unconfirmedCount: Int { unconfirmed.count }

  /// Whether there are enough probes or articles for a block.
  var hasBlock: Bool { confirmed.count >= Self.blockSize || bytes > Self.blockBytes }

  /// Returns whether memory is left for the documents and articles of probes in progress.
  /// - Parameter expected: their bytes, as expected.
  func hasRoom(for expected: Int) -> Bool { bytes + expected <= Self.waitingBytes }

  mutating func add(_ feed: ProbedFeed, articles: FeedArticles?, host: String) {
    if let articles {
      self.articles[feed.entry.recordName] = articles
      bytes += articles.size
    }
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
  mutating func takeBlock() -> ProbeBlock? {
    hasBlock ? takeRest() : nil
  }

  /// Removes and returns up to a block of probes.
  mutating func takeRest() -> ProbeBlock {
    var block = ProbeBlock()
    var blockBytes = 0
    while block.feeds.count < Self.blockSize, blockBytes <= Self.blockBytes, let feed = confirmed.popLast() {
      block.feeds.append(feed)
      guard let articles = articles.removeValue(forKey: feed.entry.recordName) else { continue }
      block.articles.append(articles)
      blockBytes += articles.size
    }
    bytes -= blockBytes
    return block
  }
}

/// Probes that are written together, and the articles of their feeds.
struct ProbeBlock: Sendable {
  var feeds: [ProbedFeed] = []
  var articles: [FeedArticles] = []

  var isEmpty: Bool { feeds.isEmpty }
}
