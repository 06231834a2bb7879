package import Articles
package import Catalog
package import CloudKitRecords

package struct ProbedFeed: Sendable {
  let before: FeedEntry
  /// The feed with its counters after the probe.
  package let entry: FeedEntry
  package let finding: ProbeFinding
  package let level: HealthLevel
  /// The probe as stored in the history.
  let probe: Probe
  /// Verdict of the last probe in the history; `nil` if unknown.
  let lastVerdict: VerdictClass?

  init(_ feed: DueFeed, _ finding: ProbeFinding, _ changes: ProbeChanges) {
    before = feed.entry
    entry = changes.entry(feed.entry, after: finding)
    self.finding = finding
    lastVerdict = feed.known.flatMap { VerdictClass(rawValue: $0.probe.verdict) }
    var probe = Probe(of: feed.entry.recordName, finding)
    probe.lastSuccess = feed.entry.lastFetchSuccess
    let record = FeedRecord(probe, at: changes.asOf, after: feed.known)
    let recent = feed.recent?.adding(isUp: probe.isUp)
    level = FeedHealth(of: entry, record, recent, asOf: changes.asOf).level
    probe.level = entry.isActive ? level.rawValue : Probe.inactive
    probe.becameStale = Self.becameStale(feed, record, finding, asOf: changes.asOf)
    self.probe = probe
  }

  /// Returns whether a feed is stale that was not when it last worked.
  private static func becameStale(
    _ feed: DueFeed, _ record: FeedRecord, _ finding: ProbeFinding, asOf: Timestamp
  ) -> Bool {
    // Of a feed that is held back, only what it was before is known.
    guard feed.entry.isActive, finding.verdict.verdictClass != .replaced else { return false }
    guard let newest = record.probe.newest, let last = feed.entry.lastFetchSuccess else { return false }
    let gap = finding.facts?.cadence.medianGap ?? feed.entry.updateFrequency
    guard PublishingCadence.isStale(newest: newest, medianGap: gap, asOf: asOf) else { return false }
    return feed.known?.probe.newest.map {
      !PublishingCadence.isStale(newest: $0, medianGap: feed.entry.updateFrequency, asOf: last)
    } ?? true
  }

  /// Whether the feed failed, or its verdict is another than in the last probe: what a log of runs should say.
  package var isNews: Bool {
    let verdict = finding.verdict
    // That an inactive feed still fails is expected.
    if !before.isActive { return verdict.isUp == true && (before.failureCount ?? 0) > 0 }
    if verdict.isUp == false { return true }
    if let lastVerdict { return lastVerdict.finding != verdict.verdictClass.finding }
    let wasFailing = (before.failureCount ?? 0) > 0
    return before.lastAttempted == nil ? verdict.verdictClass.finding != nil : wasFailing
  }
}

package struct ProbeSummary: Sendable {
  /// Reason for an early end of a run.
  package enum Stop: Hashable, Sendable {
    /// The user stopped the run. Probes with an answer are saved.
    case interrupted
    /// This machine has no network. Probes without an answer were not written.
    case outage(OutageKind, failed: Int, of: Int)
  }

  /// Number of active feeds in the selection.
  package internal(set) var feeds = 0
  /// Number of feeds that were due, including inactive ones.
  package internal(set) var due = 0
  package internal(set) var selected = 0
  /// Number of inactive feeds among the selected ones.
  package internal(set) var inactive = 0
  package internal(set) var probed = 0
  package internal(set) var classes: [VerdictClass: Int] = [:]
  /// Number of feeds that work, that do not work, and whose state the probe could not determine.
  package internal(set) var up = 0, down = 0, unknown = 0
  /// Number of feeds postponed to another run because their hosts asked for a pause.
  package internal(set) var postponed = 0
  package internal(set) var problems: [CatalogProblem] = []
  package internal(set) var changes = ChangeOutcome()
  /// Results of storing articles; `nil` for a run without articles, or before the first block.
  package internal(set) var articles: ArticleSummary?
  /// The fields that the container cannot keep because its schema lacks them, as `Type.field`.
  package internal(set) var missingFields: [String] = []
  /// Reason for an early end of the run; `nil` for a complete run.
  package internal(set) var stop: Stop?

  package init() {}

  mutating func count(_ finding: ProbeFinding) {
    probed += 1
    classes[finding.verdict.verdictClass, default: 0] += 1
    switch finding.verdict.isUp {
    case true?: up += 1
    case false?: down += 1
    case nil: unknown += 1
    }
  }
}
