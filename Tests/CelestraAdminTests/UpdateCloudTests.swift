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
    let urls = (2..<5).map { "http://\(TestHosts.name($0)):\(server.port)/\($0)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    let emulator = try EmulatorProcess(session, ["--schema", schema])
    let update = Session.update + ["--include-not-due", "--max-delete", "100%"]
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

  @Test(
    "without the fields that only this program has, articles are stored, and a line says what is not kept",
    arguments: ["schema/celestrakit.ckdb", "lacking.ckdb"])
  func missingFields(schema: String) async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    let session = try Session(copying: "schema")
    let lines = try session.read("schema/celestrakit.ckdb").split(separator: "\n", omittingEmptySubsequences: false)
    let lacking = lines.filter { !$0.contains(/articles(Digest|Validator|Timestamp)/) }
    #expect(lines.count == lacking.count + 3)
    try session.write(lacking.joined(separator: "\n"), to: "lacking.ckdb")
    try session.write(ProbedFeeds.seed(["http://\(TestHosts.name(2)):\(server.port)/2"]), to: "s.json")
    let emulator = try EmulatorProcess(session, ["--schema", "lacking.ckdb"])
    let options = ["--schema", schema]
    #expect(try emulator.run(["seed", "s.json", "--as-of", ProbedFeeds.asOf] + options).status == 0)
    for (hour, written) in [(12, "3 new"), (13, "0 new")] {
      let run = try emulator.run(
        Session.update + ["--include-not-due", "--as-of", "2026-11-21T\(hour):00:00Z"] + options)
      #expect(run.status == 0 && run.out.contains("articles: \(written)"), "\(run)")
      #expect(
        run.out.contains("not kept: Feed.articlesDigest, Feed.articlesValidator, Feed.articlesTimestamp; "), "\(run)")
    }
    #expect(try session.sqlite("SELECT totalAttempts FROM Feed", in: "emulated.sqlite") == ["2"])
    let doctor = try session.run(["doctor", "--offline", "--schema", "lacking.ckdb"])
    #expect(doctor.out.contains("the schema lacks Feed.articlesDigest, Feed.articlesValidator, Feed.articlesTimestamp"))
    #expect(doctor.out.contains("celestra-admin update --schema schema/celestrakit.ckdb"), "\(doctor)")
  }

  @Test("a schema whose articles belong to no feed is refused before anything is read")
  func neitherLayout() throws {
    let session = try Session(copying: "schema")
    let schema = try session.read("schema/celestrakit.ckdb")
    try session.write(schema.replacing("feedRecordName       STRING", with: "feed STRING"), to: "old.ckdb")
    try session.write(
      #"{"recordType":"Article","recordName":"a","fields":{"title":"A","feed":"b"}}"# + "\n", to: "a.jsonl")
    #expect(try session.run("records", "put", "a.jsonl", "--schema", "old.ckdb").status == 0)
    for command in [["audit", "--fix", "--dry-run"], Session.update] {
      let run = try session.run(command + ["--schema", "old.ckdb"])
      #expect(run.status == 2 && run.err.contains("Article has no field feedRecordName"), "\(run)")
    }
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
