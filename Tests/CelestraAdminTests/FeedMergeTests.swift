import Testing

@Suite("celestra-admin feeds merge, and plans of it")
struct FeedMergeTests {
  private static let feeds = ["https://a.example/rss", "https://a.example/atom"]

  private static func session() throws -> Session {
    let session = try Session.probing(feeds)
    try read(1...3, prefix: "r", of: feeds[0], in: session)
    try read(1...3, prefix: "tag:", of: feeds[1], in: session)
    return session
  }

  /// Stores articles whose identifiers begin with a prefix, at addresses that do not depend on it.
  private static func read(_ ids: ClosedRange<Int>, prefix: String, of feed: String, in session: Session) throws {
    let items = ids.map { id in
      """
      <item><guid isPermaLink="false">\(prefix)\(id)</guid><link>https://a.example/\(id)</link><title>Entry \(id)</title>\
      <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate></item>
      """
    }
    try session.write("<rss version=\"2.0\"><channel><title>A</title>\(items.joined())</channel></rss>", to: "f.xml")
    #expect(try session.run("update", "--document", "f.xml", "--as-of", ProbedFeeds.asOf, feed).status == 0)
  }

  @Test("the same pages under other identifiers go over once")
  func samePages() throws {
    let session = try Self.session()
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["6"])
    #expect(try session.run(["feeds", "merge"] + Self.feeds + ["--yes"]).status == 0)
    #expect(try session.sqlite("SELECT guid FROM PublicArticle ORDER BY 1") == ["r1", "r2", "r3"])
  }

  @Test(
    "a plan that removes a feed with its articles is refused once the feed has another",
    arguments: [
      ["feeds", "merge"] + feeds, ["feeds", "remove", feeds[1], "--articles"],
    ])
  func laterArticle(command: [String]) throws {
    for session in [try Self.session(), try Session.probing(Self.feeds)] {
      #expect(try session.run(command + ["--plan-out", "plan.json"]).status == 0)
      try Self.read(4...4, prefix: "tag:", of: Self.feeds[1], in: session)
      let refused = try session.run("apply", "plan.json", "--yes")
      let reason = "1 PublicArticle record has come since, which the plan would leave behind"
      #expect(refused.status == 1 && refused.out.contains(reason), "\(refused)")
      #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
    }
  }

  @Test(
    "a subscription that the key may not change keeps the rest from going over, and deletions are named as not made")
  func refusedSubscription() throws {
    let session = try Self.session()
    try Self.read(9...9, prefix: "tag:", of: Self.feeds[1], in: session)
    let names = try session.sqlite("SELECT ___recordID FROM PublicFeed ORDER BY feedURL DESC")
    for (name, user, feed) in [("s1", "r1", names[0]), ("s2", "r2", names[1])] {
      try session.change(
        """
        INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, ___createdBy, feedRecordName)
        VALUES ('\(name)', 0, 0, 'x', '\(user)', '\(feed)')
        """)
    }
    let emulator = try EmulatorProcess(session, container: "celestra.sqlite")
    let before = try session.sqlite("SELECT feedReference FROM PublicArticle ORDER BY ___recordID")
    let merged = try emulator.run(["feeds", "merge"] + Self.feeds + ["--yes"])
    #expect(merged.status == 1 && merged.err.contains("stays, because not everything could go over"), "\(merged)")
    #expect(!merged.err.contains("remove the merged feed"))
    #expect(merged.out.contains("1 failed\nnot written, because the run did not finish: 6 records\n"), "\(merged)")
    #expect(try session.sqlite("SELECT feedReference FROM PublicArticle ORDER BY ___recordID") == before)
    // A plan could not stop there.
    let planned = try emulator.run(["feeds", "merge"] + Self.feeds + ["--plan-out", "m.json"])
    #expect(planned.status == 2 && planned.err.contains("merge without --plan-out"), "\(planned)")
  }
}
