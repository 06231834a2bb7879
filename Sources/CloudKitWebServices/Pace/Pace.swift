import Synchronization

/// What keeps the pace of all requests of a run.
final class Pace: Sendable {
  private struct State {
    var breaker = CircuitBreaker()
    var limiter: RateLimiter
    var statistics = RunStatistics()
    var start: Duration?
    var lastFailure = ""
    var clockSkew: Duration?
  }

  let clock: RunClock
  private let state: Mutex<State>

  init(ceiling: Double, clock: RunClock) {
    self.clock = clock
    state = Mutex(State(limiter: RateLimiter(ceiling: ceiling)))
  }

  var statistics: RunStatistics { state.withLock { $0.statistics } }

  /// Waits until a request may be sent.
  /// - Returns: when it is sent; `nil` while the server is left alone.
  func admit(isRetry: Bool) async throws -> Duration? {
    let wait = state.withLock { state in
      state.limiter.take(at: clock.now())
    }
    if wait > .zero { try await clock.sleep(wait) }
    return state.withLock { state in
      let now = clock.now()
      guard state.breaker.admits(at: now) else { return nil }
      state.start = state.start ?? now
      state.statistics.requests += 1
      if isRetry { state.statistics.retries += 1 }
      return now
    }
  }

  func succeeded() {
    state.withLock { state in
      let now = clock.now()
      state.breaker.succeeded()
      state.limiter.succeeded(at: now)
      state.statistics.elapsed = now - (state.start ?? now)
    }
  }

  /// A throttled request counts as an answer: the server is well.
  func wasThrottled(retryAfter: Duration?) {
    state.withLock { state in
      state.breaker.succeeded()
      state.limiter.wasThrottled(at: clock.now(), retryAfter: retryAfter)
    }
  }

  func failed(sent: Duration, because reason: String) {
    state.withLock { state in
      state.breaker.failed(sent: sent, at: clock.now())
      state.lastFailure = reason
    }
  }

  /// Why the last request that failed did.
  var lastFailure: String { state.withLock { $0.lastFailure } }

  /// How far this machine's clock is ahead of the server's.
  var clockSkew: Duration? { state.withLock { $0.clockSkew } }

  func saw(clockSkew: Duration) { state.withLock { $0.clockSkew = clockSkew } }

  func waited(_ time: Duration) { state.withLock { $0.statistics.throttled += time } }

  func moved(_ records: Int) { state.withLock { $0.statistics.records += records } }
}
