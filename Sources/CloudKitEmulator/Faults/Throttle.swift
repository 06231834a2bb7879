import CloudKitRecords
import Synchronization

/// Lets so many requests a second through, and says of others when to come again: a bucket of one second's tokens.
final class Throttle: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: Timestamp
  }

  private let rate: Double
  private let bucket: Mutex<Bucket?>

  /// - Parameter rate: requests a second, more than 0.
  init(rate: Double) {
    self.rate = rate
    bucket = Mutex(nil)
  }

  /// Fills the bucket.
  func restart() { bucket.withLock { $0 = nil } }

  /// Takes a request in.
  /// - Returns: `nil` where it may pass, else the seconds after which one may.
  func wait(at now: Timestamp) -> Double? {
    let capacity = max(1, rate)
    return bucket.withLock { bucket in
      var filled = bucket ?? Bucket(tokens: capacity, filledAt: now)
      // A clock that was set back fills nothing.
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
