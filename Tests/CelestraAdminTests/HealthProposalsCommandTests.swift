import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health proposals")
struct HealthProposalsCommandTests {
  /// A catalog with a moved feed, a gone feed, a missing feed, and a feed that moved to another feed.
  private static func session(_ port: Int) throws -> Session {
    let session = try Session()
    try session.copy("schema")
    let paths = ["moves", "gone", "missing", "twin", "feed"]
    let urls = paths.enumerated().map { "http://127.0.0.\($0 + 2):\(port)/\($1)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    return session
  }

  private static func reply(_ request: FeedServer.Request, hasMoved: Bool) -> FeedServer.Reply {
    let port = (request.headers["host"] ?? "").split(separator: ":").last ?? ""
    let said = "<link>https://site.example/</link><language>en</language><description>All &amp; new</description>"
    switch request.path {
    case "/moves" where hasMoved: return .answer(301, [("Location", "/moved-here")])
    case "/twin" where hasMoved: return .answer(308, [("Location", "http://127.0.0.6:\(port)/feed")])
    case "/gone": return .answer(410)
    case "/missing": return .answer(404)
    case "/robots.txt": return .answer(404)
    default: return .answer(200, [], ProbedFeeds.rss(extra: said))
    }
  }

  private static func proposals(_ session: Session, _ options: String...) throws -> [String] {
    struct Output: Decodable {
      struct Item: Decodable { let kind, title, field, new: String }
      let items: [Item]
    }
    let run = try session.run(["health", "proposals", "--format", "json"] + options)
    #expect(run.status == 0, "\(run.err)")
    let output = try JSONDecoder().decode(Output.self, from: Data(run.out.utf8))
    return output.items.filter { $0.kind != "fill-missing" }
      .map { "\($0.kind) \($0.title.split(separator: "/").last ?? "") \($0.new.split(separator: "/").last ?? "")" }
      .sorted()
  }

  @Test("proposals need lasting evidence, change nothing unless applied, and are applied once")
  func proposals() async throws {
    let hasMoved = Mutex(false)
    let server = try await FeedServer.start { Self.reply($0, hasMoved: hasMoved.withLock { $0 }) }
    let session = try Self.session(server.port)
    func probe(_ day: String) throws {
      let run = try session.run(probeOptions + ["--all", "--host-gap", "0", "--as-of", "2026-\(day)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
    }
    #expect(try Self.proposals(session).isEmpty)
    try probe("11-21")
    hasMoved.withLock { $0 = true }
    try probe("11-22")
    #expect(try Self.proposals(session) == ["deactivate gone 0"])
    try probe("11-23")
    #expect(
      try Self.proposals(session) == ["deactivate gone 0", "duplicate twin 0", "new-url moves moved-here"])
    try probe("12-06")
    let all = ["deactivate gone 0", "deactivate missing 0", "duplicate twin 0", "new-url moves moved-here"]
    #expect(try Self.proposals(session) == all)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["0"])

    #expect(try Self.proposals(session, "--apply", "--kind", "new-url") == ["new-url moves moved-here"])
    #expect(
      try session.sqlite("SELECT feedURL FROM PublicFeed WHERE feedURL LIKE '%moved%'")
        == ["http://127.0.0.2:\(server.port)/moved-here"])
    #expect(try Self.proposals(session, "--apply") == all.filter { !$0.hasPrefix("new-url") })
    #expect(try Self.proposals(session).isEmpty)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["3"])
    #expect(
      try session.sqlite(
        "SELECT DISTINCT siteURL || ' ' || language || ' ' || subtitle FROM PublicFeed WHERE siteURL <> ''")
        == ["https://site.example/ en All & new"])
    await server.stop()
  }

  @Test("a field that a curator has filled in since is not changed")
  func filled() async throws {
    let server = try await FeedServer.start { Self.reply($0, hasMoved: false) }
    let session = try Self.session(server.port)
    try session.run(probeOptions + ["--host-gap", "0"])
    try session.change("UPDATE PublicFeed SET subtitle = 'ours' WHERE feedURL LIKE '%/feed'")
    let run = try session.run("health", "proposals", "--kind", "fill-missing", "--apply")
    #expect(run.out.hasPrefix("celestra.sqlite: 8 proposals, 3 feeds changed, 0 failed\n"), "\(run)")
    #expect(try session.sqlite("SELECT subtitle FROM PublicFeed WHERE feedURL LIKE '%/feed'") == ["ours"])
    await server.stop()
  }
}
