/// Clock that paces a run: time since the machine started, or a test's own clock.
package protocol ProbeClock: Clock where Instant == ContinuousClock.Instant {}

extension ContinuousClock: ProbeClock {}
