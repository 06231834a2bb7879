package import Catalog
package import CloudKitRecords

/// A feed that was probed.
package struct ProbedFeed: Sendable {
  /// The feed with its counters after the probe.
  package let entry: FeedEntry
  /// What the probe brought.
  package let finding: ProbeFinding
  /// How ill the feed is by now.
  package let level: HealthLevel
}

/// What a run of probes found and did.
package struct ProbeSummary: Sendable {
  /// Why a run ended before its time.
  package enum Stop: Hashable, Sendable {
    /// The user wanted it. What was done is saved, but for failures of which it was not certain yet that they are the feeds'.
    case interrupted(unproven: Int)
    /// It is this machine that has no network: nothing was written since most probes failed.
    case outage(OutageKind, failed: Int, of: Int)
    /// This machine has lost its network: what failed since a host was last reached was not written.
    case lost(unproven: Int)
  }

  /// Active feeds that belong to what was asked for.
  package internal(set) var feeds = 0
  /// Those whose time had come.
  package internal(set) var due = 0
  /// Those the run set out to probe.
  package internal(set) var selected = 0
  /// Feeds probed.
  package internal(set) var probed = 0
  /// Those by class.
  package internal(set) var classes: [VerdictClass: Int] = [:]
  /// Feeds that work, that do not, and of which the probe could not tell.
  package internal(set) var up = 0, down = 0, unknown = 0
  /// Feeds left for another run because their host asked for it.
  package internal(set) var putOff = 0
  /// What is wrong in the catalogue.
  package internal(set) var problems: [CatalogProblem] = []
  /// What became of the changes.
  package internal(set) var changes = ChangeOutcome()
  /// Why it ended before its time; `nil` where it did not.
  package internal(set) var stop: Stop?

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
