import Catalog
import CloudKitRecords
import FeedHealth
import FeedProbes

/// The health of a catalogue, ready to be shown.
struct HealthReportView: Report {
  let command = "health report"
  let container: String
  let health: HealthReport
  /// How many feeds the text lists.
  let listed: Int

  var asOf: Timestamp? { health.asOf }

  /// Feeds at each level.
  struct Totals: Encodable {
    let critical, warning, degraded, unknown, healthy: Int

    /// A report's totals.
    init(_ totals: HealthReport.Totals) {
      critical = totals[.critical] ?? 0
      warning = totals[.warning] ?? 0
      degraded = totals[.degraded] ?? 0
      unknown = totals[.unknown] ?? 0
      healthy = totals[.healthy] ?? 0
    }

    /// The feeds at all levels.
    var all: Int { critical + warning + degraded + unknown + healthy }
  }

  /// The totals.
  struct Summary: Encodable {
    /// The totals of a category; feeds without one have none.
    struct Category: Encodable {
      let category: String?
      let totals: Totals
    }

    /// A host's ill feeds.
    struct Host: Encodable {
      let host: String?
      let critical, warning, degraded: Int
    }

    /// Feeds with a measure from a limit up to the next one's.
    struct Bin: Encodable {
      let from: Double
      let label: String
      let feeds: Int
    }

    /// A feed that is down: since when, and when it last worked.
    struct Down: Encodable {
      let recordName: String
      let since, lastSuccess: String?
    }

    /// The feeds of which the last probe found the same.
    struct Verdict: Encodable {
      let verdict: String
      let feeds: Int
    }

    /// A run of probes, and the levels after it.
    struct Run: Encodable {
      let at: String
      let probes: Int
      let levels: [String: Int]
    }

    /// What changed since an earlier moment.
    struct Changes: Encodable {
      let since: String
      let newlyDown, stillDown: [Down]
      let recovered: [Down]?
      let newlyDownCount, stillDownCount, goneCount: Int
      let recoveredCount: Int?
    }

    /// A feed that could not be read.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container: String
    let feeds, inactive, stale: Int
    let totals: Totals
    let categories: [Category]
    let hosts: [Host]
    let verdicts: [Verdict]
    let trend: [Run]
    let uptime, articlesPerWeek: [Bin]
    let down: [Down]
    let changes: Changes?
    let problems: [Problem]
  }

  /// One feed.
  struct Item: Encodable {
    let recordName, title, feedURL, level: String
    let category: String?
    let failureCount: Int
    let successRate, uptimePercentage, articlesPerWeek: Double?
    let verdict: String?
    let isStale: Bool?
    let downSince, lastSuccess, lastAttempted, lastFailureReason: String?
  }

  var summary: Summary {
    Summary(
      container: container, feeds: health.feeds, inactive: health.inactive, stale: health.stale,
      totals: Totals(health.totals),
      categories: health.categories.map { Summary.Category(category: $0.name, totals: Totals($0.totals)) },
      hosts: health.worstHosts(50).map {
        Summary.Host(
          host: $0.name, critical: $0.totals[.critical] ?? 0, warning: $0.totals[.warning] ?? 0,
          degraded: $0.totals[.degraded] ?? 0)
      },
      verdicts: verdicts.map { Summary.Verdict(verdict: $0.verdict.rawValue, feeds: $0.feeds) },
      trend: health.trend.map { Summary.Run(at: $0.at.description, probes: $0.probes, levels: $0.levels) },
      uptime: health.uptime.bins.map { Summary.Bin(from: $0.from, label: $0.label, feeds: $0.feeds) },
      articlesPerWeek: health.articlesPerWeek.bins.map { Summary.Bin(from: $0.from, label: $0.label, feeds: $0.feeds) },
      down: health.down.map {
        Summary.Down(
          recordName: $0.recordName.rawValue, since: $0.since?.description, lastSuccess: $0.lastSuccess?.description)
      },
      changes: health.changes.map(Summary.Changes.init),
      problems: health.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) })
  }

  /// What the last probes found, the most frequent first.
  var verdicts: [(verdict: VerdictClass, feeds: Int)] {
    health.verdicts.map { ($0.key, $0.value) }.sorted {
      ($1.feeds, $0.verdict.rawValue) < ($0.feeds, $1.verdict.rawValue)
    }
  }

  var items: [Item] {
    health.items.map { feed in
      Item(
        recordName: feed.recordName.rawValue, title: feed.title, feedURL: FeedURL.redacted(feed.feedURL),
        level: feed.level.rawValue, category: feed.category, failureCount: feed.failureCount,
        successRate: feed.successRate, uptimePercentage: feed.uptimePercentage,
        articlesPerWeek: feed.articlesPerWeek, verdict: feed.verdict?.rawValue, isStale: feed.isStale,
        downSince: feed.downSince?.description, lastSuccess: feed.lastSuccess?.description,
        lastAttempted: feed.lastAttempted?.description, lastFailureReason: feed.lastFailureReason)
    }
  }
}

extension HealthReportView.Summary.Changes {
  /// A report's changes.
  init(_ changes: HealthChanges) {
    func down(_ list: HealthChanges.List) -> [HealthReportView.Summary.Down] {
      list.elements.map {
        .init(
          recordName: $0.recordName.rawValue, since: $0.downSince?.description,
          lastSuccess: $0.lastSuccess?.description)
      }
    }
    since = changes.since.description
    newlyDown = down(changes.newlyDown)
    stillDown = down(changes.stillDown)
    recovered = changes.recovered.map(down)
    newlyDownCount = changes.newlyDown.count
    stillDownCount = changes.stillDown.count
    recoveredCount = changes.recovered?.count
    goneCount = changes.gone
  }
}
