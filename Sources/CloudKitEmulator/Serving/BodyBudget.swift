import Synchronization

/// The bytes of all requests that are being read or done: many large ones at once are put off, so that memory has an
/// end. Small ones are not, however many clients never end a large one.
final class BodyBudget: Sendable {
  /// Bytes of one request. Apple publishes no limit; clients do well to stay below 2 MB, and an asset has 15.
  static let bytesPerRequest = 16_000_000
  /// The first bytes of each request, which are not counted: about what its connection costs anyway.
  static let bytesUncounted = 64_000
  /// Bytes of all.
  static let bytesInAll = 128_000_000

  private let used = Mutex(0)

  /// Takes bytes; whether there were any left.
  func take(_ count: Int) -> Bool {
    used.withLock { used in
      guard used + count <= Self.bytesInAll else { return false }
      used += count
      return true
    }
  }

  /// Gives bytes back.
  func give(_ count: Int) { used.withLock { $0 -= count } }
}
