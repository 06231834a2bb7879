import Synchronization

/// The shared pace of all requests of a run.
final class Pace: Sendable {
  /// The number of failures in a row after which requests stop for a pause. (The project's first architecture document:
  /// 5 failures, 60 s.)
  static let failuresToRest = 5
  static let rest = Duration.seconds(60)

  private struct State {
    /// Failures since the last answer. Concurrent requests count as one.
    var failures = 0
    /// The time of the last counted failure.
    var failed: Duration?
    /// The end of the pause after too many failures.
    var restsUntil = Duration.zero
    var limiter: RateLimiter
    var statistics = RunStatistics()
    var start: Duration?
    var lastFailure = ""
    var hasAnswer = false
    /// End of the wait that the server asked for.
    var waitsUntil = Duration.zero
    var clockSkew: Duration?
  }

  let clock: RunClock
  private let state: Mutex<State>

  init(ceiling: Double, clock: RunClock) {
    self.clock = clock
    state = Mutex(State(limiter: RateLimiter(ceiling: ceiling)))
  }

  var statistics: RunStatistics {
    state.withLock { state in
      var statistics = state.statistics
      // The rest of a current wait does not count yet.
      statistics.throttled -= max(.zero, state.waitsUntil - clock.now())
      return statistics
    }
  }

  /// The decision on whether to send a request.
  enum Admission {
    /// The request is sent now.
    case sent(at: Duration)
    /// Too many requests in a row failed.
    case resting
    /// The server asks for a longer pause than the caller accepts.
    case paused(Duration)
  }

  /// Waits until a request may be sent.
  /// - Parameter patience: the longest pause to accept from the server.
  func admit(isRetry: Bool, patience: Duration) async throws -> Admission {
    while true {
      let (admission, wait) = state.withLock { admit(isRetry: isRetry, patience: patience, &$0) }
      if let admission { return admission }
      try await clock.sleep(wait)
    }
  }

  /// - Returns: no admission if the request has to wait before it asks again.
  private func admit(isRetry: Bool, patience: Duration, _ state: inout State) -> (Admission?, wait: Duration) {
    let now = clock.now()
    let pause = state.limiter.rest(at: now)
    if pause > patience { return (.paused(pause), .zero) }
    let wait = state.limiter.wait(at: now)
    guard wait == .zero else { return (nil, wait) }
    guard now >= state.restsUntil else { return (.resting, .zero) }
    state.start = state.start ?? now
    state.statistics.requests += 1
    if isRetry { state.statistics.retries += 1 }
    return (.sent(at: now), .zero)
  }

  func succeeded() {
    state.withLock { state in
      let now = clock.now()
      state.hasAnswer = true
      state.failures = 0
      state.limiter.succeeded(at: now)
      state.statistics.elapsed = now - (state.start ?? now)
    }
  }

  /// Records a throttled request. It counts as an answer, because the server works.
  func wasThrottled(retryAfter: Duration?) {
    state.withLock { state in
      state.hasAnswer = true
      state.failures = 0
      state.limiter.wasThrottled(at: clock.now(), retryAfter: retryAfter)
    }
  }

  /// Records that the server failed or was unreachable.
  /// - Parameter sent: The time the request was sent.
  func failed(sent: Duration, because reason: String, retryAfter: Duration?) {
    state.withLock { state in
      let now = clock.now()
      if state.failed.map({ sent >= $0 }) ?? true {
        state.failed = now
        state.failures += 1
        if state.failures >= Self.failuresToRest { state.restsUntil = now + Self.rest }
      }
      if let retryAfter { state.limiter.rest(at: now, for: retryAfter) }
      state.lastFailure = reason
    }
  }

  var hasAnswer: Bool { state.withLock { $0.hasAnswer } }

  var lastFailure: String { state.withLock { $0.lastFailure } }

  /// The time that this machine's clock is ahead of the server's.
  var clockSkew: Duration? { state.withLock { $0.clockSkew } }

  func saw(clockSkew: Duration) { state.withLock { $0.clockSkew = clockSkew } }

  /// Counts a wait that the server asked for. Overlapping waits count once.
  func waits(for time: Duration) {
    state.withLock { state in
      let now = clock.now()
      state.statistics.throttled += max(.zero, now + time - max(now, state.waitsUntil))
      state.waitsUntil = max(state.waitsUntil, now + time)
    }
  }

  /// Postpones requests after an answer that deferred single records.
  func postpone(after failure: RequestFailure) {
    state.withLock { state in
      if failure.isThrottled {
        state.limiter.wasThrottled(at: clock.now(), retryAfter: failure.retryAfter)
      } else if let retryAfter = failure.retryAfter {
        state.limiter.rest(at: clock.now(), for: retryAfter)
      }
    }
  }

  func count(records: Int) { state.withLock { $0.statistics.records += records } }
}
