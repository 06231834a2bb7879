import Foundation

/// The time to score a catalog, and to score it again, relative to reading and writing the same columns with SQL.
struct ScoreBenchmark: Benchmark {
  let name = "score"
  let summary =
    "1,000,000 feeds with their metadata; floor: one scan of the same columns, and one update, by the C interface"

  private static let scan = """
    SELECT f.___recordID, f.___etag, f.title, f.feedURL, f.category, f.isVerified, f.isFeatured, f.isActive,
      f.qualityScore, f.subscriberCount, m.___recordID, m.___etag, m.feedReference, m.subscriberCount,
      m.subscriberPeriod, m.totalAttempts, m.successfulAttempts, m.failureCount
    FROM PublicFeed AS f JOIN FeedMetadata AS m ON m.feedReference = f.___recordID
    """

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let container = folder.path("celestra.sqlite")
    try GeneratedContainer.make(container, feeds: 1_000_000)
    let database = try SQLiteConnection(container)
    var memory = 0.0
    let times = try Stopwatch.medians(3) { _ in
      let update = try Stopwatch.seconds {
        // A changed score also changes the modification time and the change tag.
        try database.run(
          "UPDATE PublicFeed SET qualityScore = ___rowid % 5, ___modTime = 1, ___etag = printf('%x', ___rowid)")
      }
      let scan = try Stopwatch.seconds { _ = try database.scan(Self.scan) }
      let costs = try (0..<2).map { _ in
        try ChildProcess.run(["score", "--as-of", "2026-11-21", "--container", container])
      }
      memory = costs.map(\.megabytes).reduce(memory, max)
      return [update, scan] + costs.map(\.seconds)
    }
    return [
      .time(3, "every score changes", times[2], floor: times[0] + times[1]),
      .time(10, "none does", times[3], floor: times[1]), .memory(memory, atMost: 300),
    ]
  }
}

/// The time to count subscriptions, relative to counting with SQL.
struct SubscriberBenchmark: Benchmark {
  let name = "subscribers"
  let summary = "10,000,000 subscriptions of 10,000 feeds; floor: count(*) and count(DISTINCT creator) in SQL"

  private static let count =
    "SELECT feedRecordName, count(*), count(DISTINCT ___createdBy) FROM FeedSubscription GROUP BY feedRecordName"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let container = folder.path("celestra.sqlite")
    try GeneratedContainer.make(container, feeds: 10_000, subscriptions: 10_000_000)
    let database = try SQLiteConnection(container)
    let arguments = ["subscribers", "--as-of", "2026-11-21", "--container", container]
    _ = try ChildProcess.run(arguments)
    let tag = "SELECT value FROM ___container WHERE key = 'lastChangeTag'"
    let version = try database.texts(tag)
    let times = try Stopwatch.medians(3) { _ in
      [try Stopwatch.seconds { _ = try database.scan(Self.count) }, try ChildProcess.run(arguments).seconds]
    }
    guard try database.texts(tag) == version else { throw ChildFailure(description: "a second run writes") }
    return [.time(2, "count", times[1], floor: times[0])]
  }
}

/// The time of the health report of a large catalog in every format, relative to scanning its columns.
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
