import Catalog
import CloudKitRecords
import FeedHealth
import ProbeHistory

/// The health of a catalogue, ready to be shown.
struct HealthReportView: Report {
  let command = "health report"
  let container: String
  let health: HealthReport
  /// How many feeds the text lists.
  let listed: Int

  var asOf: Timestamp? { health.asOf }

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

  var summary: EncodableObject {
    [
      "container": container, "feeds": health.feeds, "inactive": health.inactive, "stale": health.stale,
      "totals": Self.json(health.totals, HealthLevel.allCases),
      "categories": health.categories.map {
        ["category": $0.name, "totals": Self.json($0.totals, HealthLevel.allCases)] as EncodableObject
      },
      "hosts": health.worstHosts(50).map {
        let levels: [HealthLevel] = [.critical, .warning, .degraded]
        return EncodableObject([("host", $0.name)] + Self.members($0.totals, levels))
      },
      "verdicts": verdicts.map { ["verdict": $0.verdict.rawValue, "feeds": $0.feeds] as EncodableObject },
      "trend": health.trend.map {
        ["at": $0.at.description, "probes": $0.probes, "levels": $0.levels] as EncodableObject
      },
      "uptime": health.uptime.bins, "articlesPerWeek": health.articlesPerWeek.bins,
      "down": health.down.map { Self.json($0.recordName, down: $0.since, $0.lastSuccess) },
      "changes": health.changes.map(Self.json), "problems": [ReportedProblem](health.problems),
    ]
  }

  private static func members(
    _ totals: HealthReport.Totals, _ levels: [HealthLevel]
  ) -> [(String, (any Encodable)?)] {
    levels.map { ($0.rawValue, totals[$0] ?? 0) }
  }

  private static func json(_ totals: HealthReport.Totals, _ levels: [HealthLevel]) -> EncodableObject {
    EncodableObject(members(totals, levels))
  }

  private static func json(_ feed: RecordName, down since: Timestamp?, _ lastSuccess: Timestamp?) -> EncodableObject {
    ["recordName": feed.rawValue, "since": since?.description, "lastSuccess": lastSuccess?.description]
  }

  private static func json(_ changes: HealthChanges) -> EncodableObject {
    func down(_ list: HealthChanges.List) -> [EncodableObject] {
      list.feeds.map { json($0.recordName, down: $0.downSince, $0.lastSuccess) }
    }
    return [
      "since": changes.since.description, "newlyDown": down(changes.newlyDown), "stillDown": down(changes.stillDown),
      "recovered": changes.recovered.map(down), "newlyDownCount": changes.newlyDown.count,
      "stillDownCount": changes.stillDown.count, "recoveredCount": changes.recovered?.count,
      "goneCount": changes.gone,
    ]
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
