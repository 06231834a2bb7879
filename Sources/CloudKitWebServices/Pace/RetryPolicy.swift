/// A policy of when to retry and when to give up. The defaults suit CloudKit.
package struct RetryPolicy: Hashable, Sendable {
  /// Maximum tries per request, including the first.
  package var attempts = 8
  /// The longest wait before the second try. It doubles with each further try.
  package var base = Duration.milliseconds(500)
  /// The longest wait that the server did not ask for.
  package var cap = Duration.seconds(30)
  /// The longest wait to accept from the server. A longer one ends the run.
  package var longestRetryAfter = Duration.seconds(300)
  /// Maximum time for a request and its whole answer.
  package var longestAnswer = Duration.seconds(120)

  package init() {}

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
