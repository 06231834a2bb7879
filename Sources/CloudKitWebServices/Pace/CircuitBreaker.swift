/// A circuit breaker. After several failures in a row it stops requests for a pause, then admits a single request.
///
/// Source: the project's first architecture document: 5 failures, 60 s, half-open.
struct CircuitBreaker: Sendable {
  /// Number of failures in a row that open the breaker.
  static let failuresToOpen = 5
  /// Time that the breaker stays open.
  static let pause = Duration.seconds(60)

  private enum State {
    case closed(failures: Int)
    case open(until: Duration)
    /// One trial request is in flight.
    case halfOpen
  }

  private var state = State.closed(failures: 0)
  /// Time of the last counted failure.
  private var counted: Duration?

  /// Returns whether a request may be sent. The caller reports the outcome of every admitted request.
  mutating func admits(at now: Duration) -> Bool {
    switch state {
    case .closed: return true
    case .halfOpen: return false
    case .open(let until):
      guard now >= until else { return false }
      state = .halfOpen
      return true
    }
  }

  /// Records an answer of the server, including a rejection.
  mutating func succeeded() { state = .closed(failures: 0) }

  /// Records that the server failed or was unreachable. Concurrent requests count as one failure.
  /// - Parameter sent: the time the request was sent.
  mutating func failed(sent: Duration, at now: Duration) {
    if let counted, sent < counted { return }
    counted = now
    switch state {
    case .closed(let failures) where failures + 1 < Self.failuresToOpen: state = .closed(failures: failures + 1)
    case .closed, .halfOpen: state = .open(until: now + Self.pause)
    case .open: break
    }
  }
}
