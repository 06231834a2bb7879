/// The clock that a run is paced by: time since the machine started, or a test's own.
package protocol ProbeClock: Clock where Instant == ContinuousClock.Instant {}

extension ContinuousClock: ProbeClock {}
