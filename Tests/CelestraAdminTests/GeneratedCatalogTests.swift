import Foundation
import TestEnvironment
import Testing

/// A generated catalog whose numbers are compared with SQL and with a Python implementation.
///
/// Small by default; `CELESTRA_CATALOGUE=full` creates 36,515 feeds and 2,000,000 subscriptions.
@Suite("A generated catalog compared with independent implementations")
struct GeneratedCatalogTests {
  private static let now = 1_795_219_200_000

  /// The SQL expression of a feed's number, taken from its URL, because row ids depend on the order of writing.
  private static func number(_ table: String) -> String {
    let number = "(CAST(substr(feedURL, 13) AS INTEGER) + 1)"
    guard table == "FeedMetadata" else { return number }
    return "(SELECT \(number) FROM PublicFeed WHERE PublicFeed.___recordID = FeedMetadata.feedReference)"
  }

  /// A container whose values, articles, and subscriptions derive from the numbers of the feeds.
  private static func session(schema: String) throws -> Session {
    let session = try Session(copying: "schema")
    let feeds = (0..<(TestEnvironment.usesFullAmounts ? 36_515 : 1500)).map {
      "https://blog\($0).example/feed\($0 % 3 + 1).xml"
    }
    try session.write(feeds.joined(separator: "\n"), to: "feeds.txt")
    try session.seed(["feeds", "feeds.txt", "--schema", schema])
    return session
  }

  /// Values of feeds, some of them invalid or missing.
  private static func numbers(_ table: String) -> String {
    """
    UPDATE \(table) SET
      totalAttempts = CASE \(number(table)) % 11 WHEN 0 THEN NULL WHEN 1 THEN 0 ELSE \(number(table)) * 7919 % 400 + 1 END,
      successfulAttempts = CASE \(number(table)) % 13 WHEN 0 THEN 100000 WHEN 1 THEN -5
        ELSE (\(number(table)) * 7919 % 400 + 1) * (\(number(table)) % 101) / 100 END,
      failureCount = CASE \(number(table)) % 17 WHEN 0 THEN -3 ELSE \(number(table)) * 31 % 8 END
    """
  }

  private static func articles(_ table: String, _ feed: String, _ date: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
    INSERT INTO \(table) (___recordID, ___createTime, ___modTime, ___etag, \(feed), \(date))
    SELECT 'a' || \(number("f")) || '-' || i, 0, 0, 'x', f.___recordID,
      \(now) - (i - 1) * (\(number("f")) * 104729 % 400 + 1) * 3600000 - i * i * (\(number("f")) % 5) * 1800000
    FROM n, \(table == "Article" ? "Feed" : "PublicFeed") AS f WHERE \(number("f")) % 3 = 0;
    """
  }

  /// Subscriptions with creators, some of them created by a key; some users have two of the same feed.
  private static func subscriptions(_ feeds: String, _ count: Int) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)),
      top(last) AS (SELECT max(___rowid) FROM \(feeds)),
      made(i, creator) AS (
        SELECT i, CASE WHEN i % 50 > 0 THEN printf('_%032x', i * 2654435761 % 4294967296 % \(count / 20)) END FROM n)
    INSERT INTO FeedSubscription (___recordID, ___createTime, ___createdBy, ___modTime, ___etag, feedRecordName)
    SELECT 's' || i, 0, creator, 0, 'x', CASE WHEN i % 1009 = 0 THEN 'gone' || (i % 3) ELSE coalesce(
      (SELECT ___recordID FROM \(feeds) AS f WHERE f.___rowid = (i * 7919 % (i % 499 + 1)) * last / 500 + 1), 'gone')
      END
    FROM made, top
    """
  }

  private static let layouts = [
    ("schema/celestra.ckdb", "PublicFeed", "FeedMetadata"), ("schema/celestrakit.ckdb", "Feed", "Feed"),
  ]

  @Test("counts equal those of SQL, and published counts follow the publication rule", arguments: layouts)
  func counts(schema: String, feeds: String, numbers: String) throws {
    let session = try Self.session(schema: schema)
    try session.change(Self.subscriptions(feeds, TestEnvironment.usesFullAmounts ? 2_000_000 : 15_000))
    let run = try session.run(
      "subscribers", "--schema", schema, "--format", "json=counts.json", "--as-of", "2026-11-21")
    #expect(run.status == 0)
    let report = try JSONDecoder().decode(
      Counts.self, from: Data(contentsOf: URL(fileURLWithPath: session.path("counts.json"))))
    // A user's second subscription of a feed does not count.
    let sql = try session.sqlite(
      """
      SELECT feedRecordName || ' ' || count(DISTINCT coalesce(___createdBy, ___recordID)) FROM FeedSubscription
      WHERE feedRecordName IN (SELECT ___recordID FROM \(feeds)) GROUP BY feedRecordName ORDER BY 1
      """)
    #expect(sql.count > 100)
    let counted = report.items.filter { $0.counted > 0 }
    #expect(counted.map { "\($0.recordName) \($0.counted)" }.sorted() == sql)
    for item in report.items {
      let rule: Int =
        switch item.counted {
        case ..<5: 0
        case ..<100: (item.counted + 2) / 5 * 5
        default:
          Int(("1" + String(repeating: "0", count: "\(item.counted)".count - 2))).map { unit in
            (item.counted + unit / 2) / unit * unit
          } ?? -1
        }
      #expect(item.published == rule, "\(item.counted)")
    }
    let stored = try session.sqlite(
      "SELECT ___recordID || ' ' || subscriberCount FROM \(feeds) WHERE subscriberCount > 0 ORDER BY 1")
    #expect(
      stored == report.items.filter { $0.published > 0 }.map { "\($0.recordName) \($0.published)" }.sorted())
    let duplicates = try session.sqlite(
      "SELECT count(*) - count(DISTINCT coalesce(___createdBy, ___recordID) || feedRecordName) FROM FeedSubscription")
    #expect(duplicates == ["\(report.summary.duplicates)"])
    #expect(report.summary.duplicates > 10)
    let orphans = try session.sqlite(
      "SELECT count(*) FROM FeedSubscription WHERE feedRecordName NOT IN (SELECT ___recordID FROM \(feeds))")
    #expect(orphans == ["\(report.summary.orphans.reduce(0) { $0 + $1.subscriptions })"])
    let again = try session.run("subscribers", "--schema", schema, "--as-of", "2026-11-21")
    #expect(again.out.contains("no published count changed: nothing to do"))
  }

  @Test(
    "scores equal those of a Python implementation in both layouts and by every methodology",
    arguments: layouts, ["celestra", "celestra-1", "balanced"])
  func scores(layout: (schema: String, feeds: String, numbers: String), methodology: String) throws {
    let session = try Self.session(schema: layout.schema)
    let isKit = layout.feeds == "Feed"
    let (feed, metadata) = (Self.number(layout.feeds), Self.number(layout.numbers))
    try session.change(
      Self.numbers(layout.numbers) + ";"
        + Self.articles(
          isKit ? "Article" : "PublicArticle", isKit ? "feedRecordName" : "feedReference",
          isKit ? "publishedTimestamp" : "publishedDate")
          + """
          UPDATE \(layout.feeds) SET isVerified = \(feed) % 3 = 1, isFeatured = \(feed) % 7 = 1,
            isActive = CASE \(feed) % 19 WHEN 0 THEN 0 WHEN 1 THEN NULL ELSE 1 END,
            subscriberCount = CASE \(feed) % 5 WHEN 0 THEN NULL WHEN 1 THEN 0 ELSE \(feed) * 7919 % 5000 END,
            language = CASE \(feed) % 2 WHEN 0 THEN 'en' END, tags = CASE \(feed) % 4 WHEN 0 THEN '["a"]' END,
            updateFrequency = CASE \(feed) % 4 WHEN 0 THEN NULL ELSE \(feed) % 900 \(isKit ? "* 3600.0" : "") END;
          """)
    if !isKit {
      try session.change(
        """
        UPDATE FeedMetadata SET uptimePercentage = CASE \(metadata) % 6 WHEN 0 THEN 87.5 WHEN 1 THEN 101.0 END,
          averageArticlesPerWeek = CASE \(metadata) % 5 WHEN 0 THEN \(metadata) % 300 * 1.5 WHEN 1 THEN -1.0 END,
          averageRating = CASE \(metadata) % 4 WHEN 0 THEN \(metadata) % 50 / 10.0 WHEN 1 THEN 9.0 END,
          ratingCount = \(metadata) % 40 - 2
        """)
    }
    let folder = Session.root.appending(path: "Tests/CelestraAdminTests/Fixtures/Scores")
    let file = folder.appending(path: "\(methodology).json").path
    #expect(
      try session.run(
        "score", "--methodology", FileManager.default.fileExists(atPath: file) ? file : methodology, "--as-of",
        "2026-11-21", "--schema", layout.schema
      ).status == 0)
    let stored = try session.sqlite(
      "SELECT ___recordID || ' ' || CAST(qualityScore AS INTEGER) FROM \(layout.feeds) ORDER BY 1")
    let frozen = folder.appending(path: "\(layout.feeds)-\(methodology).txt")
    if TestEnvironment.comparesPeers, let python = TestProgram("python3") {
      let expected = try Self.scores(of: session.path("celestra.sqlite"), by: methodology, python)
      #expect(stored == expected)
      if !TestEnvironment.usesFullAmounts, ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
        try Data((expected.prefix(40).joined(separator: "\n") + "\n").utf8).write(to: frozen)
      }
    }
    if !TestEnvironment.usesFullAmounts {
      let expected = try String(contentsOf: frozen, encoding: .utf8).split(separator: "\n").map(String.init)
      #expect(stored.prefix(expected.count) == expected[...] && expected.count == 40)
    }
    #expect(stored.count > 1000)
    #expect(Set(stored.compactMap { $0.split(separator: " ").last }).count > 20)
  }

  private static func scores(
    of container: String, by methodology: String, _ python: TestProgram
  ) throws -> [String] {
    let script = Session.root.appending(path: "Tests/CelestraAdminTests/Reference/score.py").path
    let result = try python.run([script, container, "\(now)", methodology])
    #expect(result.status == 0)
    return result.out.split(separator: "\n").map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }.sorted()
  }

  private struct Counts: Decodable {
    struct Item: Decodable {
      let recordName: String
      let counted, published: Int
    }
    struct Orphan: Decodable {
      let subscriptions: Int
    }
    struct Summary: Decodable {
      let duplicates: Int
      let orphans: [Orphan]
    }
    let items: [Item]
    let summary: Summary
  }
}
