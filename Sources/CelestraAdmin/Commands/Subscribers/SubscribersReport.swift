import Catalog
import CloudKitRecords
import Scoring

/// What a count of subscriptions found and did.
struct SubscribersReport: Report {
  let command = "subscribers"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let rule: PublicationRule
  /// The run's totals.
  let run: SubscriberRun.Summary
  /// The feeds with a subscription, and those whose published count changed.
  let items: [Item]

  /// One feed's count.
  struct Item: Encodable {
    let recordName, title: String
    let counted, published: Int
    let old: Int?
    let suppressed: Bool

    /// A feed's count; `nil` where it has no subscription and publishes what it did.
    init?(_ count: SubscriberCount, _ rule: PublicationRule) {
      guard count.counted > 0 || count.isChanged else { return nil }
      recordName = count.entry.recordName.rawValue
      title = count.entry.title
      counted = count.counted
      published = count.published
      old = count.entry.subscriberCount
      suppressed = rule.suppresses(count.counted)
    }
  }

  /// The totals.
  struct Summary: Encodable {
    /// Subscriptions of a feed that does not exist.
    struct Orphan: Encodable {
      let feedRecordName: String
      let subscriptions: Int
    }

    /// A feed that could not be counted or written.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container, rounding: String
    let dryRun: Bool
    let minimum, subscriptions, feeds, subscribedFeeds, suppressed, changes, written, failed: Int
    let orphans: [Orphan]
    let problems: [Problem]
  }

  var summary: Summary {
    Summary(
      container: container, rounding: rule.rounding.rawValue, dryRun: isDryRun, minimum: rule.minimum,
      subscriptions: run.subscriptions, feeds: run.feeds, subscribedFeeds: run.subscribedFeeds,
      suppressed: run.suppressed, changes: run.changes.planned, written: run.changes.written,
      failed: run.changes.failed,
      orphans: run.orphans.map { Summary.Orphan(feedRecordName: $0.feed.rawValue, subscriptions: $0.subscriptions) },
      problems: run.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) }
        + run.changes.failures.map { Summary.Problem(recordName: $0.recordName.rawValue, reason: $0.error.description) }
    )
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = ""
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(problem.reason)\n"
    }
    let subscribed = items.filter { $0.counted > 0 }.sorted {
      $0.counted != $1.counted ? $0.counted > $1.counted : $0.title < $1.title
    }
    if !subscribed.isEmpty {
      var table = TextTable(.left("feed"), .right("counted"), .right("published"), .left(""))
      for item in subscribed.prefix(20) {
        table.add(
          String(item.title.prefix(60)), String(item.counted), String(item.published),
          item.suppressed ? "below \(rule.minimum)" : "")
      }
      text += table.render(style)
      if subscribed.count > 20 { text += "and \(subscribed.count - 20) more; --format json has them all\n" }
    }
    text += "\(container): \(summary.subscriptions) subscriptions of \(summary.subscribedFeeds) of "
    text += "\(summary.feeds) feeds, \(summary.suppressed) below the minimum of \(summary.minimum)\n"
    let orphaned = summary.orphans.reduce(0) { $0 + $1.subscriptions }
    if orphaned > 0 {
      text += "subscriptions of feeds that do not exist: \(orphaned)\n"
    }
    if isDryRun {
      text += "\(summary.changes) records would change; dry run: nothing was written\n"
    } else if summary.changes == 0 {
      text += "no published count changed: nothing to do\n"
    } else {
      text += "\(summary.written) records written, \(summary.failed) failed\n"
    }
    return text
  }
}
