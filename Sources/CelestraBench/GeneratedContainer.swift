import Foundation

/// A generated local container of feeds with measurements, identical in every run.
enum GeneratedContainer {
  /// Creates a container with the program and the schema in the current folder, then fills its tables with SQL.
  /// - Parameter subscriptions: The number of `FeedSubscription` records, unevenly distributed over the feeds, with 40
  ///   per creator and a few duplicates.
  static func make(_ path: String, feeds: Int, subscriptions: Int = 0) throws {
    let categories = URL(fileURLWithPath: path + ".categories.json")
    try GeneratedFeeds.categoriesFile().write(to: categories)
    defer { try? FileManager.default.removeItem(at: categories) }
    _ = try ChildProcess.run(["seed", "categories", categories.path, "--container", path])
    let connection = try SQLiteConnection(path)
    for statement in ["PRAGMA synchronous=OFF", "PRAGMA temp_store=MEMORY", "PRAGMA cache_size=-200000"] {
      _ = try connection.texts(statement)
    }
    let slugs = try connection.texts("SELECT ___recordID FROM FeedCategory ORDER BY 1")
    guard !slugs.isEmpty else { throw ChildFailure(description: "the container has no categories") }
    // Creating the indexes after the records is faster than ten million random insertions.
    let ofSubscriptions =
      "FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'FeedSubscription' AND sql IS NOT NULL"
    let indexes = try connection.texts("SELECT sql \(ofSubscriptions)")
    let names = try connection.texts("SELECT name \(ofSubscriptions)")
    try connection.run("BEGIN")
    for name in names { try connection.run("DROP INDEX \"\(name)\"") }
    try connection.run(
      """
      CREATE TEMP TABLE slug AS SELECT ___recordID AS id, row_number() OVER (ORDER BY ___recordID) - 1 AS i
        FROM FeedCategory;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(feeds))
      INSERT INTO PublicFeed (___recordID, ___createTime, ___modTime, ___etag, feedURL, title, category, isVerified,
        isFeatured, subscriberCount, addedAt, updateFrequency)
      SELECT printf('feed-%08x', i * 2654435761 % 4294967296) || i, 1790000000000, 1790000000000, 'a' || i,
        'https://blog' || (i / 3) || '.example.org/feed/' || i, 'The Blog of Person Number ' || i,
        (SELECT id FROM slug WHERE slug.i = n.i % \(slugs.count)), i % 5 = 0, i % 50 = 0, (i * 7919) % 5000,
        1780000000000, 1 + i % 300 FROM n;
      INSERT INTO FeedMetadata (___recordID, ___createTime, ___modTime, ___etag, feedReference, totalAttempts,
        successfulAttempts, failureCount, lastFetchSuccess, lastAttempted, lastFailureReason, uptimePercentage,
        averageArticlesPerWeek)
      SELECT 'metadata-' || ___recordID, 1790000000000, 1790000000000, ___etag, ___recordID, 200,
        200 - ___rowid % 70, CASE WHEN ___rowid % 11 = 0 THEN ___rowid % 9 ELSE 0 END,
        1795000000000 - (___rowid % 40) * 86400000, 1795100000000,
        CASE WHEN ___rowid % 11 = 0 THEN 'http-404: not found' END, 100.0 - ___rowid % 70, (___rowid % 100) / 7.0
        FROM PublicFeed;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(subscriptions))
      INSERT INTO FeedSubscription (___recordID, ___createTime, ___createdBy, ___modTime, ___modifiedBy, ___etag,
        feedRecordName)
      SELECT printf('%064x', i), 1790000000000, creator, 1790000000000, creator, 'b',
        (SELECT ___recordID FROM PublicFeed WHERE ___rowid = 1 + (i * (i % 97 + 1)) % \(feeds))
        FROM (SELECT i, printf('_%08x%024x', user * 2654435761 % 4294967296, user) AS creator
          FROM (SELECT i, i * 2246822519 % 4294967296 % \(max(1, subscriptions / 40)) AS user FROM n))
        WHERE \(subscriptions) > 0;
      """)
    for index in indexes { try connection.run(index) }
    try connection.run("COMMIT")
    try connection.run("ANALYZE")
  }
}
