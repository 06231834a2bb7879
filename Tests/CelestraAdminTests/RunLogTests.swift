import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("What a run prints")
struct RunLogTests {
  private static let update = [
    "update", "--allow-private", "--contact", "https://example.com/c", "--host-gap", "0", "--include-not-due",
  ]

  private static func session(_ urls: [String] = [], schema: String = "schema/celestra.ckdb") throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json", "--schema", schema).status == 0)
    return session
  }

  @Test("a log begins with the time of the run, and names failures and changes, but a stale feed once")
  func news() async throws {
    let isDown = Mutex(false)
    let server = try await FeedServer.start { request in
      switch request.path {
      case "/robots.txt": return .answer(404)
      case "/fails": return .answer(404)
      case "/changes" where isDown.withLock { $0 }: return .answer(500)
      case "/changes": return .answer(200, [], ProbedFeeds.rss())
      default:
        let item = "<item><guid>1</guid><pubDate>Tue, 20 Nov 2018 12:00:00 GMT</pubDate></item>"
        return .answer(200, [], Array("<rss version='2.0'><channel>\(item)</channel></rss>".utf8))
      }
    }
    let urls = ["stale", "fails", "changes"].map { "http://\(TestHosts.name(2)):\(server.port)/\($0)" }
    let session = try Self.session(urls)
    try session.change(
      "UPDATE PublicFeed SET title = 'titled ' || replace(feedURL, rtrim(feedURL, 'acefghilnst'), '')")
    func listed(at hour: Int) throws -> [String] {
      let run = try session.run(Self.update + ["--as-of", "2026-11-21T\(hour):00:00Z"])
      #expect(run.out.hasPrefix("2026-11-21T\(hour):00:00Z "), "\(run)")
      return ["stale", "fails", "changes"].filter { run.out.contains("titled \($0) ") }
    }
    #expect(try listed(at: 12) == ["stale", "fails"])
    #expect(try listed(at: 13) == ["fails"])
    isDown.withLock { $0 = true }
    #expect(try listed(at: 14) == ["fails", "changes"])
    isDown.withLock { $0 = false }
    // That it works again is a change, too.
    #expect(try listed(at: 15) == ["fails", "changes"])
    #expect(try listed(at: 16) == ["fails"])
  }

  @Test(
    "with --quiet, a command that succeeds prints nothing, wherever the option stands",
    arguments: [
      ["seed", "s.json"], ["feeds", "list"], ["audit", "--fail-on", "error"], ["articles", "prune"],
      ["articles", "stats"], ["score"], ["health", "report"],
      ["schema", "lint", "schema/celestra.ckdb", "--fail-on", "error"],
      ["schema", "validate", "schema/celestra.ckdb"], ["schema", "show", "schema/celestra.ckdb"], ["subscribers"],
      ["records", "count"], ["app", "categories"], ["export", "json", "--output", "e.json"],
    ])
  func quiet(arguments: [String]) throws {
    let session = try Self.session(["https://a.example/feed"])
    for words in [arguments + ["--quiet"], ["--quiet"] + arguments] {
      #expect(try session.run(words) == Session.Transcript(status: 0, out: "", err: ""), "\(words)")
    }
  }

  @Test("with --quiet, an error is printed, and the exit code of a failure without a message is explained")
  func quietErrors() throws {
    let session = try Self.session(["https://a.example/feed"])
    let missing = try session.run("feeds", "list", "--container", "none.sqlite", "--quiet")
    #expect(missing.status == 2 && missing.out == "" && missing.err.contains("none.sqlite"), "\(missing)")
    try session.write("{", to: "bad.json")
    let bad = try session.run("seed", "bad.json", "--quiet")
    #expect(bad.status == 1 && bad.out == "" && bad.err.contains("bad.json:1"), "\(bad)")
    let other = try session.run("schema", "diff", "empty", "schema/celestra.ckdb", "--exit-code", "--quiet")
    #expect(
      other
        == Session.Transcript(
          status: 1, out: "",
          err: "celestra-admin: error: ended with exit code 1; run the command without --quiet to see why\n"))
  }

  @Test("a container of the other layout keeps its own schema if none is passed")
  func ownSchema() throws {
    let session = try Self.session(["https://a.example/feed"], schema: "schema/celestrakit.ckdb")
    try session.write("<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>", to: "f.xml")
    let update = ["update", "--document", "f.xml", "https://a.example/feed", "--as-of", ProbedFeeds.asOf]
    for command in [update, ["articles", "prune"], ["seed", "s.json"], ["score"], ["articles", "stats"]] {
      let run = try session.run(command)
      #expect(run.status == 0, "\(command)\n\(run)")
    }
    #expect(try session.sqlite("SELECT count(*) FROM Article") == ["1"])
    #expect(try session.sqlite("SELECT count(*) FROM sqlite_schema WHERE name = 'PublicFeed'") == ["0"])
    let named = try session.run(update + ["--schema", "schema/celestra.ckdb"])
    #expect(named.status == 2 && named.err.contains("data would be lost"), "\(named)")
  }
}
