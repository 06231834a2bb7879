package import CloudKitRecords

/// The results of earlier probes, kept between runs.
///
/// The history stores what `FeedMetadata` has no fields for: verdicts, evidence, start of downtime, uptime by time,
/// redirects, and the totals of every run.
package protocol ProbeHistory: Sendable {
  /// Returns the records of some feeds; a feed never probed is absent.
  func records(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: FeedRecord]

  /// Returns the results of some feeds in the 30 days before a time; a feed never probed is absent.
  ///
  /// For the uptime, the result of a probe counts until the next probe. Right after a feed's first probe, the uptime is
  /// 0 or 100.
  func recent(of feeds: [RecordName], asOf: Timestamp) async throws(ProbeHistoryError) -> [RecordName: RecentProbes]

  /// Returns all feeds ever probed, in the order of their first probes.
  func feeds() async throws(ProbeHistoryError) -> [RecordName]

  /// Returns the feeds at a level as of their last probe before a time; `nil` if the history begins later.
  func feeds(at level: String, before time: Timestamp) async throws(ProbeHistoryError) -> Set<RecordName>?

  /// Returns the metadata of some feeds as of their last read; a feed never read is absent.
  func descriptions(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: SelfDescription]

  /// Returns the dismissed proposals of some feeds, as texts that identify them; a feed without any is absent.
  func dismissals(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: Set<String>]

  /// Returns the totals of the whole catalog after each of the last runs, oldest first.
  func trend(last count: Int) async throws(ProbeHistoryError) -> [RunTotals]

  /// Returns the hosts with a pause that lasts beyond a time, and the end of each pause.
  func pauses(after time: Timestamp) async throws(ProbeHistoryError) -> [String: Timestamp]

  /// Returns the rules of the robots.txt files fetched in the 24 hours before a time, by origin.
  func robots(asOf: Timestamp) async throws(ProbeHistoryError) -> [String: String]

  func begin(at time: Timestamp) async throws(ProbeHistoryError) -> HistoryRun

  /// Adds probes of a run, at most one per feed. Returns the updated records of the feeds, in the same order.
  @discardableResult
  func add(_ probes: [Probe], to run: HistoryRun) async throws(ProbeHistoryError) -> [FeedRecord]

  /// Stores that a person has confirmed the next document of some feeds to be their own.
  func accept(_ feeds: [RecordName]) async throws(ProbeHistoryError)

  /// Stores that a person has dismissed proposals of some feeds.
  func dismiss(_ proposals: [RecordName: Set<String>]) async throws(ProbeHistoryError)

  /// Stores a pause that a host asked for.
  func pause(_ host: String, until time: Timestamp) async throws(ProbeHistoryError)

  /// Stores the rules of robots.txt files by origin, as fetched at a time.
  func addRobots(_ rules: [String: String], at time: Timestamp) async throws(ProbeHistoryError)

  /// Ends a run: stores the totals of all feeds and deletes entries older than a number of days.
  func finish(_ run: HistoryRun, keepingDays days: Int) async throws(ProbeHistoryError)
}

package struct HistoryRun: Hashable, Sendable {
  /// The run's number in the history.
  package let id: Int64
  /// The run's reference time.
  package let at: Timestamp

  package init(id: Int64, at: Timestamp) {
    self.id = id
    self.at = at
  }
}

/// The totals of the whole catalog after a run, including feeds that the run did not probe.
package struct RunTotals: Hashable, Sendable {
  /// The run's reference time.
  package let at: Timestamp
  /// Number of feeds the run probed.
  package let probes: Int
  /// Number of feeds per level, such as `healthy`.
  package var levels: [String: Int] = [:]
  /// Number of feeds per verdict, such as `dns`.
  package var verdicts: [String: Int] = [:]

  package init(at: Timestamp, probes: Int) {
    self.at = at
    self.probes = probes
  }
}

/// The reason that a history could not be used. No part of the request was applied.
package struct ProbeHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
