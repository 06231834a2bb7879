/// Stops asking a server that only fails: after so many failures in a row it is left alone for a while, then asked once.
///
/// Source: the project's first architecture document: 5 failures, 60 s, half-open.
struct CircuitBreaker: Sendable {
  /// Failures in a row that open it.
  static let failuresToOpen = 5
  /// How long it stays open.
  static let pause = Duration.seconds(60)

  private enum State {
    case closed(failures: Int)
    case open(until: Duration)
    /// One request is on its way to find out.
    case halfOpen
  }

  private var state = State.closed(failures: 0)
  /// When a failure was counted last.
  private var counted: Duration?

  /// Whether a request may be sent; one that may has to be reported.
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

  /// The server answered, were it with a refusal.
  mutating func succeeded() { state = .closed(failures: 0) }

  /// The server failed, or could not be reached. Requests that were under way together count as one.
  /// - Parameter sent: when the request was.
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
