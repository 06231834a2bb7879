package import CloudKitRecords

/// The results of earlier probes, kept between runs.
///
/// It keeps what FeedMetadata has no fields for: verdicts, evidence, since when a feed is down, uptime by time, redirects,
/// and the totals of every run.
package protocol ProbeHistory: Sendable {
  /// Returns what is known of some feeds; a feed never probed is absent.
  func records(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: FeedRecord]

  /// Returns the share of time some feeds were up in the 30 days before a time, 0…100; an unknown share is absent.
  ///
  /// The result of a probe is taken to have lasted until the next. Right after a feed's first probe it is 0 or 100.
  func uptimes(of feeds: [RecordName], asOf: Timestamp) async throws(ProbeHistoryError) -> [RecordName: Double]

  /// Returns the feeds that were ever probed, in the order of their first probes.
  func feeds() async throws(ProbeHistoryError) -> [RecordName]

  /// Returns the feeds at a level by their last probe before a time; `nil` if the history begins later.
  func feeds(at level: String, before time: Timestamp) async throws(ProbeHistoryError) -> Set<RecordName>?

  /// Returns the own metadata of some feeds when they were last read; a feed never read is absent.
  func descriptions(of feeds: [RecordName]) async throws(ProbeHistoryError) -> [RecordName: SelfDescription]

  /// Returns the totals of the whole catalogue after each of the last runs, oldest first.
  func trend(last count: Int) async throws(ProbeHistoryError) -> [RunTotals]

  /// Returns the hosts that asked for a pause that lasts beyond a time, and its end.
  func pauses(after time: Timestamp) async throws(ProbeHistoryError) -> [String: Timestamp]

  /// Begins a run.
  func begin(at time: Timestamp) async throws(ProbeHistoryError) -> HistoryRun

  /// Adds probes of a run, at most one per feed. Returns what is then known of the feeds, in the same order.
  @discardableResult
  func add(_ probes: [Probe], to run: HistoryRun) async throws(ProbeHistoryError) -> [FeedRecord]

  /// Stores a pause that a host asked for.
  func pause(_ host: String, until time: Timestamp) async throws(ProbeHistoryError)

  /// Ends a run: stores the totals of all feeds and deletes what is older than a number of days.
  func finish(_ run: HistoryRun, keepingDays days: Int) async throws(ProbeHistoryError)
}

/// A run of probes in a history.
package struct HistoryRun: Hashable, Sendable {
  /// Its number in the history.
  package let id: Int64
  /// The time it judges by.
  package let at: Timestamp

  /// A run.
  package init(id: Int64, at: Timestamp) {
    self.id = id
    self.at = at
  }
}

/// The totals of the whole catalogue after a run, not only of the feeds it probed.
package struct RunTotals: Hashable, Sendable {
  /// The time the run judged by.
  package let at: Timestamp
  /// Number of feeds it probed.
  package let probes: Int
  /// Number of feeds per level, such as `healthy`.
  package var levels: [String: Int] = [:]
  /// Number of feeds per verdict, such as `dns`.
  package var verdicts: [String: Int] = [:]

  /// Totals without feeds.
  package init(at: Timestamp, probes: Int) {
    self.at = at
    self.probes = probes
  }
}
