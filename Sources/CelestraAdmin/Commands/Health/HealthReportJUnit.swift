import Catalog
import CloudKitRecords
import FeedHealth

extension HealthReportView {
  /// Returns one suite per category and one failed test per listed feed at level `warning` or `critical`.
  func junit() -> String {
    let groups = Dictionary(grouping: health.items, by: \.category)
    let suites = health.categories.map { Self.suite($0, groups[$0.name] ?? []) }
    return JUnitDocument(suites, asOf: health.asOf).text
  }

  private static func suite(_ group: HealthReport.Group, _ feeds: [FeedHealth]) -> JUnitDocument.Suite {
    let cases = feeds.map { feed in
      let name = "\(feed.title) (\(FeedURL.redacted(feed.feedURL)))"
      guard feed.level >= .warning else { return JUnitDocument.Case(name: name) }
      let facts = "\(feed.failureCount) consecutive failures, last success \(feed.lastSuccess?.description ?? "never")"
      return .init(name: name, failure: (facts, feed.level.rawValue, feed.lastFailureReason ?? facts))
    }
    let degraded = feeds.filter { $0.level == .degraded }.map { "degraded: \($0.title) \(success($0))" }
    let unlisted = group.totals.count(atLeast: .healthy) - feeds.count
    return JUnitDocument.Suite(
      name: group.name ?? "(none)", cases: cases,
      output: degraded + (unlisted > 0 ? ["\(unlisted) more feeds; --limit lists more"] : []))
  }
}
