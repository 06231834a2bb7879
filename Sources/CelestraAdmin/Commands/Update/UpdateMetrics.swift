import Articles
import CloudKitRecords
import FeedHealth

extension UpdateCommand {
  /// Writes the metrics of a run that failed without a report, if metrics are wanted.
  func writeMetrics(ofFailureAt asOf: Timestamp) throws {
    guard let metrics else { return }
    let gauges = [
      ("timestamp_seconds", "Time of the last run.", Double(asOf.milliseconds) / 1000),
      ("exit_code", "Exit code of the last run.", Double(ExitStatus.failed.rawValue)),
    ]
    try OutputFile.write(UpdateReport.text(of: gauges), to: metrics)
  }
}

extension UpdateReport {
  /// Returns the totals for Prometheus, as gauges of the last run.
  func metrics(seconds: Double) -> String {
    let gauges: [(String, String, Double)] = [
      ("timestamp_seconds", "Time of the last run.", Double(asOf?.milliseconds ?? 0) / 1000),
      ("duration_seconds", "Duration of the last run.", seconds),
      ("exit_code", "Exit code of the last run.", Double(status.rawValue)),
      ("feeds_due", "Feeds that were due.", Double(health.run.due)),
      ("feeds_fetched", "Feeds that were fetched.", Double(health.run.probed)),
      ("feeds_up", "Fetched feeds that work.", Double(health.run.up)),
      ("feeds_down", "Fetched feeds that do not work.", Double(health.run.down)),
      ("articles_created", "New articles.", Double(articles.created)),
      ("articles_updated", "Edited articles.", Double(articles.updated)),
      ("articles_renewed", "Renewed articles.", Double(articles.renewed)),
      ("articles_failed", "Articles that could not be written.", Double(articles.outcome.failed)),
      ("articles_pruned", "Expired articles that were deleted.", Double(pruned?.outcome?.deleted ?? 0)),
    ]
    return Self.text(of: gauges)
  }

  fileprivate static func text(of gauges: [(name: String, help: String, value: Double)]) -> String {
    gauges.map { name, help, value in
      let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
      return
        "# HELP celestra_update_\(name) \(help)\n# TYPE celestra_update_\(name) gauge\ncelestra_update_\(name) \(number)\n"
    }.joined()
  }
}
