package import Foundation

/// The time and randomness that a client uses, injected so that a run is reproducible.
package struct RunClock: Sendable {
  /// Monotonic time since an arbitrary start.
  package let now: @Sendable () -> Duration
  /// Current date, used to sign requests.
  package let date: @Sendable () -> Date
  /// Waits for a duration; throws if the task is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void
  /// A random number, at least 0 and below 1.
  package let random: @Sendable () -> Double

  /// Creates a clock from its functions.
  package init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.random = random
  }

  /// The system clock and random number generator.
  package static let system: RunClock = {
    let start = ContinuousClock.now
    return RunClock(
      now: { ContinuousClock.now - start }, date: { Date() }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }()
}
