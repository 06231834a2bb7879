import Foundation
import Testing

@Suite("celestra-admin seed --prune")
struct SeedPruneTests {
  /// A container with two feeds in a collection; the folder no longer has the second feed and its category.
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"old","name":"Old"},{"slug":"used","name":"Used"}]}"#,
      to: "seed/c.json")
    try session.write(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"used"},
      {"feedURL":"https://b.example/feed","title":"B","category":"old"}]}
      """, to: "seed/f.json")
    try session.write(
      #"{"collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed","https://b.example/feed"]}]}"#,
      to: "k.json")
    #expect(try session.run("seed", "seed", "k.json", "--as-of", "2026-11-21").status == 0)
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'B'").first)
    for number in 0..<3 {
      try session.change(
        """
        INSERT INTO FeedSubscription (___recordID, ___etag, ___createTime, ___modTime, feedRecordName)
        VALUES ('s\(number)', 's\(number)', 0, 0, '\(name)')
        """)
    }
    try session.write(#"{"categories":[{"slug":"general","name":"General"}]}"#, to: "seed/c.json")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, to: "seed/f.json")
    return session
  }

  @Test("records absent from the folder are shown in the plan and deleted only with --prune")
  func shown() throws {
    let session = try Self.session()
    #expect(
      try session.run("seed", "--dry-run").out == """
        orphaned   feed B
        orphaned   category Old
        orphaned   category Used: remaining feeds or categories belong to it
        nothing to do: celestra.sqlite already matches, 3 unchanged
        celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
        categories             0        0          1          0        0       0
        feeds                  0        0          1          0        0       0
        metadata               0        0          1          0        0       0
        orphaned: 2 records that the seed files do not state; --prune deletes them
        dry run: nothing was written

        """)
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }

  @Test("without a terminal the deletions are reported, and nothing is written")
  func refused() throws {
    let session = try Self.session()
    let run = try session.run("seed", "--prune")
    #expect(
      run
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:
            3 subscribers would lose their feed; the subscriptions stay
            1 metadata record would be deleted with the feeds
            1 collection would lose feeds: 'Best'
            delete 1 category, 1 feed from celestra.sqlite?

            """))
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }

  @Test(
    "with --yes a feed is deleted with its metadata and removed from collections, subscriptions stay, and a second run changes nothing"
  )
  func pruned() throws {
    let session = try Self.session()
    let run = try session.run("seed", "--prune", "--yes")
    #expect(run.status == 0)
    #expect(run.out.hasSuffix("3 records deleted\n"))
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == ["A"])
    #expect(try session.sqlite("SELECT ___recordID FROM FeedCategory ORDER BY 1") == ["general", "used"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["1"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedSubscription") == ["3"])
    #expect(try session.run("audit", "--ignore", "orphaned-subscriptions").status == 0)
    #expect(try session.run("seed", "--prune").out.contains("nothing to do"))
  }

  @Test("a plan with deletions can be written and applied")
  func planned() throws {
    let session = try Self.session()
    #expect(try session.run("seed", "--prune", "--plan-out", "p.json").status == 0)
    #expect(try session.run("apply", "p.json").status == 2)
    #expect(
      try session.run("apply", "p.json", "--yes").out
        .hasSuffix("\ncelestra.sqlite: 1 updated, 3 deleted\n"))
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == ["A"])
  }

  @Test("feeds of a collection in the folder stay")
  func mentioned() throws {
    let session = try Self.session()
    try session.write(try session.read("k.json"), to: "seed/k.json")
    #expect(
      try session.run("seed", "--prune", "--dry-run").out.hasPrefix(
        "kept       feed B: a collection in the seed files contains it\n"))
  }

  @Test(
    "a feed stays if its address is in a part of a list that states no feed",
    arguments: [
      ("l.opml", list(3).replacing("<outline text='2'", with: "<outine text='2'"), 4),
      ("l.opml", list(3).replacing("text='2' xmlUrl", with: "text='2' xmlUri"), 4),
      ("l.opml", list(2).replacing("<body>", with: "<body><outine xmlUrl='https:&#47;/2.example/feed'/>"), 1),
      ("l.txt", "- [0](https://0.example/feed)\n- [1](https://1.example/feed)\n[2](http://www.2.example/feed/)", 3),
      ("l.txt", "https://0.example/feed\nhttps://1.example/feed\n# not yet: https://2.example/feed\n", 3),
      (
        "l.txt", "- [0](https://0.example/feed)\n- [1](https://1.example/feed)\n\n2 is at **https://2.example/feed**.",
        4
      ),
      ("l.txt", "https://0.example/feed\nhttps://1.example/feed https://2.example/feed\n", 2),
      ("l.txt", "https://0.example/feed\nhttps://1.example/feed\n# 2 (2.example/feed)\n", 3),
      ("l.csv", "url,title\nhttps://0.example/feed,0\nhttps://1.example/feed,1\nhttps://2.example/feed;2,\n", 4),
      ("l.txt", "https://0.example/feed\nhttps://1.example/feed\n# “https://2.example/feed”\n", 3),
      ("l.txt", "https://0.example/feed\nhttps://1.example/feed\n# url=https://2.example/feed\n", 3),
      ("l.txt", "https://0.example/feed\n# https://1.example/feed\u{3000}https://2.example/feed\n", 2),
      ("l.opml", list(2).replacing("<body>", with: "<body><outline note='url:https://2.example/feed'/>"), 1),
      ("notes.md", "2 is at https://2.example/feed", 1), ("more/l.opml", list(3), 4),
      ("l.opml", list(2).replacing("<body>", with: "<body><!-- https://2.example/feeds -->"), nil),
    ])
  func unread(name: String, text: String, line: Int?) throws {
    let session = try Session(copying: "schema")
    let categories = #"{"categories":[{"slug":"general","name":"General"},{"slug":"old","name":"Old"}]}"#
    try session.write(categories, to: "seed/c.json")
    try session.write(Self.list(3), to: "seed/l.opml")
    try session.write(
      #"{"feeds":[{"feedURL":"https://2.example/feed","title":"2","category":"old"}]}"#, to: "seed/f.json")
    #expect(try session.run("seed").status == 0)
    for file in ["l.opml", "f.json"] { try FileManager.default.removeItem(atPath: session.path("seed/\(file)")) }
    try session.write(categories.replacing(#",{"slug":"old","name":"Old"}"#, with: ""), to: "seed/c.json")
    if !["l.opml", "l.txt", "l.csv"].contains(name) { try session.write(Self.list(2), to: "seed/l.opml") }
    try session.write(text, to: "seed/\(name)")
    let run = try session.run("seed", "--prune", "--yes")
    #expect(run.status == 0)
    let kept = "kept       feed 2: its address is at seed/\(name):\(line ?? 0), in a part that states no feed\n"
    #expect(run.out.contains(kept) == (line != nil), "\(run)")
    #expect(
      try session.sqlite("SELECT count(*) FROM PublicFeed WHERE feedURL = 'https://2.example/feed'")
        == [line == nil ? "0" : "1"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedCategory") == [line == nil ? "1" : "2"])
  }

  @Test("a folder without records of a type deletes none of that type")
  func silent() throws {
    let session = try Self.session()
    try FileManager.default.removeItem(atPath: session.path("seed/f.json"))
    #expect(!(try session.run("seed", "--prune", "--dry-run").out.contains("feed B")))
  }

  @Test("a feed that changes while its removal waits keeps its metadata")
  func changed() throws {
    let session = try Self.session()
    #expect(try session.run("seed", "--prune", "--plan-out", "p.json", "--yes").status == 0)
    #expect(try session.run("feeds", "set", "https://b.example/feed", "--title", "New", "--yes").status == 0)
    let run = try session.run("apply", "p.json", "--yes")
    #expect(run.status == 1, "\(run)")
    #expect(try session.sqlite("SELECT title FROM PublicFeed ORDER BY 1") == ["A", "New"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["2"])
  }

  /// An OPML list of numbered feeds.
  private static func list(_ count: Int) -> String {
    let feeds = (0..<count).map { "<outline text='\($0)' xmlUrl='https://\($0).example/feed'/>\n" }
    return "<opml version='2.0'><body>\n\(feeds.joined())</body></opml>\n"
  }

  @Test(
    "nothing is deleted if a list was not read completely",
    arguments: [
      ("list.opml", String(list(40).utf8.prefix(1200)) ?? "", "salvaged"),
      ("list.txt", "https://0.example/feed\nhtps://1.example/feed\n", "invalid-feed-url"),
      ("list.txt", "- [0](https://0.example/feed)\n- [1](htps://1.example/feed)\n", "invalid-feed-url"),
      ("list.csv", "url,title\nhttps://0.example/feed,0\n,1\n", "rows-without-feed"),
      (
        "list.opml",
        "<opml><body><outline text='0' xmlUrl='https://0.example/feed'/><outline type='rss' text='1'/></body></opml>",
        "opml-missing-url"
      ),
      ("list.csv", "url,title\nhttps://0.example/feed,0\nhttps://1.example/feed;1\n", "csv-ragged-row"),
      ("list.txt", "\u{1}\u{2}", "not a seed file"),
      ("list.opml", list(40).replacing("'https://1.example/feed'", with: "“https://1.example/feed”"), "repaired-quote"),
      ("list.opml", list(40).replacing("1.example/feed'/>", with: "1.example/feed' '/>"), "repaired-quote"),
      ("list.csv", "url,title\nhttps://0.example/feed,0\n“https://1.example/feed”,“1”\n", "invalid-feed-url"),
    ])
  func partial(name: String, text: String, reason: String) throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"feeds":[{"feedURL":"https://x.example/feed"}]}"#, to: "seed/mine.json")
    try session.write(Self.list(40), to: "seed/list.opml")
    #expect(try session.run("seed").status == 0)
    try FileManager.default.removeItem(atPath: session.path("seed/list.opml"))
    try session.write(text, to: "seed/\(name)")
    for options in [
      ["--prune", "--yes"], ["--prune", "--yes", "--max-delete", "100%"], ["--prune", "--plan-out", "p"],
    ] {
      let run = try session.run(["seed"] + options)
      #expect(run.status == 1)
      #expect(run.err.contains(reason) && run.err.contains("[prune-partial-file]"), "\(run)")
      #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["41"])
    }
    #expect(!FileManager.default.fileExists(atPath: session.path("p")))
  }

  @Test("more than 10% of the records are deleted only with --max-delete, by seed, apply and feeds remove")
  func limit() throws {
    let session = try Session(copying: "schema")
    try session.write(Self.list(40), to: "seed/list.opml")
    #expect(try session.run("seed").status == 0)
    try session.write(Self.list(28), to: "seed/list.opml")
    let refusal = """
      celestra-admin: error: cannot delete 12 of 40 FeedMetadata records of celestra.sqlite: the limit is 10%; check the \
      plan with --dry-run, then pass --max-delete 12
      nothing was written

      """
    let names = (28..<40).map { "https://\($0).example/feed" }
    for command in [
      ["seed", "--prune", "--yes"], ["seed", "--prune", "--plan-out", "p.json"], ["feeds", "remove", "--yes"] + names,
    ] {
      #expect(try session.run(command) == Session.Transcript(status: 1, out: "", err: refusal), "\(command)")
    }
    let dry = try session.run("seed", "--prune", "--dry-run")
    #expect(dry.status == 1 && dry.out.hasPrefix("delete     feed ") && dry.err == refusal)
    #expect(try session.run("seed", "--prune", "--max-delete", "11", "--yes").status == 1)
    #expect(try session.run("seed", "--prune", "--plan-out", "p.json", "--max-delete", "30%").status == 0)
    #expect(try session.run("apply", "p.json", "--yes") == Session.Transcript(status: 1, out: "", err: refusal))
    #expect(try session.run("apply", "p.json", "--yes", "--max-delete", "12").status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["28"])
    #expect(try session.run("seed", "--prune", "--max-delete", "many").status == 64)
  }

  @Test(
    "--prune with single files is a usage error",
    arguments: [["seed", "seed/f.json"], ["seed", "seed", "seed/f.json"], ["seed", "feeds", "seed/f.json"]])
  func files(arguments: [String]) throws {
    let session = try Self.session()
    #expect(try session.run(arguments + ["--prune", "--yes"]).status == 64)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }

  @Test("where the container is the truth, what only it has is no orphan, since --prune is refused")
  func containerTruth() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\n", to: ".celestra-admin.yaml")
    try session.write("https://a.example/feed\n", to: "seed/list.txt")
    #expect(try session.run("seed").status == 0)
    #expect(try session.run("feeds", "add", "https://b.example/feed").status == 0)
    let seed = try session.run("seed")
    #expect(seed.out.hasPrefix("nothing to do") && !seed.out.contains("--prune"), "\(seed)")
  }
}
