import Foundation

/// The time of the health report of a large catalogue in every format, relative to scanning its columns.
struct HealthReportBenchmark: Benchmark {
  let name = "health-report"
  let summary = "1,000,000 feeds with their metadata, every format; floor: an SQL scan of the same columns"

  private static let scans = [
    "SELECT ___recordID, feedURL, title, category, isActive, updateFrequency FROM PublicFeed",
    "SELECT ___recordID, feedReference, totalAttempts, successfulAttempts, failureCount, lastAttempted,"
      + " lastFetchSuccess, lastFailureReason, uptimePercentage, averageArticlesPerWeek FROM FeedMetadata",
  ]

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let container = folder.path("container.sqlite")
    try GeneratedContainer.make(container, feeds: 1_000_000)
    let connection = try SQLiteConnection(container)
    return try ["text", "json", "markdown", "html", "csv", "junit", "prometheus"].flatMap { format in
      let scan = try Stopwatch.seconds {
        for rows in try Self.scans.map(connection.scan) where rows != 1_000_000 {
          throw ChildFailure(description: "\(rows) rows were scanned")
        }
      }
      let cost = try ChildProcess.run(["health", "report", "--container", container, "--format", format])
      return [
        Figure.time(12, format, cost.seconds, floor: scan),
        .memory(cost.megabytes, atMost: 400, "\(format), memory"),
      ]
    }
  }
}
