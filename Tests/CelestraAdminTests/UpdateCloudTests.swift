import FeedServer
import Foundation
import Testing

@Suite("celestra-admin update of an iCloud container")
struct UpdateCloudTests {
  @Test(
    "the whole cycle writes the same records to a local container and through the emulator",
    arguments: ["schema/celestra.ckdb", "schema/celestrakit.ckdb"])
  func cycle(schema: String) async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    let session = try Session(copying: "schema")
    session.environment["XDG_STATE_HOME"] = session.path("state")
    let urls = (2..<5).map { "http://\(TestHosts.name($0)):\(server.port)/\($0)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    let emulator = try EmulatorProcess(session, ["--schema", schema])
    let update = Session.update + ["--all", "--max-delete", "100%"]
    let steps = [
      ["seed", "s.json", "--as-of", ProbedFeeds.asOf], update + ["--as-of", ProbedFeeds.asOf],
      update + ["--as-of", "2026-11-21T13:00:00Z", "--refresh"], ["subscribers", "--as-of", ProbedFeeds.asOf],
      ["score", "--as-of", ProbedFeeds.asOf], ["health", "report", "--as-of", ProbedFeeds.asOf],
      update + ["--as-of", "2026-12-01", "--content", "excerpt"], ["audit", "--as-of", "2026-12-02"],
    ]
    for step in steps {
      let cloud = try emulator.run(step + ["--schema", schema])
      let local = try session.run(step + ["--schema", schema, "--container", "local.sqlite"])
      #expect(cloud.status == 0, "\(step): \(cloud)")
      #expect(local.status == 0, "\(step): \(local)")
    }
    let contents = try session.contents(of: "local.sqlite")
    #expect(try session.contents(of: "emulated.sqlite") == contents)
    let type = schema.contains("kit") ? "Article" : "PublicArticle"
    #expect(contents.count { $0.hasPrefix(type + " ") } == 9)
    let requests = try emulator.run(["articles", "list", "--schema", schema, "--format", "csv"])
    #expect(requests.out.split(whereSeparator: \.isNewline).count == 10, "\(requests)")
  }

  private static func reply(_ request: FeedServer.Request) -> FeedServer.Reply {
    if request.path == "/robots.txt" { return .answer(404) }
    let items = (0..<3).map { id in
      """
      <item><guid>http://a.example\(request.path)/\(id)</guid><title>\(id)</title><category>News</category>\
      <pubDate>Fri, 2\(id) Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;text \(id)&lt;/p&gt;</description></item>
      """
    }
    return .answer(
      200, [], Array("<rss version=\"2.0\"><channel><title>F</title>\(items.joined())</channel></rss>".utf8))
  }
}
