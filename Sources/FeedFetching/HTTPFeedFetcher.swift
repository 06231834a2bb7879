package import FeedHealth
import Foundation

/// A fetcher that requests feeds politely: in turns per host, as robots.txt allows, never from private addresses, and
/// with limits on time, size and redirects.
package struct HTTPFeedFetcher: FeedFetcher {
  /// Maximum redirects per feed.
  package static let redirectLimit = 5

  private let settings: FetchSettings
  private let exchange: HTTPExchange
  private let robots: RobotsCache
  private let turns: HostTurns

  private init(_ settings: FetchSettings, _ exchange: HTTPExchange) {
    self.settings = settings
    self.exchange = exchange
    robots = RobotsCache(productToken: settings.productToken)
    turns = HostTurns(settings.pacing)
  }

  /// Runs `body` with a fetcher and closes its connections afterwards.
  /// - Throws: any error from `body`.
  package static func with<Value>(
    _ settings: FetchSettings, _ body: (HTTPFeedFetcher) async throws -> Value
  ) async throws -> Value {
    try await HTTPExchange.with(settings) { try await body(HTTPFeedFetcher(settings, $0)) }
  }

  package var pacing: HostPacing { settings.pacing }

  package func pause(_ host: String, for time: Duration) async { await turns.pause(host, for: time) }

  package func takePauses() async -> [String: ContinuousClock.Instant] { await turns.takePauses() }

  package func useRobots(_ rules: [String: String]) async { await robots.use(rules) }

  package func takeRobots() async -> [String: String] { await robots.takeNew() }

  package func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let budget = Budget(settings.totalTimeout)
    var redirects: [FetchOutcome.Redirect] = []
    var certificateEnd: Int64?
    var isRobotsReadable: Bool?
    let answer: Result<FetchedAnswer, FetchFailure>
    do throws(FetchFailure) {
      answer = .success(try await follow(request, &redirects, &certificateEnd, &isRobotsReadable, budget))
    } catch {
      answer = .failure(error)
    }
    var outcome = FetchOutcome(answer: answer, redirects: redirects, seconds: budget.spent.seconds)
    outcome.certificateEnd = certificateEnd
    outcome.isRobotsReadable = isRobotsReadable
    return outcome
  }

  private func follow(
    _ request: FetchRequest, _ redirects: inout [FetchOutcome.Redirect], _ certificateEnd: inout Int64?,
    _ isRobotsReadable: inout Bool?, _ budget: Budget
  ) async throws(FetchFailure) -> FetchedAnswer {
    var address = try WebAddress(request.url)
    let host = address.host
    var seen: Set<String> = [address.url]
    while true {
      try await checkRobots(for: address, isLenient: request.ignoresUnreadableRobots, &isRobotsReadable)
      let answer = try await send(
        address, Self.headers(of: request), budget, part: request.acceptsPart ? settings.bodyLimit : nil)
      if address.host == host { certificateEnd = answer.certificateEnd ?? certificateEnd }
      guard let location = answer.redirectLocation else { return FetchedAnswer(answer, now: Date()) }
      address = try address.following(location)
      redirects.append(FetchOutcome.Redirect(status: answer.status, url: address.url))
      if redirects.count > Self.redirectLimit {
        throw .redirect(reason: "more than \(Self.redirectLimit) redirects")
      }
      if !seen.insert(address.url).inserted { throw .redirect(reason: "its redirects form a loop") }
    }
  }

  private static func headers(of request: FetchRequest) -> [(String, String)] {
    var headers = [
      (
        "Accept",
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"
      )
    ]
    if request.closesConnection { headers.append(("Connection", "close")) }
    if let etag = request.etag { headers.append(("If-None-Match", etag)) }
    if let lastModified = request.lastModified { headers.append(("If-Modified-Since", lastModified)) }
    return headers
  }

  /// Performs one exchange in the host's turn. A request for robots.txt needs no gap before the host's next request.
  /// - Parameter isLenient: whether a failure of the host does not keep it from being requested.
  private func send(
    _ address: WebAddress, _ headers: [(String, String)], _ budget: Budget, part: Int? = nil, isRobots: Bool = false,
    isLenient: Bool = false
  ) async throws(FetchFailure) -> HTTPExchange.Answer {
    try await turns.enter(address.host)
    let start = ContinuousClock.now
    do throws(FetchFailure) {
      let answer = try await exchange.answer(of: address, headers: headers, within: budget.left, first: part)
      budget.spend(ContinuousClock.now - start)
      if !isLenient || answer.status == 429, let wait = answer.pause(now: Date()) {
        await turns.recordPause(address.host, for: wait)
      }
      await turns.leave(address.host, withGap: !isRobots)
      return answer
    } catch {
      budget.spend(ContinuousClock.now - start)
      await turns.leave(address.host)
      throw error
    }
  }

  // MARK: robots.txt

  /// - Throws: `.robots` if robots.txt forbids the address, `.unreadableRobots`, or why the host fails as a whole.
  private func checkRobots(
    for address: WebAddress, isLenient: Bool, _ isReadable: inout Bool?
  ) async throws(FetchFailure) {
    guard settings.honoursRobots else { return }
    switch try await robotsAnswer(for: address, isLenient: isLenient) {
    case .rules(let file):
      isReadable = isReadable ?? true
      if let pattern = file.refusal(of: address.path) {
        throw .robots(reason: "robots.txt of '\(address.host)' forbids '\(pattern)'")
      }
    case .unreachable(let reason):
      isReadable = false
      if !isLenient { throw .unreadableRobots(reason: reason) }
    case .failed(let failure): throw failure
    }
  }

  private func robotsAnswer(
    for address: WebAddress, isLenient: Bool
  ) async throws(FetchFailure) -> RobotsCache.Answer {
    if let known = await robots.answer(for: address.origin) { return known }
    // The time for robots.txt is not the feed's.
    let answer = try await readRobots(of: address, isLenient: isLenient, Budget(settings.totalTimeout))
    await robots.add(answer, for: address.origin)
    return answer
  }

  /// Source: RFC 9309 §2.3.1: redirects are followed, 4xx allows everything, 5xx and failures allow nothing. A host
  /// that asks for fewer requests is tried again later. A host that cannot be connected to fails as its feeds would.
  private func readRobots(
    of address: WebAddress, isLenient: Bool, _ budget: Budget
  ) async throws(FetchFailure) -> RobotsCache.Answer {
    let withoutRules = RobotsCache.Answer.rules(RobotsFile([], for: settings.productToken))
    var file = address
    do throws(FetchFailure) {
      file = try address.following("/robots.txt")
      for _ in 0...Self.redirectLimit {
        let answer = try await send(
          file, [("Accept", "text/plain, */*;q=0.1")], budget, part: RobotsFile.sizeLimit, isRobots: true,
          isLenient: isLenient)
        if let location = answer.redirectLocation {
          file = try file.following(location)
          continue
        }
        // Unlike a 429, a 503 is a failure, of a host that may have asked for pauses for months.
        if answer.status == 429, let wait = answer.pause(now: Date()) { throw .paused(wait) }
        switch answer.status {
        case 200..<300: return .rules(RobotsFile(answer.body, for: settings.productToken))
        case 500...: return .unreachable("robots.txt of '\(address.host)' answers \(answer.status)")
        default: return withoutRules
        }
      }
      return withoutRules
    } catch {
      switch error {
      case .stopped, .paused: throw error
      case .redirect, .url, .address: return withoutRules
      case .dns, .connect, .tls, .timeout(.connecting, _):
        if file.origin == address.origin { return .failed(error) }
      default: break
      }
      return .unreachable("robots.txt of '\(address.host)': \(error)")
    }
  }
}

private final class Budget {
  private let whole: Duration
  private(set) var spent: Duration = .zero

  init(_ whole: Duration) { self.whole = whole }

  var left: Duration { whole - spent }

  func spend(_ time: Duration) { spent += time }
}
