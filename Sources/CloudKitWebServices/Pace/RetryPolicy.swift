/// How long to wait before something is tried again, and when to give up.
package struct RetryPolicy: Hashable, Sendable {
  /// Times a request is tried, the first included.
  package var attempts: Int
  /// The longest wait before the second try; it doubles with each.
  package var base: Duration
  /// The longest wait of all that the server did not ask for.
  package var cap: Duration
  /// The longest wait the server may ask for; one that asks for more ends the run.
  package var longestRetryAfter: Duration
  /// How long a request and its whole answer may take.
  package var longestAnswer: Duration

  /// What is used against CloudKit.
  package static let standard = RetryPolicy(
    attempts: 8, base: .milliseconds(500), cap: .seconds(30), longestRetryAfter: .seconds(300))

  /// A policy.
  package init(
    attempts: Int, base: Duration, cap: Duration, longestRetryAfter: Duration, longestAnswer: Duration = .seconds(120)
  ) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.longestRetryAfter = longestRetryAfter
    self.longestAnswer = longestAnswer
  }

  /// The wait after a failed try; `nil` to give up.
  /// - Parameters:
  ///   - tries: how many there were, 1 or more.
  ///   - retryAfter: what the server asks for. It is never undercut.
  ///   - random: chance, 0 or more and below 1: full jitter, so that clients that failed together do not come together
  ///     (Brooker, "Exponential Backoff And Jitter", 2015).
  package func wait(afterTry tries: Int, retryAfter: Duration?, random: Double) -> Duration? {
    guard tries < attempts else { return nil }
    let doublings = min(max(tries - 1, 0), 30)
    let backoff = min(cap, base * (1 << doublings)) * random
    guard let retryAfter else { return backoff }
    guard retryAfter <= longestRetryAfter else { return nil }
    // A little more than asked for, spread out.
    return max(retryAfter, .zero) + min(backoff, max(retryAfter, .zero) * 0.1)
  }
}
