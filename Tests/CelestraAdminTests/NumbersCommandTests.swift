import Foundation
import Testing

@Suite("celestra-admin subscribers and score")
struct NumbersCommandTests {
  /// A container with three feeds: healthy, failing, and never fetched.
  private static func session() throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"}],
       "feeds":[
        {"feedURL":"https://good.example/feed","title":"Good","category":"news","isVerified":true},
        {"feedURL":"https://ill.example/feed","title":"Ill","category":"news"},
        {"feedURL":"https://new.example/feed","title":"New"}]}
      """)
    try session.change(
      """
      UPDATE FeedMetadata SET totalAttempts = 100, successfulAttempts = 98, failureCount = 0,
        lastFetchSuccess = 1795219200000, lastAttempted = 1795219200000
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = 'Good');
      UPDATE FeedMetadata SET totalAttempts = 10, successfulAttempts = 4, failureCount = 6,
        lastFetchSuccess = 1794355200000, lastAttempted = 1795219200000, lastFailureReason = 'HTTP 404'
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = 'Ill');
      """)
    return session
  }

  /// Adds a number of subscriptions to a feed by title.
  private static func subscribe(_ count: Int, to title: String, in session: Session) throws {
    try session.change(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName)
      SELECT f.title || i, 0, 0, 'x', f.___recordID FROM n, PublicFeed f WHERE f.title = '\(title)'
      """)
  }

  @Test("scores are written once and explained")
  func score() throws {
    let session = try Self.session()
    try Self.subscribe(1500, to: "Good", in: session)
    try session.run("subscribers")
    let run = try session.run("score", "--as-of", "2026-11-21")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("celestra.sqlite: 3 feeds scored, 3 written, 0 unchanged, 0 failed\n"))
    // Good: (99/102)·30 + 0.3·log10(1500)·20 + 7.5 + 7.5 + 2/7·10 + 10 = 29.12 + 19.06 + 27.86.
    // Ill: (5/12)·0.85⁶·30 + 0 + 15 + 2/7·10. New: 15 + 0 + 15 + 1/7·10.
    #expect(
      try session.sqlite("SELECT title || ' ' || qualityScore FROM PublicFeed ORDER BY title")
        == ["Good 76.0", "Ill 23.0", "New 31.0"])
    #expect(try session.run("score", "--as-of", "2026-11-21").out.contains("no score changed: nothing to do"))
    #expect(
      try session.run("score", "--explain", "http://www.good.example/feed/", "--as-of", "2026-11-21").out == """
        Good  https://good.example/feed
        score 76 of 100 (stored: 76)
        component     points  of  why
        reliability     29.1  30  98 of 100 fetches succeeded
        popularity      19.1  20  1500 subscribers
        regularity       7.5  15  unknown, counts half: fewer than 5 gaps between articles of the last 180 days
        freshness        7.5  15  unknown, counts half: no article has a date
        completeness     2.9  10  without description, home page, image, language, tags
        verification    10.0  10  verified
        confidence: 70 of 100 points are based on known values
        greatest gain: regularity, up to 7.5 points
        methodology celestra 2, hash d2957b87eceee493

        """)
    #expect(
      try session.run("score", "--explain", "Nobody").err
        == "celestra-admin: error: no feed matches 'Nobody' in celestra.sqlite; pass its URL, record name, or title\n")
  }

  @Test("small counts are withheld, others rounded, and both are written once to the feed and its metadata")
  func subscribers() throws {
    let session = try Self.session()
    try Self.subscribe(12, to: "Good", in: session)
    try Self.subscribe(4, to: "Ill", in: session)
    try session.change(
      "INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName)"
        + " VALUES ('o', 0, 0, 'x', 'gone')")
    let first = try session.run("subscribers")
    #expect(
      first
        == Session.Transcript(
          status: 0,
          out: """
            feed  counted  published
            Good       12         10
            Ill         4          0  below 5
            celestra.sqlite: 16 subscriptions to 2 of 3 feeds, 1 below the minimum of 5
            subscriptions to missing feeds: 1
            6 records written, 0 failed

            """, err: ""))
    for table in ["PublicFeed", "FeedMetadata"] {
      #expect(try session.sqlite("SELECT subscriberCount FROM \(table) ORDER BY 1") == ["0", "0", "10"])
    }
    #expect(try session.run("subscribers").out.contains("no published count changed: nothing to do"))
    try session.run("subscribers", "--minimum", "1", "--rounding", "none", "--period", "2100-01-01")
    #expect(try session.sqlite("SELECT subscriberCount FROM PublicFeed ORDER BY 1") == ["0", "4", "12"])
    #expect(try session.run("subscribers", "--minimum", "0").status == 64)
  }

  @Test("before the first subscription, counts stay unknown and scores do not fall")
  func noSubscriptions() throws {
    let session = try Self.session()
    try session.run("score", "--as-of", "2026-11-21")
    let scores = try session.sqlite("SELECT qualityScore FROM PublicFeed ORDER BY title")
    let run = try session.run("subscribers")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            celestra.sqlite: 0 subscriptions to 0 of 3 feeds, 0 below the minimum of 5
            no subscriptions yet: the counts of 3 feeds stay unknown
            no published count changed: nothing to do

            """, err: ""))
    #expect(try session.sqlite("SELECT count(subscriberCount) FROM PublicFeed") == ["0"])
    try session.run("score", "--as-of", "2026-11-21")
    #expect(try session.sqlite("SELECT qualityScore FROM PublicFeed ORDER BY title") == scores)
    // A count that was published before goes down to 0.
    try session.change("UPDATE PublicFeed SET subscriberCount = 50 WHERE title = 'Good'")
    #expect(try session.run("subscribers").out.contains("the counts of 2 feeds stay unknown\n"))
    #expect(
      try session.sqlite("SELECT title || subscriberCount FROM PublicFeed WHERE subscriberCount NOT NULL") == ["Good0"])
    let metadata = "FeedMetadata WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = 'Ill')"
    try session.change(
      "UPDATE FeedMetadata SET subscriberCount = 7 WHERE ___recordID = (SELECT ___recordID FROM \(metadata))")
    #expect(try session.run("subscribers").out.contains("the counts of 1 feed stay unknown\n"))
    #expect(try session.sqlite("SELECT subscriberCount FROM \(metadata)") == ["0"])
  }

  @Test("a subscription is one user's to one feed, in every command")
  func subscriptions() throws {
    let session = try Self.session()
    try session.change(
      """
      WITH s(i, user, feed) AS (
        VALUES (1, '_a', 'Good'), (2, '_a', 'Good'), (3, '_b', 'Good'), (4, '_a', 'Ill'), (5, '_a', ''), (6, '_a', ''))
      INSERT INTO FeedSubscription (___recordID, ___createTime, ___createdBy, ___modTime, ___etag, feedRecordName)
      SELECT 's' || i, 0, user, 0, 'x', coalesce((SELECT ___recordID FROM PublicFeed WHERE title = feed), 'gone') FROM s
      """)
    let report = try session.run("subscribers", "--report", "--minimum", "1", "--rounding", "none")
    #expect(report.out.contains("celestra.sqlite: 3 subscriptions to 2 of 3 feeds, 0 below the minimum of 1\n"))
    #expect(report.out.contains("duplicate subscriptions by the same user, counted once: 2\n"))
    #expect(report.out.contains("subscriptions to missing feeds: 1\n"))
    #expect(report.out.contains("news          2        3          3\n"))
    let json = try session.run("subscribers", "--report", "--format", "json").out
    #expect(json.contains(#""subscriptions" : 4"#) && json.contains(#""orphanedSubscriptions" : 1"#))
    #expect(try session.run("feeds", "show", "Good").out.contains("\nsubscriptions:\n  2\n"))
    #expect(try session.run("audit").out.contains("1 subscription belongs to the feed 'gone', which does not exist"))
    let removal = try session.run("feeds", "remove", "Good", "--dry-run")
    #expect(removal.out.contains("2 subscribers would lose their feed; the subscriptions stay\n"), "\(removal)")
  }

  @Test("the CelestraKit layout is seeded, counted, scored, and reported")
  func celestraKit() throws {
    let session = try Session(copying: "schema", "seed")
    let schema = ["--schema", "schema/celestrakit.ckdb"]
    let run = try session.run(["seed"] + schema)
    #expect(
      run.out == """
        create     119 feed records; --format json lists them
        celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
        feeds                119        0          0          0        0       0
        note: this container's layout has no categories; they were skipped
        note: this container's layout has no collections; they were skipped

        """)
    #expect(try session.run(["seed"] + schema).out.hasPrefix("nothing to do"))
    #expect(try session.sqlite("SELECT DISTINCT category FROM Feed ORDER BY 1").contains("Technology"))
    #expect(try session.run(["subscribers"] + schema).status == 0)
    #expect(try session.run(["score"] + schema).status == 0)
    #expect(try session.sqlite("SELECT DISTINCT typeof(qualityScore) FROM Feed") == ["integer"])
    #expect(try session.run("health", "report").out.hasPrefix("celestra.sqlite: 119 active feeds, 0 inactive\n"))
  }
}
