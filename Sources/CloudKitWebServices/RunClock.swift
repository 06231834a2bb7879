package import Foundation

/// The time and randomness that a client uses, injected so that a run is reproducible.
package struct RunClock: Sendable {
  /// Monotonic time since an arbitrary start.
  package var now: @Sendable () -> Duration
  /// Current date, used to sign requests.
  package var date: @Sendable () -> Date
  /// Waits for a duration; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A random number, at least 0 and below 1.
  package var random: @Sendable () -> Double

  package static let system: RunClock = {
    let start = ContinuousClock.now
    return RunClock(
      now: { ContinuousClock.now - start }, date: { Date() }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }()
}
