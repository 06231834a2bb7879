import CloudKitRecords
import FeedHealth
import Synchronization

/// A fetcher of a scripted web, without a network.
final class StandInFetcher: FeedFetcher {
  /// What an address answers.
  enum Answer {
    case ok(String, links: [String] = [])
    case status(Int)
    case redirect(Int, String)
    case failure(FetchFailure)
    case wall
  }

  let pacing = HostPacing()
  private let web: [String: Answer]
  private let requested = Mutex<[String]>([])

  init(_ web: [String: Answer]) { self.web = web }

  /// The requested addresses, in order.
  var log: [String] { requested.withLock { $0 } }

  func pause(_ host: String, for time: Duration) async {}
  func takePauses() async -> [String: ContinuousClock.Instant] { [:] }
  func useRobots(_ rules: [String: String]) async {}
  func takeRobots() async -> [String: String] { [:] }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    requested.withLock { $0.append(request.url) }
    var url = request.url
    var redirects: [FetchOutcome.Redirect] = []
    while redirects.count < 6 {
      switch web[url] ?? .status(404) {
      case .ok(let body, let links):
        var answer = FetchedAnswer(status: 200, body: Array(body.utf8))
        answer.links = links
        return FetchOutcome(answer: .success(answer), redirects: redirects)
      case .status(let status):
        return FetchOutcome(answer: .success(FetchedAnswer(status: status)), redirects: redirects)
      case .redirect(let status, let target):
        redirects.append(.init(status: status, url: target))
        url = target
      case .failure(let failure): return FetchOutcome(answer: .failure(failure), redirects: redirects)
      case .wall:
        var answer = FetchedAnswer(status: 403)
        answer.wall = "a challenge"
        return FetchOutcome(answer: .success(answer), redirects: redirects)
      }
    }
    return FetchOutcome(answer: .failure(.redirect(reason: "its redirects form a loop")), redirects: redirects)
  }
}

/// Feeds of a scripted web.
enum Feeds {
  static let asOf = Timestamp(iso8601: "2026-11-21T12:00:00Z") ?? Timestamp(milliseconds: 0)

  /// Returns an RSS feed whose items belong to a series.
  static func rss(
    _ title: String = "Example", series: String = "a", site: String? = nil, language: String? = nil, text: String = "",
    items: Int = 3, dates: Bool = true, ids: Bool = true, year: Int = 2026
  ) -> String {
    let items = (0..<items).map { index in
      "<item><title>Article \(index) of the series \(series)</title>"
        + (ids ? "<guid>https://example.org/\(series)/\(index)</guid>" : "")
        + (dates ? "<pubDate>\(20 - index) Nov \(year) 12:00:00 GMT</pubDate>" : "")
        + (text.isEmpty ? "" : "<description>\(text)</description>") + "</item>"
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>" + (site.map { "<link>\($0)</link>" } ?? "")
      + (language.map { "<language>\($0)</language>" } ?? "") + items.joined() + "</channel></rss>"
  }
}
