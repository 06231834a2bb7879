/// Results of a feed's probes in the last 30 days.
package struct RecentProbes: Hashable, Sendable {
  package static let days = 30

  /// Number of probes that found the feed up or down.
  package var attempts = 0
  /// Number of probes that found the feed up.
  package var successes = 0
  /// Whether the history of the feed covers all these days.
  package var isComplete = false
  /// Share of time the feed was up, 0…100; `nil` if unknown.
  package var uptime: Double?

  /// Whether the history covers these days, but no probe could tell whether the feed was up.
  package var isUnmeasured: Bool { isComplete && attempts == 0 }

  package init() {}

  /// Share of successful probes, 0…1; `nil` without any, or if the history began later. The feed's counters know more
  /// then.
  var successRate: Double? { isComplete && attempts > 0 ? Double(successes) / Double(attempts) : nil }

  func adding(isUp: Bool?) -> RecentProbes {
    guard let isUp else { return self }
    var sum = self
    sum.attempts += 1
    sum.successes += isUp ? 1 : 0
    return sum
  }
}
