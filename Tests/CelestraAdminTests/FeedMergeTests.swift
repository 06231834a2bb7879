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
    let session = try Self.session()
    #expect(try session.run(command + ["--plan-out", "plan.json"]).status == 0)
    try Self.read(4...4, prefix: "tag:", of: Self.feeds[1], in: session)
    let refused = try session.run("apply", "plan.json", "--yes")
    #expect(refused.status == 1 && refused.out.contains("of it is not in the plan"), "\(refused)")
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }
}
