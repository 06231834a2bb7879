import Foundation
import Testing

@Suite("celestra-admin seed --prune")
struct SeedPruneTests {
  /// A container with two feeds in a collection; the folder no longer has the second feed and its category.
  private static func session() throws -> Session {
    let session = try Session()
    try session.copy("schema")
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
        orphaned   category Used: feeds or categories that stay are in it
        nothing to do: celestra.sqlite is as the seed files want it (1 categories, 1 feeds, 1 metadata)
        celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
        categories             0        0          1          0        0       0
        feeds                  0        0          1          0        0       0
        metadata               0        0          1          0        0       0
        file         read  new  updated  unchanged  duplicate  repaired  skipped  failed
        seed/c.json     1    0        0          1          0         0        0       0
        seed/f.json     1    0        0          1          0         0        0       0
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
    #expect(try session.run("seed", "--prune").out.hasPrefix("nothing to do"))
  }

  @Test("a plan with deletions can be written and applied")
  func planned() throws {
    let session = try Self.session()
    #expect(try session.run("seed", "--prune", "--plan-out", "p.json").status == 0)
    #expect(try session.run("apply", "p.json").status == 2)
    #expect(
      try session.run("apply", "p.json", "--yes").out
        == "celestra.sqlite: 0 created, 1 updated, 3 deleted, 0 failed\n")
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == ["A"])
  }

  @Test("feeds of a collection in the folder stay")
  func mentioned() throws {
    let session = try Self.session()
    try session.write(try String(contentsOfFile: session.path("k.json"), encoding: .utf8), to: "seed/k.json")
    #expect(
      try session.run("seed", "--prune", "--dry-run").out.hasPrefix(
        "orphaned   feed B: a collection of the seed files has it\n"))
  }

  @Test("a folder without records of a type deletes none of that type")
  func silent() throws {
    let session = try Self.session()
    try FileManager.default.removeItem(atPath: session.path("seed/f.json"))
    #expect(!(try session.run("seed", "--prune", "--dry-run").out.contains("feed B")))
  }

  @Test(
    "--prune with single files is a usage error",
    arguments: [["seed", "seed/f.json"], ["seed", "seed", "seed/f.json"], ["seed", "feeds", "seed/f.json"]])
  func files(arguments: [String]) throws {
    let session = try Self.session()
    #expect(try session.run(arguments + ["--prune", "--yes"]).status == 64)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }
}
