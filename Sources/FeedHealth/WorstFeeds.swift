/// The worst of many feeds, however many there are: it holds at most twice its limit of them.
struct WorstFeeds: Sendable {
  private let limit: Int
  private var kept: [FeedHealth] = []
  /// The best of those that are sure to be left out; nothing that is not worse is taken any more.
  private var bound: FeedHealth?

  init(limit: Int) { self.limit = max(0, limit) }

  /// The feeds, the worst first.
  var feeds: [FeedHealth] { Array(kept.sorted().prefix(limit)) }

  mutating func add(_ feed: FeedHealth) {
    if let bound, !(feed < bound) { return }
    kept.append(feed)
    // Twice the limit before it is cut keeps the sorting linear in the number of feeds.
    guard (kept.count - 100) / 2 >= limit else { return }
    kept = feeds
    bound = kept.last ?? feed
  }
}
