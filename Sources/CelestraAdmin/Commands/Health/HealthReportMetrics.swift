import CloudKitRecords
import FeedHealth

/// The totals for Prometheus: gauges without timestamps, which a textfile collector refuses.
///
/// Source: Prometheus docs, "Exposition formats", text-based format.
extension HealthReportView {
  func prometheus() -> String? {
    var text = Self.metric("celestra_feeds", "Active feeds by level of health.")
    for level in HealthLevel.allCases {
      text += Self.sample("celestra_feeds", [("level", level.rawValue)], Double(health.totals[level] ?? 0))
    }
    text += Self.metric("celestra_feeds_inactive", "Feeds that are switched off.")
    text += Self.sample("celestra_feeds_inactive", [], Double(health.inactive))
    text += Self.metric("celestra_feeds_down_ratio", "Share of the active feeds that are down.")
    text += Self.sample("celestra_feeds_down_ratio", [], health.shareDown)
    text += Self.metric("celestra_feeds_stale", "Active feeds silent for longer than their own rhythm explains.")
    text += Self.sample("celestra_feeds_stale", [], Double(health.stale))
    text += Self.metric("celestra_feeds_by_verdict", "Active feeds by what the last probe found.")
    for found in verdicts {
      text += Self.sample("celestra_feeds_by_verdict", [("verdict", found.verdict.rawValue)], Double(found.feeds))
    }
    text += Self.metric("celestra_category_feeds", "Active feeds by category and level of health.")
    for category in health.categories {
      for level in HealthLevel.allCases {
        text += Self.sample(
          "celestra_category_feeds", [("category", category.name ?? ""), ("level", level.rawValue)],
          Double(category.totals[level] ?? 0))
      }
    }
    text += Self.metric("celestra_report_unreadable_records", "Records of the catalogue that could not be read.")
    text += Self.sample("celestra_report_unreadable_records", [], Double(health.problems.count))
    return text
  }

  private static func metric(_ name: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
  }

  private static func sample(_ name: String, _ labels: [(String, String)], _ value: Double) -> String {
    let pairs = labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    return "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(number)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
