package protocol FeedFetcher: Sendable {
  var pacing: HostPacing { get }

  /// Pauses a host that asked for a pause in an earlier run.
  func pause(_ host: String, for time: Duration) async

  /// Returns the pauses that hosts asked for since the last call, and their ends.
  func takePauses() async -> [String: ContinuousClock.Instant]

  /// Uses the rules of robots.txt files that an earlier run fetched, by origin.
  func useRobots(_ rules: [String: String]) async

  /// Returns the rules of the robots.txt files fetched since the last call, by origin.
  func takeRobots() async -> [String: String]

  /// Fetches a feed, following redirects as far as robots.txt files allow.
  func fetch(_ request: FetchRequest) async -> FetchOutcome
}

/// Connection and request limits per host.
package struct HostPacing: Hashable, Sendable {
  /// Maximum connections per host.
  package var connections = 1
  /// Time between two requests to a host.
  package var gap: Duration = .seconds(1)
  /// The longest pause to wait for in a run. A longer pause defers the host's feeds to a later run.
  package var patience: Duration = .seconds(10)

  /// Creates the default limits. Source: reference/feeds.md §4.5.
  package init() {}
}
