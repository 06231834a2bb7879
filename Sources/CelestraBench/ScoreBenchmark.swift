import Foundation

/// Scoring a catalogue and scoring it again, against reading and writing the same columns by SQL.
struct ScoreBenchmark: Benchmark {
  let name = "score"
  let summary =
    "1,000,000 feeds with their metadata; floor: one scan of the same columns, and one update, by the C interface"

  private static let feeds = 1_000_000
  private static let rounds = 3
  private static let scan = """
    SELECT f.___recordID, f.___etag, f.title, f.feedURL, f.category, f.isVerified, f.isFeatured, f.isActive,
      f.qualityScore, f.subscriberCount, m.___recordID, m.___etag, m.feedReference, m.subscriberCount,
      m.subscriberPeriod, m.totalAttempts, m.successfulAttempts, m.failureCount
    FROM PublicFeed AS f JOIN FeedMetadata AS m ON m.feedReference = f.___recordID
    """

  func run() throws -> [Figure] {
    try ChildProcess.build()
    return try BenchFolder.with { folder in
      let container = folder.appendingPathComponent("celestra.sqlite").path
      try GeneratedContainer.make(container, feeds: Self.feeds)
      let database = try SQLiteConnection(container)
      let arguments = ["score", "--as-of", "2026-11-21", "--container", container]
      var all: [ChildProcess.Cost] = []
      var none: [ChildProcess.Cost] = []
      var scans: [Double] = []
      var updates: [Double] = []
      for _ in 0..<Self.rounds {
        updates.append(
          try Stopwatch.seconds {
            // A score that changes takes a new time and change tag with it.
            try database.run(
              "UPDATE PublicFeed SET qualityScore = ___rowid % 5, ___modTime = 1, ___etag = printf('%x', ___rowid)")
          })
        scans.append(try Stopwatch.seconds { _ = try database.scan(Self.scan) })
        all.append(try ChildProcess.run(arguments))
        none.append(try ChildProcess.run(arguments))
      }
      let scan = Stopwatch.median(scans)
      let floor = scan + Stopwatch.median(updates)
      let changed = Stopwatch.median(all.map(\.seconds))
      let unchanged = Stopwatch.median(none.map(\.seconds))
      let memory = (all + none).map(\.megabytes).max() ?? 0
      return [
        .atMost(3, "every score changes", seconds(changed), floor: seconds(floor), ratio: changed / floor),
        .atMost(10, "none does", seconds(unchanged), floor: seconds(scan), ratio: unchanged / scan),
        .atMost(1, "memory", "\(Int(memory)) MB", floor: "300 MB", ratio: memory / 300),
      ]
    }
  }
}

/// Counting subscriptions, against SQL's own counting.
struct SubscriberBenchmark: Benchmark {
  let name = "subscribers"
  let summary = "10,000,000 subscriptions of 10,000 feeds; floor: SELECT feed, count(*) … GROUP BY by the C interface"

  private static let feeds = 10_000
  private static let subscriptions = 10_000_000
  private static let rounds = 3
  private static let count = "SELECT feedRecordName, count(*) FROM FeedSubscription GROUP BY feedRecordName"

  func run() throws -> [Figure] {
    try ChildProcess.build()
    return try BenchFolder.with { folder in
      let container = folder.appendingPathComponent("celestra.sqlite").path
      try GeneratedContainer.make(container, feeds: Self.feeds, subscriptions: Self.subscriptions)
      let database = try SQLiteConnection(container)
      let arguments = ["subscribers", "--as-of", "2026-11-21", "--container", container]
      _ = try ChildProcess.run(arguments)
      let tag = "SELECT value FROM ___container WHERE key = 'lastChangeTag'"
      let version = try database.texts(tag)
      var floor: [Double] = []
      var counted: [ChildProcess.Cost] = []
      for _ in 0..<Self.rounds {
        floor.append(try Stopwatch.seconds { _ = try database.scan(Self.count) })
        counted.append(try ChildProcess.run(arguments))
      }
      guard try database.texts(tag) == version else {
        throw ChildFailure(description: "a second run writes")
      }
      let seconds = Stopwatch.median(counted.map(\.seconds))
      let groups = Stopwatch.median(floor)
      return [.atMost(2, "count", self.seconds(seconds), floor: self.seconds(groups), ratio: seconds / groups)]
    }
  }
}

/// A folder for the files of a benchmark.
private enum BenchFolder {
  /// Calls `body` with one that is gone afterwards.
  static func with<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

extension Benchmark {
  /// Seconds to the hundredth.
  fileprivate func seconds(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
}
