import Foundation
import Testing

@Suite("celestra-admin seed --plan-out and apply")
struct ApplyCommandTests {
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(#"{"categories":[{"slug":"general","name":"General"}]}"#, to: "c.json")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A","tags":["x"]}]}"#, to: "f.json")
    return session
  }

  @Test("a plan file is readable; applying it equals the seed, and applying it again changes nothing")
  func roundTrip() throws {
    let session = try Self.session()
    let run = try session.run("seed", "c.json", "f.json", "--plan-out", "p.json", "--as-of", "2026-11-21")
    #expect(run.status == 0)
    #expect(run.err == "3 changes written to p.json; run 'celestra-admin apply p.json' to apply the plan\n")
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
    let plan = try session.read("p.json")
    #expect(
      plan == """
        {
          "planVersion": 1,
          "container": "celestra.sqlite",
          "layout": "publicCatalog",
          "asOf": "2026-11-21T00:00:00Z",
          "changes": [
            {"action":"create","fields":{"name":{"type":"STRING","value":"General"},"slug":{"type":"STRING",\
        "value":"general"}},"recordName":"general","recordType":"FeedCategory","title":"General"},
            {"action":"create","fields":{"addedAt":{"type":"TIMESTAMP","value":1795219200000},"category":{"type":\
        "REFERENCE","value":{"action":"NONE","recordName":"general"}},"feedURL":{"type":"STRING","value":\
        "https://a.example/feed"},"isFeatured":{"type":"INT64","value":0},"isVerified":{"type":"INT64","value":0},\
        "tags":{"type":"STRING_LIST","value":["x"]},"title":{"type":"STRING","value":"A"}},"recordName":\
        "\(try Self.name(in: plan, ofType: "PublicFeed"))","recordType":"PublicFeed","title":"A"},
            {"action":"create","fields":{"feedReference":{"type":"REFERENCE","value":{"action":"NONE","recordName":\
        "\(try Self.name(in: plan, ofType: "PublicFeed"))"}}},"recordName":\
        "\(try Self.name(in: plan, ofType: "FeedMetadata"))","recordType":"FeedMetadata","title":"A"}
          ]
        }

        """)
    #expect(
      try session.run("apply", "p.json", "--dry-run").out == """
        create     FeedCategory General
        create     PublicFeed A
        create     FeedMetadata A
        3 changes
        dry run: nothing was written

        """)
    #expect(
      try session.run("apply", "p.json").out == """
        create     FeedCategory General
        create     PublicFeed A
        create     FeedMetadata A
        celestra.sqlite: 3 created

        """)
    #expect(
      try session.run("apply", "p.json").out
        == "nothing to do: celestra.sqlite already matches, 3 unchanged\n")
    #expect(try session.run("seed", "c.json", "f.json").out.hasPrefix("nothing to do"))
  }

  private static func name(in plan: String, ofType type: String) throws -> String {
    let line = try #require(plan.split(separator: "\n").first { $0.contains("\"recordType\":\"\(type)\"") })
    let after = try #require(line.range(of: "\"recordName\":\"", options: .backwards))
    return String(line[after.upperBound...].prefix { $0 != "\"" })
  }

  @Test("a changed container is refused with the differing records, and nothing is written")
  func moved() throws {
    let session = try Self.session()
    try session.run("seed", "c.json", "f.json")
    try session.write(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A+"},{"feedURL":"https://b.example/feed","title":"B"}]}
      """, to: "f.json")
    try session.run("seed", "f.json", "--plan-out", "p.json")
    try session.run("feeds", "set", "A", "--title", "Other")
    let run = try session.run("apply", "p.json")
    #expect(
      run
        == Session.Transcript(
          status: 1,
          out: """
            conflict   PublicFeed A+: the record was changed after the plan was written
                         title: "A" → "A+"
            celestra.sqlite has changed since p.json was written: 1 record differs; nothing was written, create the plan again

            """, err: ""))
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == ["Other"])
    try session.run("seed", "f.json", "--plan-out", "p.json")
    // Fields that the plan does not change, such as those of jobs, are no conflict.
    try session.run("feeds", "set", "Other", "--language", "en")
    #expect(try session.run("apply", "p.json").status == 0)
    #expect(try session.sqlite("SELECT language FROM PublicFeed WHERE title = 'A+'") == ["en"])
    // A deletion may have been for what has changed.
    #expect(try session.run("feeds", "remove", "A+", "--plan-out", "d.json").status == 0)
    try session.change("UPDATE PublicFeed SET qualityScore = 5, ___etag = 'job' WHERE title = 'A+'")
    #expect(try session.run("apply", "d.json", "--yes").status == 1)
    try session.run("seed", "f.json", "--plan-out", "p.json")
    try session.run("feeds", "set", "A+", "--title", "A")
    try session.run("seed", "f.json", "--plan-out", "p.json")
    try session.run("feeds", "remove", "A", "--yes")
    #expect(try session.run("apply", "p.json").out.hasPrefix("conflict   PublicFeed A+: the record was deleted after"))
  }

  @Test("an edited plan that makes a category its own parent, or refers to a missing one, is refused")
  func references() throws {
    let session = try Self.session()
    try session.write(
      """
      {"categories":[{"slug":"a","name":"A"},{"slug":"b","name":"B","parentCategory":"a"}],
      "feeds":[{"feedURL":"https://b.example/feed","category":"a"}]}
      """, to: "c.json")
    try session.run("seed", "c.json", "--plan-out", "p.json")
    let plan = try session.contents("p.json")
    let reference = #"y":{"type":"REFERENCE","value":{"action":"NONE","recordName":""#
    for (field, target, reason) in [
      ("parentCategor", "b", "FeedCategory B: the category would be its own ancestor"),
      ("categor", "gone", "it refers to the record 'gone', which does not exist"),
    ] {
      let edited = plan.replacing("\"\(field)\(reference)a", with: "\"\(field)\(reference)\(target)")
      #expect(edited != plan)
      try session.write(edited, to: "p.json")
      let run = try session.run("apply", "p.json")
      #expect(run.status == 1 && run.out.contains(reason) && run.out.contains("nothing was written"), "\(run)")
    }
  }

  @Test("what CloudKit deletes with a record counts for the limit, and is named")
  func cascade() throws {
    let session = try RecordsCommandTests.session()
    try session.change("UPDATE Book SET \"author:action\" = 'DELETE_SELF'")
    let remove = ["records", "remove", "leguin", "--plan-out", "p.json"]
    let refused = try session.run(remove + ["--max-delete", "1"])
    #expect(refused.status == 1 && refused.err.contains("cannot delete 2 of 2 Book records"), "\(refused)")
    let saved = try session.run(remove)
    #expect(saved.status == 0 && saved.err.contains("2 Book records that refer to them are deleted too"), "\(saved)")
    let applied = try session.run("apply", "p.json", "--yes", "--max-delete", "1")
    #expect(applied.status == 1 && applied.err.contains("cannot delete 2 of 2 Book records"), "\(applied)")
    #expect(try session.run("apply", "p.json", "--yes").status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM Author") == ["0"])
  }

  @Test("a plan is refused once it would delete records along that no one has seen in it")
  func laterCascade() throws {
    let session = try RecordsCommandTests.session()
    try session.run("records", "remove", "leguin", "--plan-out", "p.json")
    try session.change("UPDATE Book SET \"author:action\" = 'DELETE_SELF' WHERE ___recordID = 'earthsea'")
    let run = try session.run("apply", "p.json", "--yes")
    let reason = "it came since, and would be deleted with a record that it refers to"
    #expect(run.status == 1 && run.out.hasPrefix("conflict   Book earthsea: \(reason)\n"), "\(run)")
    #expect(try session.sqlite("SELECT count(*) FROM Author") == ["1"])
    #expect(try session.sqlite("SELECT count(*) FROM Book") == ["2"])
  }

  @Test("a half applied plan is finished")
  func finished() throws {
    let session = try Self.session()
    try session.run("seed", "c.json", "f.json", "--plan-out", "p.json")
    try session.run("seed", "c.json")
    #expect(
      try session.run("apply", "p.json").out
        .hasSuffix("\ncelestra.sqlite: 2 created, 1 unchanged\n"))
  }

  @Test("a plan goes to the container it was written for, and to no other")
  func container() throws {
    let session = try Self.session()
    try session.run("seed", "c.json", "f.json", "--container", "mine.sqlite", "--plan-out", "p.json")
    let other = try session.run("apply", "p.json", "--container", "celestra.sqlite")
    #expect(
      other
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: p.json is a plan for mine.sqlite; run the command without --container, or create a plan for the \
            other container

            """))
    #expect(try session.run("apply", "p.json").out.hasSuffix("\nmine.sqlite: 3 created\n"))
    #expect(try session.run("apply", "p.json", "--container", "./mine.sqlite").status == 0)
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
  }

  @Test("a plan for an iCloud container names its environment, and no option may name another")
  func environment() throws {
    let session = try Self.session()
    let head =
      #"{"planVersion":1,"container":"iCloud.org.example","environment":"production","layout":"publicCatalog","#
    try session.write(head + #""asOf":"2026-11-21","changes":[]}"#, to: "p.json")
    let run = try session.run("apply", "p.json", "--environment", "development")
    #expect(run.status == 2)
    #expect(
      run.err.contains("p.json is a plan for iCloud.org.example (production); run the command without --environment"))
  }

  @Test("a plan whose category was removed, or whose feed exists under another record name, is refused")
  func dependencies() throws {
    let session = try Self.session()
    try session.run("seed", "c.json")
    try session.write(
      #"{"categories":[{"slug":"news","name":"News"}],"feeds":[{"feedURL":"https://n.example/f","category":"news"}]}"#,
      to: "seed/all.json")
    try session.run("seed", "seed")
    try session.write(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"news"},
        {"feedURL":"https://b.example/feed","title":"B","category":"general"}]}
      """, to: "f.json")
    try session.run("seed", "f.json", "--plan-out", "p.json")
    try session.run("categories", "remove", "news", "--move-to", "general", "--yes")
    try session.change(
      """
      INSERT INTO PublicFeed (___recordID, ___etag, ___createTime, ___modTime, feedURL, title)
      VALUES ('theirs', '1', 0, 0, 'http://www.b.example/feed/', 'B')
      """)
    let run = try session.run("apply", "p.json")
    #expect(run.status == 1)
    #expect(
      run.out.split(separator: "\n").sorted() == [
        "celestra.sqlite has changed since p.json was written: 2 records differ; nothing was written, create the plan again",
        "conflict   PublicFeed A: it refers to the record 'news', which does not exist",
        "conflict   PublicFeed B: the container has this feed as 'theirs'",
      ])
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["2"])
  }

  @Test("a plan that deletes a category is refused once a feed belongs to it")
  func usedCategory() throws {
    let session = try Self.session()
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"old","name":"Old"}]}"#, to: "seed/c.json")
    try session.run("seed", "seed")
    try session.write(#"{"categories":[{"slug":"general","name":"General"}]}"#, to: "seed/c.json")
    try session.run("seed", "seed", "--prune", "--plan-out", "p.json")
    try session.run("feeds", "add", "https://a.example/feed", "--title", "A", "--category", "old")
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed").first)
    let run = try session.run("apply", "p.json", "--yes")
    #expect(run.status == 1)
    #expect(run.out.hasPrefix("conflict   FeedCategory Old: PublicFeed '\(name)' refers to it\n"))
    #expect(try session.sqlite("SELECT count(*) FROM FeedCategory") == ["2"])
  }

  @Test("a plan for the other layout is refused")
  func layout() throws {
    let session = try Self.session()
    try session.run("seed", "c.json", "f.json", "--plan-out", "p.json")
    let run = try session.run("apply", "p.json", "--schema", "schema/celestrakit.ckdb")
    #expect(run.status == 2)
    #expect(run.err.contains("a plan for the layout publicCatalog, celestra.sqlite has celestraKit"))
  }

  @Test(
    "an invalid plan file is refused with its mistakes, and nothing is created",
    arguments: [
      ("{}", "this is not a plan of a supported version"),
      (#"{"planVersion":2}"#, "this is not a plan of a supported version"),
      (#"{"planVersion":1,"container":"c","layout":"x","asOf":"2026-11-21","changes":[]}"#, "this layout is not known"),
      (
        """
        {"planVersion":1,"container":"c","layout":"publicCatalog","asOf":"2026-11-21","changes":[
        {"action":"upsert","recordType":"PublicFeed","recordName":"a","title":"A"}]}
        """, "this action is not known"
      ),
      (
        """
        {"planVersion":1,"container":"c","layout":"publicCatalog","asOf":"2026-11-21","changes":[
        {"action":"update","recordType":"PublicFeed","recordName":"a","title":"A"}]}
        """, "an update or delete has a change tag"
      ),
      (
        """
        {"planVersion":1,"container":"c","layout":"publicCatalog","asOf":"2026-11-21","changes":[
        {"action":"create","recordType":"PublicFeed","recordName":"a","title":"A","fields":{"x":{"type":"INT64","value":"1"}}}]}
        """, "the value of 'x' does not match its type"
      ),
      (
        """
        {"planVersion":1,"container":"c","layout":"publicCatalog","asOf":"2026-11-21","changes":[
        {"action":"create","recordType":"PublicFeed","recordName":"a","title":"A"},
        {"action":"create","recordType":"PublicFeed","recordName":"a","title":"A"}]}
        """, "a plan changes each record once"
      ),
    ])
  func mistakes(text: String, message: String) throws {
    let session = try Self.session()
    try session.write(text, to: "p.json")
    let run = try session.run("apply", "p.json")
    #expect(run.status == 1)
    #expect(run.err.contains(message), "\(run.err)")
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
  }
}
