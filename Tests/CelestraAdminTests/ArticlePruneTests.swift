import Foundation
import Testing

@Suite("celestra-admin articles prune")
struct ArticlePruneTests {
  private static let feed = "https://a.example/feed"

  /// A container with twelve articles, of which some have expired.
  private static func session(expired: Int = 12) throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(ProbedFeeds.seed([feed]), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    try write(0..<12, at: "2026-11-20", to: session)
    #expect(try session.run("update", "--document", "f.xml", feed, "--as-of", ProbedFeeds.asOf).status == 0)
    try session.change("UPDATE PublicArticle SET expiresAt = 1 WHERE CAST(guid AS INTEGER) < \(expired)")
    return session
  }

  private static func write(_ ids: Range<Int>, at day: String, to session: Session) throws {
    let items = ids.map { "<item><guid isPermaLink='false'>\($0)</guid><pubDate>\(day)</pubDate></item>" }
    try session.write("<rss version='2.0'><channel><title>A</title>\(items.joined())</channel></rss>", to: "f.xml")
  }

  @Test("a limit refuses all deletions with status 3, and a dry run says so before", arguments: ["prune", "update"])
  func refused(command: String) throws {
    let session = try Self.session()
    let prune =
      command == "prune"
      ? ["articles", "prune"] : ["update", "--prune", "--document", "f.xml", Self.feed, "--as-of", ProbedFeeds.asOf]
    // An update renews what it finds expired in the feed, unless it lists nothing.
    if command == "update" { try Self.write(0..<0, at: "2026-11-20", to: session) }
    let limit = ["--max-delete", "11"]
    let dry = try session.run(prune + limit + ["--dry-run"])
    #expect(dry.status == 3 && dry.out.contains("--max-delete 11 would refuse this: 12 of 12 articles\n"), "\(dry)")
    let refused = try session.run(prune + limit)
    #expect(refused.status == 3 && refused.err.contains("no expired article was deleted: 12 of 12"), "\(refused)")
    let json = try session.run(prune + limit + ["--format", "json"])
    #expect(
      json.out.contains(command == "prune" ? #""result" : "refused""# : #""pruning" : "refused""#), "\(json)")
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["12"])
    let within = try session.run(prune + ["--max-delete", "12", "--dry-run"])
    #expect(within.status == 0 && within.out.contains("would be deleted") && !within.out.contains("refuse"))
    #expect(try session.run(prune + ["--max-delete", "12"]).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["0"])
  }

  @Test("the articles of a feed that is named are deleted whatever their share, and a given limit is kept")
  func takedown() throws {
    let session = try Self.session(expired: 0)
    let remove = ["articles", "remove", "--feed", Self.feed, "--deny", "--yes"]
    let dry = try session.run(remove + ["--max-delete", "10%", "--dry-run"])
    #expect(dry.status == 1 && dry.err.contains("cannot delete 12 of 12 PublicArticle records"), "\(dry)")
    #expect(try session.run(remove + ["--max-delete", "10%"]).status == 1)
    #expect(try session.run(remove).out.hasSuffix("\ncelestra.sqlite: 12 deleted\n"))
  }

  @Test("120 days of defaults leave nothing that has expired, though the first fill expires at once")
  func retention() throws {
    let session = try Self.session(expired: 0)
    for day in stride(from: 0, to: 120, by: 3) {
      let date = Date(timeIntervalSince1970: 1_784_000_000 + Double(day) * 86_400).formatted(.iso8601)
      // Three new articles at a time.
      try Self.write(day == 0 ? 100..<160 : (150 + day)..<(160 + day), at: date, to: session)
      #expect(try session.run("update", "--document", "f.xml", Self.feed, "--as-of", date).status == 0)
      // Before, nothing has expired.
      guard day > 85 else { continue }
      let pruned = try session.run("articles", "prune", "--as-of", date, "--yes")
      #expect(pruned.status == 0, "day \(day): \(pruned)")
    }
    let last = (1_784_000_000 + 117 * 86_400) * 1000
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle WHERE expiresAt <= \(last)") == ["0"])
    // 90 days of an article a day. The twelve articles of the session are from another time.
    let kept = try session.sqlite("SELECT count(*) FROM PublicArticle WHERE CAST(guid AS INTEGER) >= 100")
    #expect(kept == ["90"])
  }
}
