import Foundation
import TestEnvironment
import Testing

@Suite("Changes of all feeds that filters match")
struct BulkEditTests {
  /// A catalog of feeds on two hosts with different dates, scores, categories, and results of probes.
  private static func session(_ configuration: String = "") throws -> Session {
    let feeds = (0..<40).map { number in
      let host = number % 3 == 0 ? "x\(number).host.example" : "f\(number).example"
      let category = number % 4 == 0 ? "" : #", "category": "news""#
      return #"{"feedURL": "https://\#(host)/feed", "title": "Feed \#(number)", "tags": ["a", "t\#(number % 5)"]"#
        + #"\#(category), "addedAt": "2026-\#(number % 2 == 0 ? "03" : "09")-01"}"#
    }
    let session = try Session(copying: "schema")
    try session.write(
      "{\"categories\": [\n{\"slug\": \"news\", \"name\": \"News\"},\n{\"slug\": \"old\", \"name\": \"Old\"}\n],\n"
        + "\"feeds\": [\n\(feeds.joined(separator: ",\n"))\n],\n\"collections\": [\n{\"slug\": \"best\", \"title\": \"Best\", "
        + "\"feeds\": [\"https://f1.example/feed\"]}\n]}\n", to: "seed/feeds.json")
    if !configuration.isEmpty { try session.write(configuration, to: ".celestra-admin.yaml") }
    #expect(try session.run("seed").status == 0)
    // Every fifth feed fails, every seventh has a score.
    try session.change(
      """
      UPDATE FeedMetadata SET totalAttempts = 10, successfulAttempts = 10, failureCount = 0;
      UPDATE FeedMetadata SET failureCount = 6, successfulAttempts = 4, lastFailureReason = 'dns: no such host',
        lastFetchSuccess = 1780272000000
        WHERE feedReference IN (SELECT ___recordID FROM PublicFeed WHERE CAST(substr(title, 6) AS INT) % 5 = 0);
      UPDATE PublicFeed SET qualityScore = CAST(substr(title, 6) AS INT) WHERE CAST(substr(title, 6) AS INT) % 7 = 0;
      """)
    return session
  }

  private struct Listed: Decodable {
    struct Item: Decodable { let title: String? }
    let items: [Item]
  }

  private static func titles(_ session: Session, _ arguments: [String]) throws -> [String] {
    let run = try session.run(arguments + ["--format", "json"])
    #expect(run.status == 0, "\(run)")
    return try JSONDecoder().decode(Listed.self, from: Data(run.out.utf8)).items.compactMap(\.title).sorted()
  }

  /// Returns the titles of a collection's feeds after a planned change.
  private static func members(_ output: String, _ session: Session) throws -> [String] {
    struct Edited: Decodable {
      struct Item: Decodable {
        struct Change: Decodable {
          let field: String
          let new: Names
        }
        let changes: [Change]
      }
      /// The names of a list; empty for any other value.
      struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws { names = (try? [String](from: decoder)) ?? [] }
      }
      let items: [Item]
    }
    let changes = try JSONDecoder().decode(Edited.self, from: Data(output.utf8)).items.flatMap(\.changes)
    let rows = try session.sqlite("SELECT ___recordID || ' ' || title FROM PublicFeed").map {
      $0.split(separator: " ", maxSplits: 1)
    }
    let titles = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], String($0[1])) })
    return changes.filter { $0.field == "feeds" }.flatMap(\.new.names).map { titles[$0[...]] ?? $0 }
  }

  static let filters: [(filter: [String], expected: @Sendable (Int) -> Bool)] = [
    (["--level", "critical"], { $0 % 5 == 0 }), (["--level", "healthy"], { $0 % 5 != 0 }),
    (["--verdict", "dns"], { $0 % 5 == 0 }), (["--down-since", "2026-07-01"], { $0 % 5 == 0 }),
    (["--down-since", "2026-05-01"], { _ in false }), (["--host", "host.example"], { $0 % 3 == 0 }),
    (["--added-since", "2026-09-01"], { $0 % 2 == 1 }), (["--without-category"], { $0 % 4 == 0 }),
    (["--score-below", "20"], { $0 % 7 == 0 && $0 < 20 }),
    (["--level", "critical", "--host", "host.example", "--without-category"], { $0 % 60 == 0 }),
  ]

  @Test("what a filter lists is what a plan changes, removes, and adds to a collection")
  func model() throws {
    let session = try Self.session()
    for (filter, expected) in Self.filters {
      let matches = (0..<40).filter(expected).map { "Feed \($0)" }.sorted()
      #expect(try Self.titles(session, ["feeds", "list", "--limit", "0"] + filter) == matches, "\(filter)")
      if matches.isEmpty { continue }
      #expect(
        try Self.titles(session, ["feeds", "set", "--language", "eo", "--dry-run"] + filter) == matches, "\(filter)")
      let removed = try session.run(
        ["feeds", "remove", "--dry-run", "--max-delete", "100%", "--format", "json"] + filter)
      struct Removed: Decodable {
        struct Item: Decodable { let title, recordType, action: String? }
        let items: [Item]
      }
      let items = try JSONDecoder().decode(Removed.self, from: Data(removed.out.utf8)).items
      #expect(
        items.filter { $0.recordType == "PublicFeed" && $0.action == "delete" }.compactMap(\.title).sorted() == matches)
      let added = try session.run(
        ["collections", "set", "best", "--add-where", "--dry-run", "--format", "json"] + filter)
      #expect(added.status == 0, "\(added)")
      let members = try Self.members(added.out, session)
      #expect(members.first == "Feed 1", "what the collection has stays, and stays first")
      #expect(Set(members) == Set(matches + ["Feed 1"]) && members.count == Set(members).count, "\(filter)")
    }
  }

  @Test("a change of all is confirmed, and names and filters exclude each other")
  func confirmation() throws {
    let session = try Self.session()
    let set = ["feeds", "set", "--level", "critical", "--no-active"]
    #expect(try session.run(set).status == 2, "no terminal confirms it")
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["0"])
    #expect(try session.run(set + ["--yes"]).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE isActive = 0") == ["8"])
    for arguments in [["feeds", "set", "Feed 1", "--level", "critical", "--featured"], ["feeds", "remove"]] {
      let run = try session.run(arguments)
      #expect(run.status == 64 && run.err.contains("filter"), "\(run)")
    }
    let many = try session.run("feeds", "remove", "--level", "healthy", "--yes")
    #expect(many.status == 1 && many.err.contains("the limit is 10"), "\(many)")
  }

  @Test("where a list fills empty fields only, moving its feeds says that the container needs it, too")
  func movedByCategory() throws {
    let session = try Self.session("truth: files\n")
    try session.write(
      "<opml version='2.0'><body><outline text='Old'><outline text='L' xmlUrl='https://l.example/feed'/></outline></body></opml>\n",
      to: "seed/list.opml")
    #expect(try session.run("seed").status == 0)
    let merged = try session.run("categories", "merge", "news", "old", "--dry-run")
    #expect(merged.out.contains("1 record in lists, which fill empty fields only"), "\(merged)")
  }

  @Test("where files are the truth, the files are edited, and a seed does the same as the command would")
  func files() throws {
    let changed = try Self.session("truth: files\n")
    let container = try Self.session()
    let before = try changed.read("seed/feeds.json")
    for arguments in [
      ["feeds", "set", "--level", "critical", "--language", "eo"], ["tags", "rename", "t1", "t9"],
      ["tags", "remove", "t2"],
      ["categories", "merge", "old", "news"], ["collections", "set", "best", "--add-where", "--score-below", "20"],
      ["feeds", "remove", "--host", "host.example", "--max-delete", "20"],
    ] {
      let run = try changed.run(arguments)
      let removes = ["merge", "remove"].contains(arguments[1]) && arguments[0] != "tags"
      let next = removes ? "'seed --prune', which also deletes what was removed\n" : "'seed'\n"
      #expect(run.status == 0 && run.out.contains("review seed/feeds.json, then run \(next)"), "\(run)")
      #expect(try container.run(arguments + ["--yes"]).status == 0)
    }
    // A category that feeds are in when a run begins is deleted by the next one.
    for _ in 0..<2 {
      let seeded = try changed.run("seed", "--prune", "--yes", "--max-delete", "20")
      #expect(seeded.status == 0, "\(seeded)")
    }
    for sql in [
      "SELECT title || coalesce(language, '-') || tags || coalesce(category, '-') FROM PublicFeed ORDER BY title",
      "SELECT slug FROM FeedCategory ORDER BY 1", "SELECT feeds FROM FeedCollection",
    ] {
      #expect(try changed.sqlite(sql) == container.sqlite(sql))
    }
    let after = try changed.read("seed/feeds.json")
    #expect(after.hasPrefix("{\"categories\": [\n{\"slug\": \"old\", \"name\": \"Old\"}\n],\n"))
    #expect(before.split(separator: "\n").count - after.split(separator: "\n").count == 15)
  }

  @Test("a change of one feed that no file states is noted, since a new container would lack it")
  func unstated() throws {
    let session = try Self.session("truth: files\n")
    let run = try session.run("feeds", "set", "Feed 1", "--no-active")
    #expect(
      run.status == 0 && run.err.contains("note: the seed files are the truth, and do not state this change"), "\(run)")
    #expect(try session.run("export", "json", "--output", "seed").status == 0)
    #expect(try session.read("seed/feeds.json").contains("\"isActive\": false"))
    #expect(try Self.session().run("feeds", "set", "Feed 1", "--no-active").err == "")
  }

  @Test("--down-since a day has the feeds that went down on it")
  func downSinceDay() throws {
    let session = try Self.session()
    // 2026-10-31T12:00:00Z
    try session.change("UPDATE FeedMetadata SET failureCount = 9, lastFetchSuccess = 1793448000000")
    for (date, isListed) in [("2026-10-30", false), ("2026-10-31", true), ("2026-10-31T11:59:59Z", false)] {
      let run = try session.run("feeds", "list", "--down-since", date, "--limit", "1", "--format", "csv")
      #expect(run.out.contains("Feed ") == isListed, "\(date): \(run)")
    }
    for (asOf, isListed) in [("2026-11-30T11:59:59Z", false), ("2026-11-30T12:00:00Z", true)] {
      let run = try session.run(
        "feeds", "list", "--down-since", "30d", "--as-of", asOf, "--limit", "1", "--format", "csv")
      #expect(run.out.contains("Feed ") == isListed, "\(asOf): \(run)")
    }
  }

  @Test("a title that is to change is named as it is before")
  func formerTitle() throws {
    let session = try Self.session("truth: files\n")
    let run = try session.run("feeds", "set", "Feed 1", "--title", "One")
    #expect(run.status == 2 && run.err.contains("states the title of 'Feed 1'\n"), "\(run)")
  }

  @Test("a command whose filters match no feed says so", arguments: ["", "truth: files\n"])
  func noMatch(configuration: String) throws {
    let session = try Self.session(configuration)
    for arguments in [["set", "--host", "no.example", "--language", "eo"], ["remove", "--host", "no.example"]] {
      let run = try session.run(["feeds"] + arguments)
      #expect(run.status == 0 && run.out == "no feeds match\n", "\(run)")
    }
  }

  @Test(
    "a filter says what it accepts",
    arguments: [
      ("--verdict", "nonsense", "use one of ok, not-modified"),
      ("--down-since", "yesterday", "use a date, such as 2026"),
      ("--added-since", "x", "use a date, such as 2026"), ("--score-below", "abc", "use a whole number from 0 to 100"),
    ])
  func accepted(option: String, value: String, message: String) throws {
    let run = try Self.session().run("feeds", "list", option, value)
    #expect(run.status == 64 && run.err.contains(message), "\(run)")
  }

  @Test("a list fills empty fields only, so a change of its feeds is one of the container, too")
  func lists() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    try session.write(
      #"<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/feed" category="old,x"/></body></opml>"#,
      to: "seed/list.opml")
    #expect(try session.run("seed").status == 0)
    let set = try session.run("feeds", "set", "A", "--title", "B")
    #expect(set.status == 2 && set.err.contains("change them, and run the command with --container-only"), "\(set)")
    let renamed = try session.run("tags", "rename", "old", "new")
    #expect(
      renamed.out.contains(
        "1 record in lists, which fill empty fields only: run the command with --container-only, too"), "\(renamed)")
    #expect(try session.run("seed").err.contains("tags has no effect: the container has another value [kept-value]"))
    #expect(try session.run("tags", "rename", "old", "new", "--container-only", "--yes").status == 0)
    let seeded = try session.run("seed")
    #expect(seeded.out.contains("nothing to do") && !seeded.err.contains("kept-value"), "\(seeded)")
    #expect(try session.run("tags", "list", "--format", "csv").out == "tag,feeds\r\nnew,1\r\nx,1\r\n")
  }

  @Test("a dry run shows a removal that exceeds the limit, and then says so", arguments: ["", "truth: files\n"])
  func overLimit(configuration: String) throws {
    let session = try Self.session(configuration)
    let run = try session.run("feeds", "remove", "--host", "example", "--dry-run")
    #expect(run.status == 1 && run.out.contains("Feed 1") && run.err.contains("the limit is 10%"), "\(run)")
    let saved = try session.run("feeds", "remove", "--host", "example", "--plan-out", "plan.json")
    #expect(saved.status == 1 && saved.err.contains("the limit is 10%"), "\(saved)")
    #expect(!FileManager.default.fileExists(atPath: session.path("plan.json")))
  }

  @Test("tags are listed by number, and an unknown one is refused")
  func tags() throws {
    let session = try Self.session()
    #expect(try session.run("tags", "list", "--format", "csv").out.hasPrefix("tag,feeds\r\na,40\r\nt0,8\r\n"))
    let unknown = try session.run("tags", "remove", "t")
    #expect(unknown.status == 2 && unknown.err.contains("t"), "\(unknown)")
    #expect(try session.run("tags", "rename", "T1", "a", "--yes").status == 0)
    #expect(try session.run("tags", "list", "--format", "csv").out.hasPrefix("tag,feeds\r\na,40\r\nt0,8\r\nt2,8"))
  }

  @Test("tags are listed, renamed, and removed in a layout without an index of tags")
  func kitTags() throws {
    let feeds = [("a", #"["x","y"]"#), ("b", #"["x"]"#)].map { name, tags in
      #"{"feedURL":"https://\#(name).example/feed","title":"\#(name)","tags":\#(tags)}"#
    }
    let session = try Session.seeded(
      "{\"feeds\":[\(feeds.joined(separator: ","))]}", "--schema", "schema/celestrakit.ckdb")
    for format in ["csv", "opml"] {
      let list = try session.run("feeds", "list", "--tag", "y", "--limit", "1", "--format", format).out
      #expect(list.contains("a.example") && !list.contains("b.example"), "\(list)")
    }
    #expect(try session.run("tags", "rename", "x", "z", "--yes").status == 0)
    #expect(try session.run("tags", "remove", "y", "--yes").status == 0)
    #expect(try session.run("tags", "list", "--format", "csv").out == "tag,feeds\r\nz,2\r\n")
  }

  @Test("a feed is removed from all files that state it, and from none if one of them cannot be read")
  func removedFromAllFiles() throws {
    let session = try Self.session("truth: files\n")
    try session.write("https://f1.example/feed One\nhttps://z.example/feed Z\n", to: "seed/more.txt")
    let remove = ["feeds", "remove", "--host", "f1.example"]
    try session.write("{", to: "seed/broken.json")
    let refused = try session.run(remove + ["--yes"])
    #expect(refused.out.contains("what seed/broken.json states is unknown: "), "\(refused)")
    #expect(try session.read("seed/more.txt").contains("f1.example"))
    try session.write("{}", to: "seed/broken.json")
    let run = try session.run(remove + ["--yes"])
    #expect(run.status == 0 && run.out.contains("seed/more.txt"), "\(run)")
    #expect(try session.read("seed/more.txt") == "https://z.example/feed Z\n")
    #expect(try !session.read("seed/feeds.json").contains("f1.example"))
  }
}
