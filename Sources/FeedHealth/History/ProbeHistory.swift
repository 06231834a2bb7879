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

  /// Returns all probes of a feed that the history still has, in the order of their times.
  func probes(of feed: RecordName) async throws(ProbeHistoryError) -> [FeedRecord]

  /// Returns the days of some feeds with probes after a time, up to another, oldest first.
  func days(
    of feeds: [RecordName], after start: Timestamp, upTo end: Timestamp
  ) async throws(ProbeHistoryError) -> [RecordName: [ProbedDay]]

  /// Returns all feeds ever probed, in the order in which they were first seen.
  func feeds() async throws(ProbeHistoryError) -> [RecordName]

  /// Returns the changes that runs after one time, up to another, have found, in the order in which they were found.
  func changes(after start: Timestamp, upTo end: Timestamp) async throws(ProbeHistoryError) -> [FeedChange]

  /// Returns the time after which the history knows all changes; `nil` if it knows none.
  func changesBegin() async throws(ProbeHistoryError) -> Timestamp?

  /// Returns the metadata of some feeds as of their last read; a feed never read is absent.
  func descriptions(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: SelfDescription]

  /// Returns the dismissed proposals of some feeds, as texts that identify them; a feed without any is absent.
  func dismissals(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: Set<String>]

  /// Returns the totals of the catalog at the end of each of the last days with runs, oldest first.
  func trend(lastDays count: Int) async throws(ProbeHistoryError) -> [DayTotals]

  /// Returns the last number of each feed before a day, in days since 1970-01-01; a feed without one is absent.
  func numbers(
    _ kind: FeedNumber.Kind, before day: Int
  ) async throws(ProbeHistoryError) -> [RecordName: FeedNumber]

  /// Returns the numbers of a feed on the days on which they changed, oldest first.
  func numbers(
    _ kind: FeedNumber.Kind, of feed: RecordName, before day: Int
  ) async throws(ProbeHistoryError) -> [FeedNumber]

  /// Returns the totals of all days with numbers, oldest first.
  func totals(_ kind: FeedNumber.Kind) async throws(ProbeHistoryError) -> [NumberTotal]

  /// Returns the last run that ended; `nil` if the history has no such run.
  func lastRun() async throws(ProbeHistoryError) -> FinishedRun?

  /// Returns the hosts with a pause that lasts beyond a time, and the end of each pause.
  func pauses(after time: Timestamp) async throws(ProbeHistoryError) -> [String: Timestamp]

  /// Returns the rules of the robots.txt files fetched in the 24 hours before a time, by origin.
  func robots(asOf: Timestamp) async throws(ProbeHistoryError) -> [String: String]

  /// Compares feeds of the catalog with what earlier runs have seen, and stores what has changed.
  func see(_ feeds: [SeenFeed], at time: Timestamp) async throws(ProbeHistoryError)

  /// Stores which of the feeds seen by earlier runs are no longer in the catalog.
  /// - Parameter feeds: all feeds of the catalog.
  func seeAll(_ feeds: Set<RecordName>, at time: Timestamp) async throws(ProbeHistoryError)

  func begin(at time: Timestamp) async throws(ProbeHistoryError) -> HistoryRun

  /// Adds probes of a run, at most one per feed. Returns the updated records of the feeds, in the same order.
  /// - Parameter time: the time of the changes that the probes have found.
  @discardableResult
  func add(
    _ probes: [Probe], to run: HistoryRun, foundAt time: Timestamp
  ) async throws(ProbeHistoryError) -> [FeedRecord]

  /// Stores that a person has confirmed the next document of some feeds to be their own.
  func accept(_ feeds: [RecordName]) async throws(ProbeHistoryError)

  /// Stores that a person has dismissed proposals of some feeds.
  func dismiss(_ proposals: [RecordName: Set<String>]) async throws(ProbeHistoryError)

  /// Stores a pause that a host asked for.
  func pause(_ host: String, until time: Timestamp) async throws(ProbeHistoryError)

  /// Stores the rules of robots.txt files by origin, as fetched at a time.
  func addRobots(_ rules: [String: String], at time: Timestamp) async throws(ProbeHistoryError)

  /// Stores the numbers of a day that differ from the last ones. Of numbers older than 90 days, the last one of each
  /// week is kept; of those older than two years, the last one of each month.
  func keep(_ numbers: [RecordName: FeedNumber], _ kind: FeedNumber.Kind) async throws(ProbeHistoryError)

  func keep(_ total: NumberTotal, _ kind: FeedNumber.Kind) async throws(ProbeHistoryError)

  /// Ends a run: stores its time and the totals of the active feeds, and deletes entries older than a number of days.
  /// - Parameter seconds: the time that the run took; `nil` if it is unknown.
  func finish(_ run: HistoryRun, keepingDays days: Int, took seconds: Double?) async throws(ProbeHistoryError)
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

package struct FinishedRun: Hashable, Sendable {
  /// The run's reference time.
  package let at: Timestamp
  package let probes: Int
  /// The time that the run took; `nil` if it is unknown.
  package let seconds: Double?

  package init(at: Timestamp, probes: Int, seconds: Double?) {
    self.at = at
    self.probes = probes
    self.seconds = seconds
  }
}

/// The totals of the catalog's active feeds at the end of a day (UTC).
package struct DayTotals: Hashable, Sendable {
  /// The reference time of the day's last run.
  package let at: Timestamp
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
