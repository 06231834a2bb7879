import Foundation
import Testing

@Suite("celestra-admin audit")
struct AuditCommandTests {
  private static func session(schema: String = "schema/celestra.ckdb") throws -> Session {
    try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News"},{"slug":"tech","name":"Tech"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"news","language":"en"},
        {"feedURL":"https://b.example/feed","title":"B","category":"tech"}],
      "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed","https://b.example/feed"]}]}
      """, "--schema", schema)
  }

  private static let container: Result<Data, any Error> = Result {
    let session = try Self.session()
    return try Data(contentsOf: session.folder.appending(path: "celestra.sqlite"))
  }

  /// A session with a copy of the seeded container.
  private static func copied() throws -> Session {
    let session = try Session(copying: "schema")
    try container.get().write(to: session.folder.appending(path: "celestra.sqlite"))
    return session
  }

  @Test("a seeded catalog has no findings", arguments: ["schema/celestra.ckdb", "schema/celestrakit.ckdb"])
  func clean(schema: String) throws {
    let run = try Self.session(schema: schema).run("audit")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("no findings in celestra.sqlite: "))
  }

  @Test("each mistake violates its rule", arguments: mistakes)
  func found(sql: String, rule: String, text: String) throws {
    let session = try Self.copied()
    try session.change(sql)
    let found = try session.findings("audit")
    let lines = found.split(separator: "\n").filter { $0.contains("[\(rule)]") }
    #expect(lines.contains { $0.contains(text) }, "\(found)")
    // An ambiguous feed keeps its metadata and its place in a collection.
    let others = Set(found.split(separator: "\n").filter { !$0.contains("[\(rule)]") })
    #expect(others.isEmpty || rule == "several-metadata" || rule == "dangling-parent", "\(found)")
  }

  @Test("safe fixes are applied once; other findings are reported")
  func fix() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET feedURL = 'HTTPS://a.example/feed', language = 'EN_us' WHERE title = 'A'")
    let feed = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'B'").first)
    try session.change("DELETE FROM PublicFeed WHERE title = 'B'")
    try session.change("UPDATE FeedCategory SET parentCategory = 'gone' WHERE slug = 'news'")
    let dry = try session.run("audit", "--fix", "--dry-run")
    #expect(dry.status == 1)
    let limited = try session.run("audit", "--fix", "--dry-run", "--max-delete", "0")
    #expect(limited.status == 1 && limited.err.contains("--max-delete"), "\(limited)")
    let metadata = try #require(
      try session.sqlite(
        "SELECT ___recordID FROM FeedMetadata WHERE feedReference NOT IN (SELECT ___recordID FROM PublicFeed)"
      ).first)
    #expect(
      dry.err.split(separator: "\n").filter { !$0.contains("updatedAt") }
        == """
        update     FeedCollection Best
                     feeds: -'\(feed)'
        update     PublicFeed https://a.example/feed
                     feedURL: "HTTPS://a.example/feed" → "https://a.example/feed"
                     language: "EN_us" → "en-US"
        delete     FeedMetadata \(metadata)
        dry run: nothing was written
        """.split(separator: "\n"))
    try session.change("UPDATE FeedMetadata SET ratingCount = 77, averageRating = 4.5")
    #expect(
      try session.run("audit", "--fix")
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:
            delete 1 record from celestra.sqlite?

            """))
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["2"])
    let run = try session.run("audit", "--fix", "--yes")
    #expect(run.status == 1)
    #expect(run.out.hasSuffix("1 error\n3 records fixed\n"), "\(run)")
    #expect(run.out.contains("[dangling-parent]"))
    #expect(try session.sqlite("SELECT feedURL || ' ' || language FROM PublicFeed") == ["https://a.example/feed en-US"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["1"])
    let again = try session.run("audit", "--fix")
    #expect(!again.out.contains("fixed"))
  }

  @Test("articles and subscriptions count as checked records")
  func records() throws {
    let session = try Self.session()
    let feed = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'A'").first)
    for number in 0..<3 {
      try session.change(
        """
        INSERT INTO FeedSubscription (___recordID, ___etag, ___createTime, ___modTime, feedRecordName)
        VALUES ('s\(number)', 's\(number)', 0, 0, '\(feed)')
        """)
    }
    #expect(try session.run("audit").out == "no findings in celestra.sqlite: 10 records checked\n")
  }

  @Test("--only checks one part, --retention sets how long articles may be kept, and notes alone do not fail")
  func parts() throws {
    let session = try Self.session()
    try session.change(
      """
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, feedReference, guid, url, title, expiresAt)
      SELECT 'a1', 'a', 0, 0, ___recordID, 'g', 'https://a.example/1', 'T', unixepoch('2026-12-31') * 1000
      FROM PublicFeed WHERE title = 'A'
      """)
    let audit = ["audit", "--ignore", "future-date", "--as-of", "2026-11-21"]
    let notes = try session.run(audit + ["--only", "articles"])
    #expect(notes.status == 0 && notes.out.contains("1 article has a name that 'update' does not give"), "\(notes)")
    #expect(try session.run(audit + ["--fail-on", "info"]).status == 1)
    let short = try session.run(audit + ["--retention", "30"])
    #expect(short.status == 1 && short.out.contains("'T' expires at 2026-12-31"), "\(short)")
    let catalog = try session.run(audit + ["--only", "catalog", "--retention", "30"])
    #expect(catalog.out == "no findings in celestra.sqlite: 7 records checked\n", "\(catalog)")
    #expect(try session.run(audit + ["--retention", "91"]).status == 64)
  }

  @Test("a cell of the wrong type anywhere does not stop the audit")
  func wrongTypes() throws {
    let session = try Self.session()
    try session.change(
      """
      UPDATE PublicFeed SET title = x'00' WHERE title = 'A'; UPDATE FeedMetadata SET totalAttempts = 'x' WHERE rowid = 1;
      UPDATE FeedCategory SET sortOrder = 1.5 WHERE slug = 'news'; UPDATE FeedCollection SET feeds = '{}';
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, feedReference)
      VALUES ('a1', 'a1', 0, 0, x'00');
      """)
    #expect(try session.run("audit", "--select", "unreadable-record").status == 1)
    let found = try session.findings("audit", "--select", "unreadable-record")
    #expect(found.split(separator: "\n").count { $0.contains("[unreadable-record]") } == 5, "\(found)")
  }

  @Test("ordinary text with '<' or '&' is no markup, and a date of today is not in the future")
  func ordinaryText() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET title = 'R&D, AT&T; a <b and 1 < 2 > 0 <3', addedAt = unixepoch() * 1000")
    #expect(try session.run("audit").status == 0)
  }

  @Test(
    "the remedy for a flag names the flag",
    arguments: [
      (
        "UPDATE PublicFeed SET isActive = 2 WHERE title = 'A'",
        "set the flag: 'feeds set FEED --active' or '--no-active'"
      ),
      (
        "UPDATE FeedCollection SET isFeatured = 3",
        "set the flag: 'collections set COLLECTION --featured' or '--no-featured'"
      ),
    ])
  func flagRemedy(sql: String, help: String) throws {
    let session = try Self.session()
    try session.change(sql)
    #expect(try session.run("audit").out.contains("= \(help)\n"))
  }

  @Test("tags in capital letters are fixed, in feeds and in collections")
  func tags() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET tags = '[\"B\",\"a\",\"b\"]'; UPDATE FeedCollection SET tags = '[\"X\"]'")
    #expect(try session.run("audit", "--fix").out.contains("3 records fixed"))
    #expect(
      try session.sqlite("SELECT tags FROM PublicFeed UNION SELECT tags FROM FeedCollection ORDER BY 1")
        == [#"["b","a"]"#, #"["x"]"#])
  }

  @Test("--select, --ignore, and --fail-on determine the findings and the exit code")
  func selection() throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET title = 'https://a.example' WHERE title = 'A'")
    #expect(try session.run("audit", "--ignore", "title-is-url").status == 0)
    #expect(try session.run("audit", "--select", "duplicate-feed").status == 0)
    #expect(try session.run("audit", "--fail-on", "error").status == 0)
    let wrong = try session.run("audit", "--ignore", "title-is-ur")
    #expect(wrong.status == 64)
    #expect(wrong.err.contains("unknown rule 'title-is-ur'; did you mean title-is-url?"))
  }

  @Test(
    "findings are available in every format", arguments: ["json", "sarif", "github", "junit", "markdown"])
  func formats(format: String) throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET title = 'https://a.example' WHERE title = 'A'")
    let run = try session.run("audit", "--format", format)
    #expect(run.status == 1)
    #expect(run.out.contains("title-is-url"))
  }

  @Test("measurements in the CelestraKit layout are checked")
  func celestraKit() throws {
    let session = try Self.session(schema: "schema/celestrakit.ckdb")
    try session.change(
      "UPDATE Feed SET minUpdateInterval = 6, updateFrequency = 24, failureCount = 3, totalAttempts = 2")
    let found = try session.findings("audit")
    for rule in ["min-update-interval-unit", "update-frequency-unit", "attempts-mismatch"] {
      #expect(found.split(separator: "\n").count { $0.contains("[\(rule)]") } == 2, "\(found)")
    }
  }

  @Test("every rule is listed and explained, with those of schemas")
  func rules() throws {
    let session = try Session()
    let list = try session.run("rules").out
    let ids = list.matches(of: #/\n {2}(\S+)/#).map { String($0.output.1) }
    #expect(list.contains("\nschema plan\n  ") && list.contains("\naudit\n  "))
    #expect(Set(ids).count == ids.count && ids.contains("world-write"))
    for id in stride(from: 0, to: ids.count, by: 9).map({ ids[$0] }) {
      let text = try session.run("rules", id).out
      #expect(text.hasPrefix("\(id): ") && text.contains("\nBad:\n    ") && text.contains("\nGood:\n    "))
    }
    #expect(try session.run("rules", "duplicate-fed").status == 2)
  }
}
