import Synchronization

/// A memory budget for the bodies of all requests in progress. While the budget is exhausted, large requests receive a
/// retryable error. Small requests are always admitted, even if many clients never finish a large one.
final class BodyBudget: Sendable {
  /// Maximum bytes per request. Apple publishes no limit. Clients should stay below 2 MB; an asset has up to 15 MB.
  static let bytesPerRequest = 16_000_000
  /// Bytes at the beginning of each request that are not counted, roughly the memory that a connection uses anyway.
  static let bytesUncounted = 64_000
  static let bytesInAll = 128_000_000

  private let used = Mutex(0)

  /// Reserves bytes and returns whether enough were available.
  func take(_ count: Int) -> Bool {
    used.withLock { used in
      guard used + count <= Self.bytesInAll else { return false }
      used += count
      return true
    }
  }

  func give(_ count: Int) { used.withLock { $0 -= count } }
}
