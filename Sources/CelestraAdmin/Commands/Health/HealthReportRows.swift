import CSV
import Catalog
import CloudKitRecords
import FeedHealth

/// The listed feeds for a spreadsheet; what would be run there as a formula is text.
extension HealthReportView {
  func csv() -> String? {
    let writer = CSVWriter(formulas: .disarmed)
    var text = writer.line([
      "recordName", "title", "feedURL", "category", "level", "failureCount", "successRate", "uptimePercentage",
      "articlesPerWeek", "verdict", "isStale", "downSince", "lastSuccess", "lastAttempted", "lastFailureReason",
    ])
    for feed in health.items { text += writer.line(Self.row(feed)) }
    return text
  }
  private static func row(_ feed: FeedHealth) -> [String] {
    func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    func moment(_ value: Timestamp?) -> String { value?.description ?? "" }
    let identity = [feed.recordName.rawValue, feed.title, FeedURL.redacted(feed.feedURL), feed.category ?? ""]
    let measures = [
      feed.level.rawValue, String(feed.failureCount), number(feed.successRate), number(feed.uptimePercentage),
      number(feed.articlesPerWeek),
    ]
    let probes = [feed.verdict?.rawValue ?? "", feed.isStale.map { "\($0)" } ?? "", moment(feed.downSince)]
    return identity + measures + probes
      + [moment(feed.lastSuccess), moment(feed.lastAttempted), feed.lastFailureReason ?? ""]
  }
}
