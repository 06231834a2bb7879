import Catalog
import CloudKitRecords
import CommandLineTool
import FeedHealth

struct HealthReportView: MonitoringReport {
  let command = "health report"
  let container: String
  let health: HealthReport
  /// Maximum feeds in text.
  let listed: Int

  var asOf: Timestamp? { health.asOf }

  var summary: EncodableObject {
    [
      "container": container, "feeds": health.feeds, "inactive": health.inactive, "stale": health.stale,
      "moved": health.moved,
      "totals": EncodableObject(Self.members(health.totals, HealthLevel.allCases)),
      "categories": health.categories.map {
        ["category": $0.name, "totals": EncodableObject(Self.members($0.totals, HealthLevel.allCases))]
          as EncodableObject
      },
      "hosts": health.worstHosts(50).map {
        let levels: [HealthLevel] = [.critical, .warning, .degraded]
        return EncodableObject([("host", $0.name)] + Self.members($0.totals, levels))
      },
      "verdicts": verdicts.map { ["verdict": $0.verdict.rawValue, "feeds": $0.feeds] as EncodableObject },
      "findings": Self.json(health.withFindings), "unread": Self.json(health.unread),
      "trend": health.trend.map {
        ["at": $0.at.description, "probes": $0.probes, "levels": $0.levels] as EncodableObject
      },
      "uptime": health.uptime.bins, "articlesPerWeek": health.articlesPerWeek.bins,
      "changes": health.changes.map(Self.json), "problems": [ReportedProblem](health.problems),
    ]
  }

  private static func json(_ findings: FeedFindings) -> [EncodableObject] {
    findings.causes.map { ["finding": $0.cause.rawValue, "feeds": $0.feeds] }
  }

  private static func members(
    _ totals: HealthReport.Totals, _ levels: [HealthLevel]
  ) -> [(String, (any Encodable)?)] {
    levels.map { ($0.rawValue, totals[$0]) }
  }

  /// The verdicts of the last probes, most frequent first.
  var verdicts: [(verdict: VerdictClass, feeds: Int)] {
    health.verdicts.map { ($0.key, $0.value) }.sorted {
      ($1.feeds, $0.verdict.rawValue) < ($0.feeds, $1.verdict.rawValue)
    }
  }

  var items: [EncodableObject] {
    health.items.map { feed in EncodableObject(Self.fields.map { ($0.name, $0.value(feed)) }) }
  }

  /// The members of a feed in JSON, which are its columns in CSV.
  static let fields: [(name: String, value: @Sendable (FeedHealth) -> (any Encodable)?)] = [
    ("recordName", { $0.recordName.rawValue }),
    ("title", { $0.title }),
    ("feedURL", { FeedURL.redacted($0.feedURL) }),
    ("category", { $0.category }),
    ("level", { $0.level.rawValue }),
    ("failureCount", { $0.failureCount }),
    ("successRate", { $0.successRate }),
    ("uptimePercentage", { $0.uptimePercentage }),
    ("articlesPerWeek", { $0.articlesPerWeek }),
    ("verdict", { $0.verdict?.rawValue }),
    ("isStale", { $0.isStale }),
    ("downSince", { $0.downSince?.description }),
    ("lastSuccess", { $0.lastSuccess?.description }),
    ("lastAttempted", { $0.lastAttempted?.description }),
    ("lastFailureReason", { $0.lastFailureReason }),
    ("evidence", { $0.evidence }),
    ("movedTo", { $0.movedTo.map(FeedURL.redacted) }),
  ]
}
