import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("A feed keeps its identity between files, container, and web")
struct FeedIdentityTests {
  private static let feeds = #"""
    {"feeds":[{"feedURL":"https://a.example/feed","title":"Alpha"},{"feedURL":"https://b.example/feed"},
    {"feedURL":"https://c.example/feed","title":"Gamma"}],
    "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed","https://c.example/feed"]}]}
    """#

  private static func session(_ configuration: String? = nil) throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(feeds, to: "seed/feeds.json")
    if let configuration { try session.write(configuration, to: ".celestra-admin.yaml") }
    #expect(try session.run("seed").status == 0)
    return session
  }

  @Test("a new address keeps the record; a placeholder title follows it, and a later seed and prune keep the feed")
  func newAddress() throws {
    let session = try Self.session()
    let names = try session.sqlite("SELECT ___recordID FROM PublicFeed ORDER BY 1")
    let run = try session.run("feeds", "set", "https://b.example/feed", "--url", "https://new.example/rss")
    #expect(run.status == 0 && run.out.contains("https://b.example/feed"), "\(run)")
    #expect(
      try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL = 'https://new.example/rss'") == [
        "new.example/rss"
      ])
    #expect(try session.run("feeds", "set", "Gamma", "--url", "http://c.example/feed").status == 0)
    #expect(try session.run("seed", "--prune", "--yes").err.contains("[moved-feed]"))
    #expect(try session.sqlite("SELECT ___recordID FROM PublicFeed ORDER BY 1") == names)
    let urls = ["http://c.example/feed", "https://a.example/feed", "https://new.example/rss"]
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed ORDER BY 1") == urls)
  }

  @Test(
    "an address that another feed has, with a password, or for two feeds is refused",
    arguments: [
      (["Gamma", "--url", "http://www.a.example/feed/"], 2, "is the address of feed 'Alpha'"),
      (["Gamma", "--url", "https://u:p@d.example/feed"], 1, "credentials-in-url"),
      (["Gamma", "--url", "ftp://d.example/feed"], 1, "invalid-feed-url"),
      (["Gamma", "Alpha", "--url", "https://d.example/feed"], 64, "--url accepts one feed only"),
    ] as [([String], Int32, String)])
  func refusedAddress(arguments: [String], status: Int32, message: String) throws {
    let session = try Self.session()
    let before = try session.sqlite("SELECT feedURL FROM PublicFeed ORDER BY 1")
    let run = try session.run(["feeds", "set"] + arguments)
    #expect(run.status == status && run.err.contains(message), "\(run)")
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed ORDER BY 1") == before)
  }

  @Test(
    "a saved plan with a move, a deletion, and a collection that both concern is applied, and then nothing is to do",
    arguments: [
      #""title":"Best","feeds":["https://a2.example/feed"]"#, #""title":"Better","feeds":["https://a2.example/feed"]"#,
    ])
  func savedPlan(collection: String) throws {
    let session = try Self.session()
    let names = try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title IS NOT 'Gamma' ORDER BY 1")
    try session.write(
      """
      {"feeds":[{"feedURL":"https://a2.example/feed","formerURLs":["https://a.example/feed"],"title":"Alpha"},
      {"feedURL":"https://b.example/feed"}],
      "collections":[{"slug":"best",\(collection)}]}
      """, to: "seed/feeds.json")
    #expect(try session.run("seed", "--prune", "--plan-out", "plan.json").status == 0)
    let applied = try session.run("apply", "plan.json", "--yes")
    #expect(applied.status == 0, "\(applied)")
    #expect(try session.sqlite("SELECT ___recordID FROM PublicFeed ORDER BY 1") == names)
    #expect(try session.run("seed", "--prune").out.hasPrefix("nothing to do"))
  }

  @Test(
    "where files are the truth, a command that contradicts them says where, and needs --container-only",
    arguments: [
      (["feeds", "set", "Alpha", "--title", "A"], "seed/feeds.json:1 states the title of 'Alpha'"),
      (["feeds", "set", "Alpha", "--url", "https://d.example/feed"], "states the feedURL of 'Alpha'"),
      (["feeds", "remove", "Gamma", "--yes"], "seed/feeds.json:2 states 'Gamma'"),
      (["collections", "set", "best", "--title", "B"], "states the title of"),
    ])
  func filesAreTheTruth(arguments: [String], message: String) throws {
    let session = try Self.session("truth: files\n")
    let refused = try session.run(arguments)
    #expect(refused.status == 2 && refused.err.contains(message), "\(refused)")
    #expect(refused.err.contains("pass --container-only"))
    #expect(try session.run(arguments + ["--container-only"]).status == 0)
  }

  @Test("where files are the truth, a field that no file states can be changed")
  func unstatedField() throws {
    let session = try Self.session("truth: files\n")
    #expect(try session.run("feeds", "set", "Alpha", "--no-active").status == 0)
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite("SELECT isActive FROM PublicFeed WHERE title = 'Alpha'") == ["0"])
  }

  @Test("where the container is the truth, a seed keeps its values, says so, and never prunes")
  func containerIsTheTruth() throws {
    let session = try Self.session("truth: container\n")
    #expect(try session.run("feeds", "set", "Alpha", "--title", "A", "--no-active").status == 0)
    let seeded = try session.run("seed")
    #expect(seeded.status == 0 && seeded.err.contains("title has no effect: the container has 'A'"), "\(seeded)")
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL = 'https://a.example/feed'") == ["A"])
    let pruned = try session.run("seed", "--prune", "--yes")
    #expect(pruned.status == 2 && pruned.err.contains("truth: container"), "\(pruned)")
  }

  @Test("a file that switches a feed on again says so each time; without the key the container decides")
  func reactivation() throws {
    let session = try Self.session()
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","isActive":true}]}"#, to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    for _ in 0..<2 {
      #expect(try session.run("feeds", "set", "Alpha", "--no-active").status == 0)
      #expect(try session.run("seed").err.contains("[reactivated-feed]"))
      #expect(try session.sqlite("SELECT isActive FROM PublicFeed WHERE title = 'Alpha'") == ["1"])
    }
  }

  @Test(
    "a JSON file wins over a list, whatever the order of their names, and a value without effect is said",
    arguments: ["a.opml", "z.opml"])
  func listBesideFiles(list: String) throws {
    let session = try Self.session()
    try session.write(
      """
      <opml version="2.0"><body><outline text="Other" xmlUrl="https://a.example/feed"/>
      <outline text="Only" xmlUrl="https://only.example/feed"/></body></opml>
      """, to: "seed/\(list)")
    let first = try session.run("seed")
    #expect(first.err.contains("the JSON file applies, and a change here has no effect"), "\(first)")
    try session.write(
      """
      <opml version="2.0"><body><outline text="Renamed" xmlUrl="https://only.example/feed"/></body></opml>
      """, to: "seed/\(list)")
    let second = try session.run("seed")
    #expect(second.err.contains("title has no effect: the container has 'Only'"), "\(second)")
    #expect(
      try session.sqlite("SELECT title FROM PublicFeed ORDER BY 1") == ["Alpha", "Gamma", "Only", "b.example/feed"])
  }

  @Test("a file that states where a stored feed redirects for good states the same feed")
  func knownRedirect() async throws {
    let day = Mutex(0)
    let server = try await FeedServer.start { request in
      if request.path == "/old", day.withLock({ $0 > 0 }) { return .answer(301, [("Location", "/new")]) }
      return request.path == "/robots.txt" ? .answer(404) : .answer(200, [], ProbedFeeds.rss(extra: ""))
    }
    let session = try Session(copying: "schema")
    let host = "http://\(TestHosts.name(2)):\(server.port)"
    try session.write(ProbedFeeds.seed(["\(host)/old"]), to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    let names = try session.sqlite("SELECT ___recordID FROM PublicFeed")
    for date in 20...23 {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-\(date)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
      day.withLock { $0 += 1 }
    }
    try session.write(ProbedFeeds.seed(["\(host)/new"]), to: "seed/feeds.json")
    let seeded = try session.run("seed", "--prune", "--yes")
    #expect(seeded.status == 0 && seeded.err.contains("which redirects here for good"), "\(seeded)")
    #expect(seeded.err.contains("\"formerURLs\": [\"\(host)/old\"]"))
    #expect(try session.sqlite("SELECT ___recordID FROM PublicFeed") == names)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == ["\(host)/new"])
  }

  /// Adds articles and subscriptions to the feeds Alpha and Gamma: of Gamma's three articles Alpha has one, and of its
  /// two subscribers one subscribes to Alpha, too.
  private static func withReaders(_ session: Session) throws {
    for (title, name, guids, users) in [("Alpha", "a", ["1"], ["u1"]), ("Gamma", "c", ["1", "2", "3"], ["u1", "u2"])] {
      let feed = "(SELECT ___recordID FROM PublicFeed WHERE title = '\(title)')"
      for guid in guids {
        try session.change(
          """
          INSERT INTO PublicArticle (___recordID, ___createTime, ___modTime, ___etag, feedReference, guid, title, url, contentHash, fetchedAt, expiresAt)
          SELECT '\(name)\(guid)', 1, 1, '1', \(feed), '\(guid)', 'T\(guid)', 'https://x.example/\(guid)', 'h', 1, 2
          """)
      }
      for user in users {
        try session.change(
          """
          INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, ___createdBy, feedRecordName)
          SELECT '\(name)-\(user)', 1, 1, '1', '\(user)', \(feed)
          """)
      }
    }
    for (title, count, mean) in [("Alpha", 1, 5.0), ("Gamma", 3, 3.0)] {
      try session.change(
        """
        UPDATE FeedMetadata SET ratingCount = \(count), averageRating = \(mean)
        WHERE feedReference = (SELECT ___recordID FROM PublicFeed WHERE title = '\(title)')
        """)
    }
  }

  @Test("a merge hands over subscriptions, articles, collections, and ratings, each once, and removes the other feed")
  func merge() throws {
    let session = try Self.session()
    try Self.withReaders(session)
    // Two entries with one identifier are two articles if their addresses differ.
    try session.change(
      """
      INSERT INTO PublicArticle (___recordID, ___createTime, ___modTime, ___etag, feedReference, guid, title, url, contentHash, fetchedAt, expiresAt)
      SELECT 'c1b', 1, 1, '1', feedReference, guid, title, 'https://x.example/other', 'i', 1, 2 FROM PublicArticle WHERE ___recordID = 'c1'
      UNION ALL SELECT 'a2', 1, 1, '1', feedReference, '2', title, 'http://x.example/2', 'j', 1, 2 FROM PublicArticle WHERE ___recordID = 'a1'
      """)
    let planned = try session.run("feeds", "merge", "Alpha", "Gamma", "--dry-run")
    #expect(
      planned.status == 0
        && planned.out.contains(
          """
          1 subscription would go over
          2 articles would go over
          1 collection would go over
          1 subscription that the kept feed has already would be deleted
          2 articles that the kept feed has already would be deleted
          """),
      "\(planned)")
    #expect(try session.run("feeds", "merge", "Alpha", "Gamma").status == 2, "no terminal confirms it")
    let merged = try session.run("feeds", "merge", "Alpha", "Gamma", "--yes")
    #expect(merged.status == 0 && merged.err.contains("\"formerURLs\": [\"https://c.example/feed\"]"), "\(merged)")
    let alpha = try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'Alpha'")
    #expect(try session.sqlite("SELECT DISTINCT feedReference FROM PublicArticle") == alpha)
    #expect(try session.sqlite("SELECT guid FROM PublicArticle ORDER BY 1") == ["1", "1", "2", "3"])
    #expect(try session.sqlite("SELECT DISTINCT feedRecordName FROM FeedSubscription") == alpha)
    #expect(try session.sqlite("SELECT ___createdBy FROM FeedSubscription ORDER BY 1") == ["u1", "u2"])
    #expect(
      try session.sqlite(
        "SELECT ratingCount || ' ' || averageRating FROM FeedMetadata ORDER BY ratingCount DESC LIMIT 1") == ["4 3.5"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["2"])
    #expect(try session.run("feeds", "merge", "Alpha", "https://c.example/feed", "--yes").status == 2)
    let same = try session.run("feeds", "merge", "Alpha", "https://a.example/feed", "--yes")
    #expect(same.status == 2 && same.err.contains("both are the feed 'Alpha'"))
  }

  @Test(
    "proposals are written into the files that state the feeds; a seed then moves the feed, and nothing is left to do")
  func writtenProposals() async throws {
    let day = Mutex(0)
    let server = try await FeedServer.start { request in
      if request.path == "/gone", day.withLock({ $0 > 0 }) { return .answer(410) }
      if request.path == "/old", day.withLock({ $0 > 0 }) { return .answer(301, [("Location", "/new")]) }
      return request.path == "/robots.txt" ? .answer(404) : .answer(200, [], ProbedFeeds.rss(extra: ""))
    }
    let session = try Session()
    try session.copy("schema")
    let host = "http://\(TestHosts.name(2)):\(server.port)"
    try session.write("{\"feeds\": [{\"feedURL\": \"\(host)/old\", \"title\": \"O\"}]}\n", to: "seed/feeds.json")
    try session.write(
      "<opml version=\"2.0\"><body><outline text=\"G\" xmlUrl=\"\(host)/gone\"/></body></opml>\n", to: "seed/list.opml")
    #expect(try session.run("seed").status == 0)
    for date in 20...23 {
      let run = try session.run(Session.probe + ["--include-not-due", "--as-of", "2026-11-\(date)T12:00:00Z"])
      #expect(run.status == 0, "\(run.err)")
      day.withLock { $0 += 1 }
    }
    let kinds = ["--only", "new-url", "--only", "deactivate"]
    let written = try session.run(["health", "proposals", "--write"] + kinds)
    #expect(written.status == 0 && written.out.contains("2 of 2 proposals written"), "\(written)")
    #expect(
      try session.read("seed/feeds.json")
        == "{\"feeds\": [{\"feedURL\": \"\(host)/new\", \"title\": \"O\", \"formerURLs\": [\"\(host)/old\"]}]}\n")
    #expect(try session.read("seed/list.opml").contains("celestra:isActive=\"false\"/>"))
    #expect(try session.run("seed", "--prune", "--yes").status == 0)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed WHERE title = 'O'") == ["\(host)/new"])
    #expect(try session.sqlite("SELECT isActive FROM PublicFeed WHERE title = 'G'") == ["0"])
    let again = try session.run(["health", "proposals", "--write"] + kinds)
    #expect(again.out.contains("0 proposals"), "\(again)")
    #expect(try session.run("seed", "--prune").out.hasPrefix("nothing to do"))
  }

  @Test("an export into a folder writes each record to the file that states it, and says what the container lacks")
  func exportIntoFiles() throws {
    let session = try Self.session("truth: container\n")
    try session.write(
      #"""
      {"$schema": "./feeds.schema.json", "feeds": [{"feedURL": "https://d.example/feed", "title": "Delta"}]}
      """#, to: "seed/more.json")
    #expect(try session.run("seed").status == 0)
    #expect(try session.run("feeds", "set", "Delta", "--url", "https://d2.example/feed", "--featured").status == 0)
    #expect(try session.run("feeds", "remove", "Gamma", "--yes").status == 0)
    #expect(try session.run("feeds", "add", "https://new.example/feed", "--title", "New").status == 0)
    let run = try session.run("export", "json", "--output", "seed")
    #expect(run.status == 0 && run.err.contains("note: seed/feeds.json: 'Gamma' is not in celestra.sqlite"), "\(run)")
    let more = try session.read("seed/more.json")
    #expect(more.contains(#""formerURLs": ["https://d.example/feed"]"#) && more.contains(#""isFeatured": true"#))
    #expect(more.hasPrefix("{\n  \"$schema\": \"./feeds.schema.json\",\n"))
    let feeds = try session.read("seed/feeds.json")
    #expect(
      feeds.contains("New") && !feeds.contains("Gamma") && !feeds.contains("Delta") && !feeds.contains("isFeatured"))
    let seeded = try session.run("seed")
    #expect(seeded.out.hasPrefix("nothing to do"), "\(seeded)")
    #expect(try session.run("export", "json", "--output", "seed").status == 0)
    #expect(try session.read("seed/feeds.json") == feeds)
    #expect(try session.read("seed/more.json") == more, "a second export changes nothing")
  }
}
