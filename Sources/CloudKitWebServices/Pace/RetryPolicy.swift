/// A policy of when to retry and when to give up.
package struct RetryPolicy: Hashable, Sendable {
  /// Maximum tries per request, including the first.
  package var attempts: Int
  /// The longest wait before the second try. It doubles with each further try.
  package var base: Duration
  /// The longest wait that the server did not ask for.
  package var cap: Duration
  /// The longest wait to accept from the server. A longer one ends the run.
  package var longestRetryAfter: Duration
  /// Maximum time for a request and its whole answer.
  package var longestAnswer: Duration

  /// The policy for CloudKit.
  package static let standard = RetryPolicy(
    attempts: 8, base: .milliseconds(500), cap: .seconds(30), longestRetryAfter: .seconds(300))

  /// Creates a policy.
  package init(
    attempts: Int, base: Duration, cap: Duration, longestRetryAfter: Duration, longestAnswer: Duration = .seconds(120)
  ) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.longestRetryAfter = longestRetryAfter
    self.longestAnswer = longestAnswer
  }

  /// Returns the wait after a failed try; `nil` to give up.
  /// - Parameters:
  ///   - tries: number of tries so far, at least 1.
  ///   - retryAfter: the delay that the server asks for. The wait is never shorter.
  ///   - random: a random number, at least 0 and below 1. It applies full jitter, so that clients that failed together
  ///     do not retry together (Brooker, "Exponential Backoff And Jitter", 2015).
  package func wait(afterTry tries: Int, retryAfter: Duration?, random: Double) -> Duration? {
    guard tries < attempts else { return nil }
    let doublings = min(max(tries - 1, 0), 30)
    let backoff = min(cap, base * (1 << doublings)) * random
    guard let retryAfter else { return backoff }
    guard retryAfter <= longestRetryAfter else { return nil }
    // Adds up to 10 % of the requested delay to spread out retries.
    return max(retryAfter, .zero) + min(backoff, max(retryAfter, .zero) * 0.1)
  }
}
