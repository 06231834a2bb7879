import FeedHealth
import Synchronization

/// A fetcher whose hosts answer as a test says, without a network.
final class ScriptedFetcher: FeedFetcher {
  private struct State {
    var starts: [String] = []
    var closing: Set<String> = []
    var running = 0
    var most = 0
    var robotsUsed: [String: String] = [:]
    var newRobots: [String: String] = [:]
    var pauses: [String: ContinuousClock.Instant] = [:]
    var paused: Set<String> = []
  }

  let pacing = HostPacing()
  private let answer: @Sendable (String, ScriptedFetcher) async -> FetchOutcome
  private let state = Mutex(State())

  init(answer: @escaping @Sendable (String, ScriptedFetcher) async -> FetchOutcome = { _, _ in .feed }) {
    self.answer = answer
  }

  /// The URLs fetched, in order.
  var starts: [String] { state.withLock { $0.starts } }
  /// The URLs whose connections were to close after the answer.
  var closing: Set<String> { state.withLock { $0.closing } }
  /// The rules that earlier runs left, by host.
  var robotsUsed: [String: String] { state.withLock { $0.robotsUsed } }
  /// The most fetches at one time.
  var most: Int { state.withLock { $0.most } }
  /// Number of fetches at this time.
  var running: Int { state.withLock { $0.running } }
  /// The hosts that the run paused.
  var paused: Set<String> { state.withLock { $0.paused } }

  /// Makes a host ask for a pause.
  func askForPause(_ host: String, of time: Duration) { state.withLock { $0.pauses[host] = .now + time } }

  func pause(_ host: String, for time: Duration) async { state.withLock { _ = $0.paused.insert(host) } }

  func takePauses() async -> [String: ContinuousClock.Instant] {
    state.withLock { state in
      defer { state.pauses = [:] }
      return state.pauses
    }
  }

  func useRobots(_ rules: [String: String]) async { state.withLock { $0.robotsUsed = rules } }

  func takeRobots() async -> [String: String] {
    state.withLock { state in
      defer { state.newRobots = [:] }
      return state.newRobots
    }
  }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    state.withLock { state in
      state.starts.append(request.url)
      if request.closesConnection { state.closing.insert(request.url) }
      state.newRobots[String(request.url.split(separator: "/")[1])] = "User-agent: *\n"
      state.running += 1
      state.most = max(state.most, state.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    let outcome = await answer(request.url, self)
    guard outcome.isRobotsReadable == false, !request.ignoresUnreadableRobots else { return outcome }
    var refused = FetchOutcome(answer: .failure(.unreadableRobots(reason: "robots.txt answers 502")))
    refused.isRobotsReadable = false
    return refused
  }
}

extension FetchOutcome {
  /// The outcome of a fetch of a feed with one item.
  static let feed = success(200, body: "<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>")
  /// The outcome of a fetch whose host's name has no address.
  static let unknownHost = FetchOutcome(answer: .failure(.dns(reason: "no such host", isTemporary: false)))

  static func success(_ status: Int, retryAfter: Duration? = nil, body: String = "") -> FetchOutcome {
    var answer = FetchedAnswer(status: status, body: Array(body.utf8))
    answer.retryAfter = retryAfter
    return FetchOutcome(answer: .success(answer))
  }
}
