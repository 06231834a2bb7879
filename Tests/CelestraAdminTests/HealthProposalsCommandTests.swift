import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health proposals")
struct HealthProposalsCommandTests {
  /// A catalog with a moved feed, a gone feed, a missing feed, and a feed that moved to another feed.
  private static func session(_ port: Int) throws -> Session {
    let session = try Session(copying: "schema")
    let paths = ["moves", "gone", "missing", "twin", "feed"]
    let urls = paths.enumerated().map { "http://\(TestHosts.name($0 + 2)):\(port)/\($1)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    return session
  }

  private static func reply(_ request: FeedServer.Request, hasMoved: Bool) -> FeedServer.Reply {
    let port = (request.headers["host"] ?? "").split(separator: ":").last ?? ""
    let said = "<link>https://site.example/</link><language>en</language><description>All &amp; new</description>"
    switch request.path {
    case "/moves" where hasMoved: return .answer(301, [("Location", "/moved-here")])
    case "/twin" where hasMoved: return .answer(308, [("Location", "http://h6.test:\(port)/feed")])
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

  @Test("a history that the user names must exist")
  func missingHistory() throws {
    let run = try Self.session(1).run("health", "proposals", "--history", "typo.sqlite")
    #expect(run.status == 2 && run.err.contains("cannot read the history typo.sqlite: no such file"), "\(run)")
  }

  @Test("proposals need lasting findings, change nothing by themselves, and are applied once")
  func proposals() async throws {
    let hasMoved = Mutex(false)
    let server = try await FeedServer.start { Self.reply($0, hasMoved: hasMoved.withLock { $0 }) }
    let session = try Self.session(server.port)
    func probe(_ day: String) throws {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-\(day)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
    }
    #expect(try Self.proposals(session).isEmpty)
    try probe("11-21")
    hasMoved.withLock { $0 = true }
    try probe("11-22")
    #expect(try Self.proposals(session).isEmpty)
    try probe("11-23")
    #expect(
      try Self.proposals(session) == ["deactivate gone 0", "duplicate twin 0", "new-url moves moved-here"])
    try probe("12-06")
    let all = ["deactivate gone 0", "deactivate missing 0", "duplicate twin 0", "new-url moves moved-here"]
    #expect(try Self.proposals(session) == all)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["0"])

    #expect(try Self.proposals(session, "--apply", "--only", "new-url") == ["new-url moves moved-here"])
    #expect(
      try session.sqlite("SELECT feedURL FROM PublicFeed WHERE feedURL LIKE '%moved%'")
        == ["http://h2.test:\(server.port)/moved-here"])
    #expect(try Self.proposals(session, "--apply") == all.filter { !$0.hasPrefix("new-url") })
    #expect(try Self.proposals(session).isEmpty)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["3"])
    #expect(
      try session.sqlite(
        "SELECT DISTINCT siteURL || ' ' || language || ' ' || subtitle FROM PublicFeed WHERE siteURL <> ''")
        == ["https://site.example/ en All & new"])
  }

  @Test("a redirect without proof of the same items changes no address, and fills no field from another feed")
  func hijack() async throws {
    let day = Mutex(20)
    let server = try await FeedServer.start { request in
      let other = request.path == "/other" ? "other" : "ours"
      if request.path == "/early" { return .answer(301, [("Location", Self.elsewhere(request, "/new"))]) }
      let now = day.withLock { $0 }
      if request.path == "/hijacked", now > 20 { return .answer(301, [("Location", "/other")]) }
      if request.path == "/slowly", now > 20 { return .answer(now == 21 ? 302 : 301, [("Location", "/other")]) }
      if request.path == "/robots.txt" { return .answer(404) }
      return .answer(
        200, [],
        Array(
          """
          <rss version='2.0'><channel><description>\(other)</description><item><guid>\(other)</guid></item></channel></rss>
          """.utf8))
    }
    let session = try Session(copying: "schema")
    let urls = ["early", "hijacked", "slowly"].enumerated().map {
      "http://\(TestHosts.name($0 + 2)):\(server.port)/\($1)"
    }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    for date in 20...24 {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-\(date)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
      day.withLock { $0 += 1 }
    }
    // A run without --only replaced leaves the decision to a person.
    let held = ["replaced hijacked 0", "replaced slowly 0"]
    #expect(try Self.proposals(session, "--apply") == held)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["0"])
    #expect(try session.run("health", "proposals", "--dismiss").status == 64)
    let kind = ["health", "proposals", "--only", "replaced"]
    let dismissed = try session.run(kind + ["--feed", urls[1], "--dismiss"])
    #expect(dismissed.status == 0 && dismissed.out.hasSuffix("accepts what the replaced feeds serve\n"), "\(dismissed)")
    #expect(try Self.proposals(session) == ["replaced slowly 0"])
    #expect(
      try session.sqlite("SELECT feedURL || ' ' || coalesce(subtitle, '') FROM PublicFeed ORDER BY feedURL")
        == urls.map { $0 + " " }, "a feed that was never read at its own address may be another one")
    #expect(try session.run(kind + ["--apply"]).status == 0)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed WHERE isActive = 0") == [urls[2]])
  }

  /// Returns an address on another host of the same server.
  private static func elsewhere(_ request: FeedServer.Request, _ path: String, host: Int = 9) -> String {
    "http://\(TestHosts.name(host)):\(request.headers["host"]?.split(separator: ":").last ?? "")\(path)"
  }

  @Test(
    "a feed that had moved before its first reading moves on its own site, or to a feed of its title, and no casino")
  func movedBefore() async throws {
    let server = try await FeedServer.start { request in
      switch request.path {
      case "/robots.txt": .answer(404)
      case "/same": .answer(301, [("Location", "/kept")])
      case "/titled": .answer(301, [("Location", Self.elsewhere(request, "/blog"))])
      case "/casino": .answer(301, [("Location", Self.elsewhere(request, "/win"))])
      case "/twin": .answer(301, [("Location", Self.elsewhere(request, "/feed", host: 8))])
      case "/blog": .answer(200, [("ETag", "1")], ProbedFeeds.rss(title: "My Blog!"))
      default: .answer(200, [("ETag", "1")], ProbedFeeds.rss(title: "Lucky Casino"))
      }
    }
    let session = try Session(copying: "schema")
    let feeds = [(2, "same"), (3, "titled"), (4, "casino"), (5, "twin"), (8, "feed")].map { number, path in
      "{\"feedURL\": \"http://\(TestHosts.name(number)):\(server.port)/\(path)\", \"title\": \"My Blog\"}"
    }
    try session.write("{\"feeds\": [\(feeds.joined(separator: ",\n"))]}", to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    for (date, expected) in [(20, []), (21, ["duplicate My Blog 0", "new-url My Blog blog", "new-url My Blog kept"])] {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-\(date)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
      #expect(try Self.proposals(session) == expected)
    }
  }

  /// A flag of a region: a black flag, invisible tags and their end.
  private static let wales = "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"

  /// What feeds say, and what of it is proposed.
  private static let said: [(xml: String, proposed: String?)] = [
    ("<description>Tag\u{E0041}x</description>", nil),
    ("<description>\(wales)</description>", "subtitle \(wales)"),
    ("<description>left\u{202E}right</description>", "subtitle leftright"),
    ("<description>a\u{200F}b</description>", nil), ("<description>ab\u{200B}</description>", nil),
    ("<description>👩\u{200D}💻 ❤\u{FE0F}</description>", "subtitle 👩\u{200D}💻 ❤\u{FE0F}"),
    ("<description>ftp://me@here</description>", "subtitle ftp://me@here"),
    ("<description><![CDATA[News &amp; views for R&amp;D]]></description>", "subtitle News & views for R&D"),
    ("<description><![CDATA[Use &lt;b&gt;]]></description>", nil),
    ("<link>http://127.0.0.1:8080/</link>", nil), ("<link>http://[::1]/</link>", nil),
    ("<link>http://localhost/</link>", nil), ("<link>https://router.local/</link>", nil),
    ("<link>http://0x7f.1/</link>", nil), ("<link>https://me:word@site.example/</link>", nil),
    ("<link>https://site.example/</link>", "siteURL https://site.example/"),
    ("<image><url>https://me:word@site.example/i.png</url></image>", nil),
    ("<image><url>https://site.example/i.png</url></image>", "imageURL https://site.example/i.png"),
  ]

  @Test("metadata that the list cannot show as it is written is not proposed")
  func hidden() async throws {
    let server = try await FeedServer.start {
      guard let index = Int($0.path.dropFirst()) else { return .answer(404) }
      return .answer(200, [], ProbedFeeds.rss(extra: Self.said[index].xml))
    }
    let urls = Self.said.indices.map { "http://\(TestHosts.name($0 + 2)):\(server.port)/\($0)" }
    let session = try Session.seeded(ProbedFeeds.seed(urls))
    try session.run(Session.probe)
    try session.run("health", "proposals", "--apply")
    for (url, feed) in zip(urls, Self.said) {
      let stored = try ["subtitle", "siteURL", "imageURL"].compactMap { field in
        try session.sqlite(
          "SELECT '\(field) ' || \(field) FROM PublicFeed WHERE \(field) <> '' AND feedURL = '\(url)'"
        ).first
      }
      #expect(stored == [feed.proposed].compactMap { $0 }, "\(feed.xml)")
    }
  }

  @Test("a field that a curator filled in the meantime is kept")
  func filled() async throws {
    let server = try await FeedServer.start { Self.reply($0, hasMoved: false) }
    let session = try Self.session(server.port)
    try session.run(Session.probe)
    try session.change("UPDATE PublicFeed SET subtitle = 'ours' WHERE feedURL LIKE '%/feed'")
    let run = try session.run("health", "proposals", "--only", "fill-missing", "--apply")
    #expect(run.out.hasPrefix("celestra.sqlite: 11 proposals, 3 feeds changed, 0 failed\n"), "\(run)")
    #expect(try session.sqlite("SELECT subtitle FROM PublicFeed WHERE feedURL LIKE '%/feed'") == ["ours"])
  }

  @Test("a title that is only the feed's URL is replaced by the feed's own title, and no other title is")
  func placeholderTitles() async throws {
    let server = try await FeedServer.start { Self.reply($0, hasMoved: false) }
    let session = try Self.session(server.port)
    try session.change("UPDATE PublicFeed SET title = 'h6.test:\(server.port)/feed' WHERE feedURL LIKE '%/feed'")
    try session.change("UPDATE PublicFeed SET title = 'Ours' WHERE feedURL LIKE '%/twin'")
    try session.run(Session.probe)
    try session.run("health", "proposals", "--only", "fill-missing", "--apply")
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL LIKE '%/feed'") == ["F"])
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL LIKE '%/twin'") == ["Ours"])
  }
}
