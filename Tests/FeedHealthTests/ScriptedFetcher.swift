import FeedHealth
import FeedProbes
import Synchronization

/// A clock that jumps to the end of every sleep.
final class JumpingClock: ProbeClock {
  private let time = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}

/// A fetcher whose hosts answer as a test says, without a network.
final class ScriptedFetcher: FeedFetcher {
  private struct State {
    var starts: [(url: String, at: Duration)] = []
    var closing: Set<String> = []
    var running = 0
    var most = 0
    var robotsUsed: [String: String] = [:]
    var newRobots: [String: String] = [:]
    var pauses: [String: ContinuousClock.Instant] = [:]
    var paused: Set<String> = []
    var checks = 0
  }

  let pacing: HostPacing
  private let clock: JumpingClock
  private let start: ContinuousClock.Instant
  private let failingChecks: Int
  private let answer: @Sendable (String, ScriptedFetcher) async -> FetchOutcome
  private let state = Mutex(State())

  /// - Parameter failingChecks: Number of first checks that find a host unreachable.
  init(
    by clock: JumpingClock, perHost: Int = 1,
    failingChecks: Int = 0,
    answer: @escaping @Sendable (String, ScriptedFetcher) async -> FetchOutcome = { _, _ in .feed }
  ) {
    var pacing = HostPacing()
    pacing.connections = perHost
    self.pacing = pacing
    self.clock = clock
    start = clock.now
    self.failingChecks = failingChecks
    self.answer = answer
  }

  /// The URLs fetched, in order, and when.
  var starts: [(url: String, at: Duration)] { state.withLock { $0.starts } }
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
  func askForPause(_ host: String, of time: Duration) { state.withLock { $0.pauses[host] = clock.now + time } }

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

  /// Number of hosts whose reachability was checked.
  var checks: Int { state.withLock { $0.checks } }

  func reaches(_ url: String) async -> Bool? {
    state.withLock { state in
      state.checks += 1
      return state.checks > failingChecks
    }
  }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    state.withLock { state in
      state.starts.append((request.url, clock.now - start))
      if request.closesConnection { state.closing.insert(request.url) }
      state.newRobots[String(request.url.split(separator: "/")[1])] = "User-agent: *\n"
      state.running += 1
      state.most = max(state.most, state.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    return await answer(request.url, self)
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
