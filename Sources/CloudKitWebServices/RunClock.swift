package import Foundation

/// The time a client goes by, and its chance: given from outside, so that a run can be repeated.
package struct RunClock: Sendable {
  /// A time that only goes forward, from any beginning.
  package let now: @Sendable () -> Duration
  /// The time of day, which requests are signed with.
  package let date: @Sendable () -> Date
  /// Waits; throws where the task is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void
  /// Chance: 0 or more, below 1.
  package let random: @Sendable () -> Double

  /// A clock of one's own.
  package init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.random = random
  }

  /// The machine's.
  package static let system: RunClock = {
    let start = ContinuousClock.now
    return RunClock(
      now: { ContinuousClock.now - start }, date: { Date() }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }()
}
