import Catalog
import CloudKitRecords
import FeedHealth

/// The totals for Prometheus, as gauges without timestamps, since the textfile collector rejects timestamps.
///
/// Source: Prometheus docs, "Exposition formats", text-based format.
extension HealthReportView {
  private typealias Metric = (name: String, help: String, samples: [([(String, String)], Double)])

  func prometheus() -> String {
    func levels(_ totals: HealthReport.Totals, _ labels: [(String, String)] = []) -> [([(String, String)], Double)] {
      HealthLevel.allCases.map { (labels + [("level", $0.rawValue)], Double(totals[$0])) }
    }
    let known = [health.changes].compactMap(\.self).filter { $0.knownFrom != nil }
    let changed: [Metric] = known.map { known in
      let samples = FeedChange.Kind.allCases.map { kind in
        ([("change", kind.rawValue)], Double(known.changes.count { $0.kind == kind }))
      }
      return ("celestra_feeds_changed", "Changes of feeds in the period of --since.", samples)
    }
    let runs: [(String, String, Double?)] = [
      (
        "celestra_last_run_timestamp_seconds", "Start of the last run that fetched feeds.",
        health.lastRun.map { Double($0.at.milliseconds) / 1000 }
      ),
      ("celestra_last_run_duration_seconds", "Time that the last run took.", health.lastRun?.seconds),
      ("celestra_last_run_probes", "Feeds that the last run fetched.", health.lastRun.map { Double($0.probes) }),
      ("celestra_report_timestamp_seconds", "Time of this report.", Double(health.asOf.milliseconds) / 1000),
    ]
    let metrics: [Metric] = [
      ("celestra_feeds", "Active feeds by health level.", levels(health.totals)),
      ("celestra_feeds_inactive", "Inactive feeds.", [([], Double(health.inactive))]),
      ("celestra_feeds_down_ratio", "Share of the active feeds that are down.", [([], health.shareDown)]),
      (
        "celestra_feeds_stale", "Active feeds without a new article within their usual interval.",
        [([], Double(health.stale))]
      ),
      (
        "celestra_feeds_by_verdict", "Active feeds by verdict of the last probe.",
        verdicts.map { ([("verdict", $0.verdict.rawValue)], Double($0.feeds)) }
      ),
      (
        "celestra_category_feeds", "Active feeds by category and health level.",
        health.categories.flatMap { levels($0.totals, [("category", $0.name ?? "")]) }
      ),
      (
        "celestra_report_unreadable_records", "Unreadable records in the catalog.",
        [([], Double(health.problems.count))]
      ),
    ]
    let timed: [Metric] = runs.compactMap { name, help, value in value.map { (name, help, [([], $0)]) } }
    return (metrics + timed + changed).map { metric in
      "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
        + metric.samples.map { Self.sample(metric.name, [("container", container)] + $0, $1) }.joined()
    }.joined()
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
