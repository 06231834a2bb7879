import Foundation

/// A container of as many feeds as asked, its rows made by SQL, the same at every run.
enum GeneratedContainer {
  /// Calls `body` with a folder that is gone afterwards.
  static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Makes a container by the program, and fills it with feeds and their metadata.
  static func make(_ path: String, feeds: Int) throws {
    let seed = path + ".json"
    try GeneratedFeeds.seedFile(count: 1).write(to: URL(fileURLWithPath: seed))
    _ = try ChildProcess.run(["seed", seed, "--container", path])
    try BenchDatabase(path).run(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(feeds))
      INSERT INTO PublicFeed (___recordID, ___createTime, ___modTime, ___etag, feedURL, title, category, isVerified,
        isFeatured, subscriberCount)
      SELECT \(name("feed")), 0, 0, 'a', 'https://feed-' || i || '.example.com/rss.xml', 'Feed number ' || i,
        'c' || (i % 8), i % 3 = 0, i % 9 = 0, i * 7 % 5000 FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(feeds))
      INSERT INTO FeedMetadata (___recordID, ___createTime, ___modTime, ___etag, feedReference, subscriberCount,
        totalAttempts, successfulAttempts, failureCount, lastFetchSuccess, lastAttempted, healthStatus)
      SELECT \(name("meta")), 0, 0, 'a', \(name("feed")), i * 7 % 5000, i % 500 + 1, (i % 500 + 1) * 9 / 10, i % 4,
        1795219200000, 1795219200000, 'healthy' FROM n;
      COMMIT
      """)
  }

  /// Adds subscriptions of the feeds, few of most and many of some.
  static func subscribe(_ path: String, feeds: Int, subscriptions: Int) throws {
    try BenchDatabase(path).run(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(subscriptions))
      INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName)
      SELECT printf('%032x', k), 0, 0, 'a', \(name("feed")) FROM
        (SELECT i AS k, i * 7919 % (i % \(feeds) + 1) + 1 AS i FROM n);
      COMMIT
      """)
  }

  /// A record name of the shape of a UUID, in an order unlike the rows'.
  private static func name(_ kind: String) -> String {
    "printf('%08x-\(kind)-5000-8000-%012x', i * 2654435761 % 4294967296, i)"
  }
}
