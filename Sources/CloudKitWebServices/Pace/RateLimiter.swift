import Foundation

/// An adaptive limit on the request rate. The rate starts low and grows eightfold per second until the server
/// throttles; then it drops to 85% and grows linearly (additive increase, multiplicative decrease).
///
/// Simulated against limits of 5 to 80 requests per second, the rate uses 97% of the limit, and 2% of the requests
/// exceed it. A run of 500 requests takes 15 seconds. Fourfold growth used only 89% of the limit (2026-11).
struct RateLimiter: Sendable {
  static let start = 4.0
  /// Default maximum requests per second.
  ///
  /// Source: the project's first architecture document; CloudKit publishes no limit.
  static let ceiling = 40.0

  /// Interval in which throttled requests count as sent at the same rate.
  private static let round = Duration.milliseconds(250)

  /// Time in which at most one second's requests are sent. The excess over a second absorbs differences in how long
  /// requests take to arrive, so that the server never sees more in a second, either.
  private static let window = Duration.milliseconds(1025)
  /// The most lateness of a request that the next ones make up for.
  private static let tolerance = Duration.milliseconds(100)

  private let ceiling: Double
  private(set) var rate: Double
  /// Time at which the next request is due.
  private var next = Duration.zero
  /// Times of the latest requests, at most as many as the ceiling allows in a second (or one, below 1 per second).
  private var sent: [Duration] = []
  /// End of the pause that the server asked for.
  private var resumption = Duration.zero
  /// The rate at which the server last throttled, and the time.
  private var throttled: (rate: Double, at: Duration)?

  init(ceiling: Double = Self.ceiling) {
    self.ceiling = ceiling
    rate = min(Self.start, ceiling)
  }

  /// Admits a request, or returns how long to wait before asking again.
  /// - Returns: zero if the request is admitted; it counts as sent.
  mutating func wait(at now: Duration) -> Duration {
    let most = max(1, Int(ceiling))
    let isFull = sent.count >= most
    let earliest = isFull ? max(next, sent[0] + Self.window * (Double(most) / ceiling)) : next
    guard earliest <= now else { return earliest - now }
    if isFull { sent.removeFirst() }
    sent.append(now)
    next = max(next, now - Self.tolerance) + .seconds(1 / rate)
    return .zero
  }

  /// Raises the rate after an answered request.
  mutating func succeeded(at now: Duration) {
    guard let throttled else {
      rate = min(ceiling, rate * pow(8, 1 / rate))
      return
    }
    let growth = 0.16 * ((now - throttled.at) / .seconds(30))
    rate = min(ceiling, max(rate, throttled.rate * (0.85 + growth)))
  }

  /// Starts a pause that the server asks for. Until it ends, no request is admitted.
  mutating func rest(at now: Duration, for time: Duration) {
    resumption = max(resumption, now + time)
    next = max(next, resumption)
  }

  /// Returns the remaining time of the pause.
  func rest(at now: Duration) -> Duration { max(.zero, resumption - now) }

  /// Lowers the rate after the server throttled. Concurrent requests count as one.
  mutating func wasThrottled(at now: Duration, retryAfter: Duration?) {
    if let retryAfter { rest(at: now, for: retryAfter) }
    if let throttled, now - throttled.at < Self.round { return }
    throttled = (rate, now)
    rate = max(min(0.5, rate), rate * 0.85)
  }
}
