import Foundation

/// The health report of a large catalogue in every format, against a scan of the columns it is made of.
struct HealthReportBenchmark: Benchmark {
  let name = "health-report"
  let summary = "1,000,000 feeds with their metadata, every format; floor: an SQL scan of the same columns"

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = folder.appendingPathComponent("container.sqlite").path
    try GeneratedContainer.make(container, feeds: 1_000_000)
    let connection = try SQLiteConnection(container)
    return try ["text", "json", "markdown", "html", "csv", "junit", "prometheus"].flatMap { format in
      let scan = try Stopwatch.seconds {
        let rows = try connection.scan(
          "SELECT ___recordID, feedURL, title, category, isActive, updateFrequency FROM PublicFeed")
        let measured = try connection.scan(
          "SELECT ___recordID, feedReference, totalAttempts, successfulAttempts, failureCount, lastAttempted,"
            + " lastFetchSuccess, lastFailureReason, uptimePercentage, averageArticlesPerWeek FROM FeedMetadata")
        guard rows == 1_000_000, measured == rows else { throw ChildFailure(description: "\(rows) rows were scanned") }
      }
      let cost = try ChildProcess.run(["health", "report", "--container", container, "--format", format])
      return [
        Figure.atMost(
          12, format, "\((cost.seconds * 100).rounded() / 100) s", floor: "\((scan * 100).rounded() / 100) s",
          ratio: cost.seconds / scan),
        .atMost(1, "\(format), memory", "\(Int(cost.megabytes)) MB", floor: "400 MB", ratio: cost.megabytes / 400),
      ]
    }
  }
}
