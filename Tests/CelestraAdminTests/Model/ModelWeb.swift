import CloudKitRecords
import FeedHealth

/// The web of a model: each feed has had several addresses, `https://f3-0.example/feed`, `https://f3-1.example/feed`, …,
/// of which the last one answers and the earlier ones redirect to it for good.
struct ModelWeb: Sendable {
  struct Feed: Sendable {
    var address = 0
    var isGone = false
    /// The number of other feeds that have had the address before the one that answers now.
    var predecessors = 0
  }

  var feeds: [Feed]

  init(feeds count: Int) { feeds = Array(repeating: Feed(), count: count) }

  static func url(_ feed: Int, _ address: Int) -> String { "https://f\(feed)-\(address).example/feed" }

  /// Returns the feed and the number of its address.
  static func parts(of url: String) -> (feed: Int, address: Int)? {
    guard let host = url.split(separator: "/").dropFirst().first, host.hasPrefix("f") else { return nil }
    let numbers = host.dropFirst().prefix { $0 != "." }.split(separator: "-").compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  func answer(_ url: String) -> FetchOutcome {
    guard let (number, address) = Self.parts(of: url), feeds.indices.contains(number) else { return .unknown }
    let feed = feeds[number]
    if feed.isGone || address > feed.address {
      return FetchOutcome(answer: .success(FetchedAnswer(status: 404, body: [])))
    }
    let name = feed.predecessors == 0 ? "\(number)" : "\(number)-\(feed.predecessors)"
    let items = (0..<3).map { "<item><guid>f\(name)-\($0)</guid><title>Post \($0) of \(name)</title></item>" }
    let body = "<rss version='2.0'><channel><title>Feed \(name)</title>\(items.joined())</channel></rss>"
    let target = Self.url(number, feed.address)
    let redirects = address < feed.address ? [FetchOutcome.Redirect(status: 301, url: target)] : []
    return FetchOutcome(answer: .success(FetchedAnswer(status: 200, body: Array(body.utf8))), redirects: redirects)
  }
}

extension FetchOutcome {
  fileprivate static let unknown = FetchOutcome(answer: .failure(.dns(reason: "no such host", isTemporary: false)))
}

/// A fetcher of a model's web, which needs neither a network nor a pause.
struct ModelFetcher: FeedFetcher {
  let pacing: HostPacing
  let web: ModelWeb

  init(_ web: ModelWeb) {
    var pacing = HostPacing()
    pacing.gap = .zero
    self.pacing = pacing
    self.web = web
  }

  func pause(_ host: String, for time: Duration) async {}
  func takePauses() async -> [String: ContinuousClock.Instant] { [:] }
  func useRobots(_ rules: [String: String]) async {}
  func takeRobots() async -> [String: String] { [:] }
  func fetch(_ request: FetchRequest) async -> FetchOutcome { web.answer(request.url) }
}
