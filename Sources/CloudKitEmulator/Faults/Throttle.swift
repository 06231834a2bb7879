import CloudKitRecords
import Synchronization

/// A rate limiter that tells rejected requests when to retry: a token bucket that holds the tokens of one second.
final class Throttle: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: Timestamp
  }

  private let rate: Double
  private let bucket: Mutex<Bucket?>

  /// - Parameter rate: maximum requests per second, greater than 0.
  init(rate: Double) {
    self.rate = rate
    bucket = Mutex(nil)
  }

  func restart() { bucket.withLock { $0 = nil } }

  /// Admits or rejects a request.
  /// - Returns: `nil` if the request is admitted; otherwise, the seconds until a request can be admitted.
  func wait(at now: Timestamp) -> Double? {
    let capacity = max(1, rate)
    return bucket.withLock { bucket in
      var filled = bucket ?? Bucket(tokens: capacity, filledAt: now)
      // A clock that was set back adds no tokens.
      filled.tokens = min(capacity, filled.tokens + max(0, now.seconds(since: filled.filledAt)) * rate)
      filled.filledAt = now
      defer { bucket = filled }
      guard filled.tokens < 1 else {
        filled.tokens -= 1
        return nil
      }
      return (1 - filled.tokens) / rate
    }
  }
}
