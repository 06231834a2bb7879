import CloudKitRecords

/// The feeds that answered most recently, each on a different host. They distinguish a dead feed from a dead network.
struct AnsweringFeeds: Sendable {
  private static let kept = 3

  private var feeds: [(at: Timestamp, host: String, url: String)] = []

  /// The feeds' URLs, most recent answer first.
  var urls: [String] { feeds.map(\.url) }

  /// The feeds' hosts.
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
