import Catalog
import CloudKitRecords
import CommandLineTool
import Scoring

struct SubscribersReport: PageReport, TableReport {
  /// The command that shows all tables.
  static let full = "subscribers --report"

  let command: String
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let rule: PublicationRule
  let period: String
  /// Whether the schema has a field for the period of a published count.
  let remembersPeriods: Bool
  /// The file of counts; `nil` for subscription records.
  let file: CountFile?
  let run: SubscriberRun.Summary
  let statistics: SubscriberStatistics
  /// The feeds that have a subscription or a changed count.
  let feeds: [SubscriberCount]
  let findings: Findings
  /// Why the counts are not kept over time; `nil` if they are.
  let historyProblem: String?

  var isFull: Bool { command == Self.full }

  var items: [EncodableObject] {
    feeds.map { feed in
      [
        "recordName": feed.entry.recordName.rawValue, "title": feed.entry.title, "category": feed.entry.category,
        "counted": feed.counted, "published": feed.published, "old": feed.entry.subscriberCount,
        "suppressed": rule.suppresses(feed.counted), "held": feed.isHeld,
      ]
    }
  }

  var summary: EncodableObject {
    let file: EncodableObject? = file.map {
      ["rows": $0.table.rows, "repeatedEvents": $0.table.repeatedEvents, "skipped": $0.skipped]
    }
    return [
      "container": container, "rounding": rule.rounding.rawValue, "period": period, "dryRun": isDryRun,
      "remembersPeriods": remembersPeriods, "minimum": rule.minimum, "subscriptions": run.subscriptions,
      "orphanedSubscriptions": run.orphanedSubscriptions, "uncounted": run.uncounted, "duplicates": run.repeats,
      "feeds": run.feeds, "subscribedFeeds": run.subscribedFeeds, "suppressed": run.suppressed, "held": run.held,
      "unratable": run.unratable, "changes": run.changes.planned, "written": run.changes.written,
      "failed": run.changes.failed,
      // The sums count subscriptions, not users.
      "categories": statistics.categories.map {
        [
          "category": $0.category, "feeds": $0.group.feeds, "counted": $0.group.counted,
          "published": $0.group.published,
        ] as EncodableObject
      },
      "collections": run.collections.map {
        [
          "recordName": $0.recordName?.rawValue, "title": $0.title, "counted": $0.counted, "published": $0.published,
          "old": $0.old, "suppressed": rule.suppresses($0.counted), "held": $0.isHeld,
        ] as EncodableObject
      },
      "movers": statistics.movers.map {
        [
          "recordName": $0.entry.recordName.rawValue, "title": $0.entry.title, "old": $0.entry.subscriberCount ?? 0,
          "new": $0.published,
        ] as EncodableObject
      },
      "orphans": run.orphans.map { ["feed": $0.feed, "subscriptions": $0.subscriptions] as EncodableObject },
      "file": file, "problems": [ReportedProblem](run.problems, run.changes), "historyProblem": historyProblem,
    ]
  }
}
