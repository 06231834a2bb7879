import Catalog
import CloudKitRecords
import Scoring

/// What a count of subscriptions found and did.
struct SubscribersReport: Report {
  let command: String
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let rule: PublicationRule
  let period: String
  /// Whether the catalogue can remember in which period a count was published.
  let remembersPeriods: Bool
  let file: CountedFile?
  /// The run's totals.
  let run: SubscriberRun.Summary
  /// What can be said of the counts.
  let statistics: SubscriberStatistics
  /// The feeds with a subscription, and those whose published count changed.
  let items: [Item]
  let findings: Findings

  /// What was read of a file of counts.
  struct CountedFile: Encodable {
    let rows, repeatedEvents: Int
    /// Rows left out or corrected, by the rule that says why.
    let passedOver: [String: Int]

    /// A file that was read.
    init(_ file: CountFile) {
      rows = file.table.rows
      repeatedEvents = file.table.repeatedEvents
      passedOver = file.passedOver
    }
  }

  /// One feed's count.
  struct Item: Encodable {
    let recordName, title: String
    let category: String?
    let counted, published: Int
    let old: Int?
    let suppressed, held: Bool

    /// A feed's count; `nil` where it has no subscription and publishes what it did.
    init?(_ count: SubscriberCount, _ rule: PublicationRule) {
      guard count.counted > 0 || count.isChanged else { return nil }
      recordName = count.entry.recordName.rawValue
      title = count.entry.title
      category = count.entry.category
      counted = count.counted
      published = count.published
      old = count.entry.subscriberCount
      suppressed = rule.suppresses(count.counted)
      held = count.isHeld
    }
  }

  var summary: EncodableObject {
    [
      "container": container, "rounding": rule.rounding.rawValue, "period": period, "dryRun": isDryRun,
      "remembersPeriods": remembersPeriods, "minimum": rule.minimum, "subscriptions": run.subscriptions,
      "duplicates": run.repeats, "feeds": run.feeds, "subscribedFeeds": run.subscribedFeeds,
      "suppressed": run.suppressed, "held": run.held, "unratable": run.unratable, "changes": run.changes.planned,
      "written": run.changes.written, "failed": run.changes.failed,
      // Sums of subscriptions, not people.
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
      "file": file, "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }
}
