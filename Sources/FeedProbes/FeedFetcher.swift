/// Fetches feeds for probes.
package protocol FeedFetcher: Sendable {
  /// How hosts are spared.
  var pacing: HostPacing { get }

  /// Pauses a host, as it asked for in an earlier run.
  func pause(_ host: String, for time: Duration) async

  /// Returns the pauses that hosts asked for since the last call, and their ends.
  func takePauses() async -> [String: ContinuousClock.Instant]

  /// Whether a URL's host accepts a connection, without a request; `nil` if the host is paused or the run was stopped.
  func reaches(_ url: String) async -> Bool?

  /// Whether the robots.txt of a URL has yet to be fetched, so that it can have a turn of its own.
  func needsRobots(for url: String) async -> Bool

  /// Fetches the robots.txt of a URL.
  /// - Returns: whether it is known; it is not if the host is paused or the run was stopped.
  func fetchRobots(for url: String) async -> Bool

  /// Fetches a feed, following redirects.
  func fetch(_ request: FetchRequest) async -> FetchOutcome
}

/// How hosts are spared.
package struct HostPacing: Hashable, Sendable {
  /// Maximum connections per host.
  package var connections = 1
  /// Time between two requests to a host.
  package var gap: Duration = .seconds(1)
  /// The longest pause that a run waits for; after a longer one the host's feeds are left for another run.
  package var patience: Duration = .seconds(10)

  /// The defaults. Source: reference/feeds.md §4.5.
  package init() {}
}
