import Catalog
import CloudKitRecords
import FeedHealth
import XML

/// The listed feeds as JUnit: a suite for each category, a failed test for each feed that is down or near it; what is
/// only degraded stands in the suite's output, since a reader of JUnit takes every failure for a red build.
extension HealthReportView {
  func junit() -> String? {
    let groups = Dictionary(grouping: health.items, by: \.category)
    let moment = String(health.asOf.description.prefix(19))
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (id, category) in health.categories.enumerated() {
      let feeds = groups[category.name] ?? []
      text += Self.suite(category.name ?? "(none)", id: id, moment: moment, category, feeds)
    }
    return text + "</testsuites>\n"
  }

  private static func suite(
    _ category: String, id: Int, moment: String, _ group: HealthReport.Group, _ feeds: [FeedHealth]
  ) -> String {
    let name = XMLEscaping.escaped(category)
    let failed = feeds.count { $0.level >= .warning }
    var text = "  <testsuite name=\"\(name)\" package=\"celestra-admin\" id=\"\(id)\" timestamp=\"\(moment)\""
    text += " hostname=\"localhost\" tests=\"\(feeds.count)\" failures=\"\(failed)\" errors=\"0\" time=\"0\">\n"
    text += "    <properties/>\n"
    for feed in feeds {
      let title = XMLEscaping.escaped("\(feed.title) (\(FeedURL.redacted(feed.feedURL)))")
      text += "    <testcase name=\"\(title)\" classname=\"\(name)\" time=\"0\""
      guard feed.level >= .warning else {
        text += "/>\n"
        continue
      }
      let facts = "\(feed.failureCount) failures in a row, last success \(feed.lastSuccess?.description ?? "never")"
      text += ">\n      <failure message=\"\(XMLEscaping.escaped(facts))\" type=\"\(feed.level.rawValue)\">"
      text += XMLEscaping.escaped(feed.lastFailureReason ?? facts) + "</failure>\n    </testcase>\n"
    }
    let others = feeds.filter { $0.level == .degraded }.map { "degraded: \($0.title) \(success($0))" }
    let unlisted = group.totals.values.reduce(0, +) - feeds.count
    let rest = unlisted > 0 ? ["\(unlisted) feeds are not listed; --limit lists more"] : []
    text += "    <system-out>" + XMLEscaping.escaped((others + rest).joined(separator: "\n")) + "</system-out>\n"
    return text + "    <system-err/>\n  </testsuite>\n"
  }
}
