import Articles

/// Finished probes that wait to be written, in blocks.
///
/// Probes without an answer wait for the end of the run, which shows whether this machine has a network.
struct ProbeQueue {
  private static let blockSize = 200
  /// Maximum bytes of articles in a block, and of those that wait for a block or are expected.
  private static let blockBytes = 16_000_000, waitingBytes = 40_000_000

  private struct Probe {
    let feed: ProbedFeed
    let articles: FeedArticles?
  }

  private var ready: [Probe] = []
  private var unanswered: [Probe] = []
  private var bytes = 0

  /// Whether there are enough probes or articles for a block.
  var hasBlock: Bool { ready.count >= Self.blockSize || bytes > Self.blockBytes }

  /// Whether no other probe should finish before a block is written.
  var isFull: Bool { ready.count >= 2 * Self.blockSize || bytes > Self.blockBytes }

  /// Returns whether memory is left for the documents and articles of probes in progress.
  /// - Parameter expected: their bytes, as expected.
  func hasRoom(for expected: Int) -> Bool { bytes + expected <= Self.waitingBytes }

  mutating func add(_ feed: ProbedFeed, articles: FeedArticles?) {
    bytes += articles?.size ?? 0
    let probe = Probe(feed: feed, articles: articles)
    if feed.finding.hasAnswer { ready.append(probe) } else { unanswered.append(probe) }
  }

  /// Accepts the probes without an answer.
  mutating func acceptUnanswered() {
    ready += unanswered
    unanswered = []
  }

  /// Removes and returns up to a block of probes.
  mutating func takeBlock() -> ProbeBlock {
    var block = ProbeBlock()
    var blockBytes = 0
    while block.feeds.count < Self.blockSize, blockBytes <= Self.blockBytes, let probe = ready.popLast() {
      block.feeds.append(probe.feed)
      guard let articles = probe.articles else { continue }
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
