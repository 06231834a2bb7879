import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin update and articles")
struct UpdateCommandTests {
  private static let update = Session.update + ["--include-not-due"]

  /// A feed of entries with a text, and validators.
  private static func feed(_ ids: Range<Int>, text: String = "text", title: String = "A feed") -> [UInt8] {
    let items = ids.map { id in
      """
      <item><guid isPermaLink="false">\(id)</guid><link>https://a.example/\(id)</link><title>Entry \(id)</title>\
      <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p onclick="x"&gt;\(text) \(id)&lt;/p&gt;</description></item>
      """
    }
    return Array("<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>".utf8)
  }

  @Test("one fetch writes articles and health; a second run writes nothing", arguments: ["celestra", "celestrakit"])
  func stores(name: String) async throws {
    let requests = Mutex<[String?]>([])
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      requests.withLock { $0.append(request.headers["if-none-match"]) }
      if request.headers["if-none-match"] == "\"v1\"" { return .answer(304) }
      return .answer(200, [("ETag", "\"v1\"")], Self.feed(0..<3))
    }
    let schema = "schema/\(name).ckdb"
    let session = try Session.probing(["http://\(TestHosts.name(2)):\(server.port)/feed"], schema: schema)
    let first = try session.run(Self.update + ["--schema", schema, "--as-of", ProbedFeeds.asOf])
    #expect(first.status == 0)
    #expect(
      first.log.hasPrefix(
        """
        articles: 3 new, 0 edited, 0 renewed, 0 unchanged, in 1 feed
        celestra.sqlite: 1 feed, 1 due, 1 probed: 1 up, 0 down, 0 unknown
        """), "\(first)")
    let (type, feeds) = name == "celestra" ? ("PublicArticle", "PublicFeed") : ("Article", "Feed")
    #expect(
      try session.sqlite("SELECT guid || ' ' || title || ' ' || content || ' ' || wordCount FROM \(type) ORDER BY guid")
        == (0..<3).map { "\($0) Entry \($0) <p>text \($0)</p> 2" })
    // A title that is only a placeholder is replaced.
    #expect(try session.sqlite("SELECT title FROM \(feeds)") == ["A feed"])
    let before = try session.sqlite("SELECT group_concat(___etag) FROM \(type)")
    let again = try session.run(Self.update + ["--schema", schema, "--as-of", "2026-11-21T13:00:00Z"])
    #expect(again.status == 0 && !again.out.contains("articles:"), "\(again)")
    #expect(try session.sqlite("SELECT group_concat(___etag) FROM \(type)") == before)
    // Without the files of this machine: the validators are sent all the same, because the articles are stored.
    try FileManager.default.removeItem(atPath: session.path("celestra.sqlite.history.sqlite"))
    let moved = try session.run(Self.update + ["--schema", schema, "--as-of", "2026-11-21T14:00:00Z"])
    #expect(moved.status == 0 && requests.withLock { $0 } == [nil, "\"v1\"", "\"v1\""])
  }

  @Test("a document that the last run found to be fine is not read again, but a new validator is stored")
  func known() async throws {
    let hour = Mutex(12)
    let server = try await FeedServer.start { request in
      switch hour.withLock({ $0 }) {
      case _ where request.path == "/robots.txt": .answer(404)
      case ...13: .answer(200, [], Self.feed(0..<3))
      case 14: .answer(200, [("ETag", "\"v2\"")], Self.feed(0..<3))
      case 15: request.headers["if-none-match"] == "\"v2\"" ? .answer(304) : .answer(500)
      default: .answer(200, [], Array(Self.feed(0..<3).dropLast(40)))
      }
    }
    let session = try Session.probing(["http://\(TestHosts.name(2)):\(server.port)/feed"])
    for time in 12...17 {
      hour.withLock { $0 = time }
      #expect(try session.run(Self.update + ["--as-of", "2026-11-21T\(time):00:00Z"]).status == 0)
    }
    #expect(
      try session.sqlite(
        "SELECT verdict || ' ' || items || ' ' || (read_at = at) FROM probe ORDER BY at",
        in: "celestra.sqlite.history.sqlite")
        == ["ok 3 1", "ok 3 0", "ok 3 1", "not-modified 3 0", "malformed 3 1", "malformed 3 1"])
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["3"])
  }

  @Test("validators that 'update --no-articles' stored are not sent before the articles are stored")
  func validators() async throws {
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if request.headers["if-none-match"] == "\"v1\"" { return .answer(304) }
      return .answer(200, [("ETag", "\"v1\"")], Self.feed(0..<2))
    }
    let session = try Session.probing(["http://\(TestHosts.name(2)):\(server.port)/feed"])
    #expect(try session.run(Session.probe + ["--include-not-due"]).status == 0)
    #expect(try session.sqlite("SELECT etag FROM FeedMetadata") == ["\"v1\""])
    #expect(try session.run(Self.update).log.hasPrefix("articles: 2 new,"))
  }

  @Test("a feed that was cut is fetched whole the next time, and the entry it was cut in is not stored")
  func cut() async throws {
    let isCut = Mutex(true)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if request.headers["if-none-match"] == "\"v1\"" { return .answer(304) }
      let body = Self.feed(0..<5)
      let end = body.count * 2 / 3
      return .answer(200, [("ETag", "\"v1\"")], isCut.withLock { $0 } ? Array(body[..<end]) : body)
    }
    let session = try Session.probing(["http://\(TestHosts.name(2)):\(server.port)/feed"])
    #expect(try session.run(Self.update).log.hasPrefix("articles: 3 new,"))
    isCut.withLock { $0 = false }
    let whole = try session.run(Self.update)
    #expect(whole.log.hasPrefix("articles: 2 new, 0 edited, 0 renewed, 3 unchanged"), "\(whole)")
    #expect(try session.run(Self.update).out.contains("not-modified"))
  }

  @Test("removed articles are stored again unless they are denied, though the feed has not changed")
  func removedOnce() async throws {
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if request.headers["if-none-match"] == "\"v1\"" { return .answer(304) }
      return .answer(200, [("ETag", "\"v1\"")], Self.feed(0..<3))
    }
    let url = "http://\(TestHosts.name(2)):\(server.port)/feed"
    for schema in ["schema/celestra.ckdb", "schema/celestrakit.ckdb"] {
      let session = try Session.probing([url], schema: schema)
      let options = ["--schema", schema]
      #expect(try session.run(Self.update + options).log.hasPrefix("articles: 3 new,"))
      let removed = try session.run(["articles", "remove", "--feed", url, "--yes"] + options)
      #expect(removed.out.hasSuffix(" 3 deleted\n"), "\(removed)")
      #expect(try session.run(Self.update + options).log.hasPrefix("articles: 3 new,"))
      // The denial was a mistake.
      #expect(try session.run(["articles", "remove", "--feed", url, "--deny", "--yes"] + options).status == 0)
      try session.write("", to: ".celestra-admin.yaml")
      #expect(try session.run(Self.update + options).log.hasPrefix("articles: 3 new,"))
    }
  }

  @Test("a removed feed keeps its articles unless --articles deletes them")
  func removedFeed() throws {
    let session = try Session.probing(["https://a.example/feed", "https://b.example/feed"])
    try session.write(String(decoding: Self.feed(0..<12), as: UTF8.self), to: "f.xml")
    for feed in ["https://a.example/feed", "https://b.example/feed"] {
      #expect(try session.run("update", "--document", "f.xml", feed, "--as-of", ProbedFeeds.asOf).status == 0)
    }
    let remove = ["feeds", "remove", "https://a.example/feed"]
    let kept = try session.run(remove + ["--dry-run"])
    #expect(
      kept.out.contains(
        "12 articles would remain until expiry without a feed; 'feeds remove --articles' deletes them\n"), "\(kept)")
    let dry = try session.run(remove + ["--articles", "--dry-run"])
    #expect(dry.out.contains("12 articles would be deleted with the feeds\n"), "\(dry)")
    let refused = try session.run(remove + ["--articles", "--yes"])
    #expect(refused.status == 1 && refused.err.contains("cannot delete 12 of 24 PublicArticle records"), "\(refused)")
    #expect(try session.run(remove + ["--articles", "--max-delete", "12", "--yes"]).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["12"])
    #expect(try session.run("audit", "--only", "articles", "--as-of", ProbedFeeds.asOf).out.contains("no findings"))
  }

  @Test("a document is read from a file without a network, and a dry run writes a plan only")
  func from() throws {
    let session = try Session.probing(["https://a.example/feed"])
    try session.write(String(decoding: Self.feed(0..<2), as: UTF8.self), to: "f.xml")
    let options = ["update", "https://a.example/feed", "--document", "f.xml", "--as-of", ProbedFeeds.asOf]
    let dry = try session.run(options + ["--dry-run", "--plan-out", "plan.json"])
    #expect(dry.status == 0, "\(dry)")
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["0"])
    #expect(try session.read("plan.json").contains(#""action":"create""#))
    try FileManager.default.copyItem(atPath: session.path("celestra.sqlite"), toPath: session.path("copy.sqlite"))
    #expect(try session.run("apply", "plan.json", "--yes").status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["2"])
    try FileManager.default.removeItem(atPath: session.path("celestra.sqlite"))
    try FileManager.default.moveItem(atPath: session.path("copy.sqlite"), toPath: session.path("celestra.sqlite"))
    #expect(try session.run(options).log == "articles: 2 new, 0 edited, 0 renewed, 0 unchanged, in 1 feed\n")
    #expect(try session.run(options).log == "articles: 0 new, 0 edited, 0 renewed, 2 unchanged, in 1 feed\n")
    try session.write("<html>", to: "f.xml")
    let page = try session.run(options)
    #expect(page.status == 2 && page.err.contains("f.xml is not a feed"), "\(page)")
  }

  @Test("articles are listed, searched, shown, counted, checked, pruned and removed")
  func commands() throws {
    let session = try Session.probing(["https://a.example/feed"])
    try session.write(String(decoding: Self.feed(0..<12, text: "\u{1B}[31mred fox"), as: UTF8.self), to: "f.xml")
    let update = ["update", "https://a.example/feed", "--document", "f.xml", "--as-of", ProbedFeeds.asOf]
    #expect(try session.run(update).status == 0)
    let list = try session.run("articles", "list", "--limit", "2", "--feed", "https://a.example/feed")
    #expect(list.status == 0 && list.out.contains("more articles match; --limit 0 lists all"), "\(list)")
    #expect(
      try session.run("articles", "list", "fox", "--format", "csv").out.split(whereSeparator: \.isNewline)
        .count == 13)
    #expect(try session.run("articles", "list", "blue").out == "no articles match; celestra.sqlite has 12\n")
    let shown = try session.run("articles", "show", "https://a.example/3")
    #expect(shown.out.contains("<p>[31mred fox 3</p>") || shown.out.contains("<p>red fox 3</p>"), "\(shown)")
    #expect(!shown.out.contains("\u{1B}"))
    #expect(try session.run("articles", "show", "nothing").status == 2)
    #expect(
      try session.run("articles", "stats", "--as-of", ProbedFeeds.asOf).out.hasPrefix(
        "celestra.sqlite: 12 articles of 1 feed\n"))
    #expect(try session.run("audit", "--only", "articles", "--as-of", ProbedFeeds.asOf).out.hasPrefix("no findings"))
    // Damage that the audit finds and fixes.
    try session.change("UPDATE PublicArticle SET expiresAt = NULL, content = '<script>x</script>' WHERE guid = '1'")
    try session.change("UPDATE PublicArticle SET feedReference = 'gone' WHERE guid = '2'")
    let audit = try session.run("audit", "--only", "articles", "--as-of", ProbedFeeds.asOf)
    #expect(audit.status == 1)
    for rule in ["[missing-expiry]", "[unsafe-html]", "[orphaned-articles]"] {
      #expect(audit.out.contains(rule), "\(audit)")
    }
    #expect(
      try session.run("audit", "--only", "articles", "--fix", "--yes", "--as-of", ProbedFeeds.asOf).out.contains(
        "2 records fixed"))
    #expect(try session.run("audit", "--only", "articles", "--as-of", ProbedFeeds.asOf).status == 0)
    try session.change("UPDATE PublicArticle SET expiresAt = 1")
    #expect(try session.run("articles", "prune", "--as-of", "2099-01-01").status == 64)
    let pruned = try session.run("articles", "prune")
    #expect(pruned.status == 0 && pruned.out.hasSuffix("celestra.sqlite: 11 articles deleted\n"), "\(pruned)")
  }

  @Test("what a publisher wants removed is deleted and not stored again")
  func denied() throws {
    let session = try Session.probing(["https://a.example/feed", "https://b.example/feed"])
    try session.write(String(decoding: Self.feed(0..<3), as: UTF8.self), to: "f.xml")
    let update = ["update", "--document", "f.xml", "--as-of", ProbedFeeds.asOf]
    #expect(try session.run(update + ["https://a.example/feed"]).status == 0)
    #expect(try session.run(update + ["https://b.example/feed"]).status == 0)
    let feed = try session.run("articles", "remove", "--feed", "https://a.example/feed", "--deny", "--yes")
    #expect(feed.status == 0 && feed.out.hasSuffix("\ncelestra.sqlite: 3 deleted\n"), "\(feed)")
    let refused = try session.run(update + ["https://a.example/feed"])
    #expect(refused.status == 2 && refused.err.contains("articles.deny of the configuration lists"), "\(refused)")
    let one = try session.run("articles", "remove", "--url", "https://a.example/1", "--deny", "--yes")
    #expect(one.status == 0 && one.out.hasSuffix("\ncelestra.sqlite: 1 deleted\n"), "\(one)")
    let again = try session.run(update + ["https://b.example/feed"])
    #expect(
      again.log.hasPrefix("articles: 0 new, 0 edited, 0 renewed, 2 unchanged, in 1 feed\n  1 denied\n"), "\(again)")
    #expect(
      try session.read(".celestra-admin.yaml")
        == "articles:\n  deny:\n    - 'https://a.example/1'\n    - 'https://a.example/feed'\n")

    // A feed that moves is denied further.
    #expect(try session.run("feeds", "set", "https://a.example/feed", "--url", "https://c.example/feed").status == 0)
    #expect(try session.run(update + ["https://c.example/feed"]).status == 2)
    // An update that began before stores them again.
    let configuration = try session.read(".celestra-admin.yaml")
    try session.write("", to: ".celestra-admin.yaml")
    for url in ["https://c.example/feed", "https://b.example/feed"] {
      #expect(try session.run(update + [url, "--refresh"]).status == 0)
    }
    try session.write(configuration, to: ".celestra-admin.yaml")
    let audit = ["audit", "--select", "denied-articles", "--as-of", ProbedFeeds.asOf]
    let found = try session.run(audit)
    #expect(found.status == 1 && found.out.contains("3 articles are stored although"), "\(found)")
    #expect(
      found.out.contains("1 article is stored although 'articles.deny' lists the feed or the article"), "\(found)")
    #expect(try session.run(audit + ["--fix", "--yes", "--max-delete", "4"]).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["2"])
  }

  @Test("a retention that is too long, and a container that cannot find what expired, are refused with the reason")
  func reasons() throws {
    let long = try Session().run("update", "--contact", "https://example.com/c", "--retention", "120d")
    #expect(
      long.err.hasPrefix(
        "celestra-admin: error: --retention must be at most 90 days\n"), "\(long)")
    let session = try Session.probing(["https://a.example/feed"])
    let schema = try session.read("schema/celestra.ckdb")
    let indexed = "expiresAt            TIMESTAMP QUERYABLE SORTABLE"
    try session.write(schema.replacing(indexed, with: "expiresAt TIMESTAMP"), to: "less.ckdb")
    #expect(try session.run("seed", "s.json", "--schema", "less.ckdb", "--container", "less.sqlite").status == 0)
    let prune = try session.run("articles", "prune", "--container", "less.sqlite", "--schema", "less.ckdb")
    #expect(
      prune.err.contains(
        "PublicArticle has no QUERYABLE SORTABLE index on expiresAt in the schema, so what expired cannot be found"),
      "\(prune)")
    #expect(prune.status == 2)
  }

  @Test(
    "impossible options are refused",
    arguments: [
      ["--retention", "120"], ["--keep-newest", "201"], ["--max-per-feed", "0"],
      ["--plan-out", "p.json"], ["--document", "f.xml"], ["--prune", "--as-of", "2099-01-01"],
    ])
  func refusals(options: [String]) throws {
    let run = try Session().run(["update", "--contact", "https://example.com/c"] + options)
    #expect(run.status == 64, "\(run)")
  }
}
