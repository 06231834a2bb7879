import Foundation
import Testing

@Suite("celestra-admin container copy")
struct ContainerCopyTests {
  static let files = ["container", "copy", "--from", "a.sqlite", "--to", "b.sqlite"]

  /// A session with a catalog in `a.sqlite`.
  static func session(feeds: Int = 3) throws -> Session {
    let session = try SeedInterruptionTests.seeded(feeds: feeds, into: "a.sqlite")
    return session
  }

  @Test("a copy creates a missing file with the same records, and finds nothing to do again")
  func files() throws {
    let session = try Self.session()
    let copied = try session.run(Self.files)
    #expect(
      copied
        == Session.Transcript(
          status: 0,
          out: """
            b.sqlite: 9 created
            b.sqlite        read  new  changed  same  failed
            FeedCategory       2    2        0     0       0
            PublicFeed         3    3        0     0       0
            FeedMetadata       3    3        0     0       0
            FeedCollection     1    1        0     0       0

            """, err: ""))
    #expect(try session.contents(of: "b.sqlite") == session.contents(of: "a.sqlite"))
    let again = try session.run(Self.files)
    #expect(again.status == 0 && again.out.hasPrefix("same: 9 records in 4 types\n"))
  }

  @Test("a copy updates fields and clears those that the source lacks, --only-missing does not")
  func updates() throws {
    let session = try Self.session()
    try session.run(Self.files)
    try session.change(
      "UPDATE PublicFeed SET title = 'X', subtitle = 'S', ___etag = 'z' WHERE rowid = 1", in: "b.sqlite")
    try session.change("DELETE FROM FeedCollection", in: "b.sqlite")
    let dry = try session.run(Self.files + ["--dry-run", "--format", "json"])
    #expect(dry.status == 0 && dry.out.contains(#""changed" : 1"#) && dry.out.contains(#""new" : 1"#))
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE rowid = 1", in: "b.sqlite") == ["X"])
    let missing = try session.run(Self.files + ["--only-missing"])
    #expect(missing.status == 0 && missing.out.contains("1 changed record left as b.sqlite has them"))
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE rowid = 1", in: "b.sqlite") == ["X"])
    #expect(try session.run(Self.files).out.contains("b.sqlite: 1 updated"))
    #expect(try session.contents(of: "b.sqlite") == session.contents(of: "a.sqlite"))
  }

  @Test("differences of the schemas are refused at once, before the first write")
  func schemas() throws {
    let session = try Self.session()
    try session.write(
      """
      DEFINE SCHEMA
      RECORD TYPE FeedCategory ("___recordID" REFERENCE QUERYABLE, name INT64);
      RECORD TYPE PublicFeed ("___recordID" REFERENCE QUERYABLE, title STRING);
      """, to: "small.ckdb")
    let refused = try session.run(Self.files + ["--to-schema", "small.ckdb"])
    #expect(refused.status == 2 && refused.out.isEmpty)
    for line in [
      "FeedCategory.slug is not in the schema of the target",
      "FeedCategory.name is INT64 in the target, STRING in the source",
      "PublicFeed.feedURL is not in the schema of the target", "FeedMetadata is not in the schema of the target",
    ] { #expect(refused.err.contains("  - \(line)\n"), "\(line)") }
    #expect(!FileManager.default.fileExists(atPath: session.path("b.sqlite")))
  }

  @Test("a dry run names new feeds whose address the target has under another name")
  func repeatedFeeds() throws {
    let session = try Self.session()
    try session.run(Self.files)
    try session.change("UPDATE PublicFeed SET ___recordID = 'other' WHERE rowid = 1", in: "b.sqlite")
    let planned = try session.run(Self.files + ["--editorial", "--dry-run"])
    let note = "1 new feed has the address of a feed that b.sqlite has under another name: '"
    #expect(planned.status == 0 && planned.out.contains(note), "\(planned)")
  }

  @Test("a dry run needs no list of the feeds of an iCloud container")
  func unlistableFeeds() throws {
    let session = try Self.session()
    let schema = try session.read("schema/celestra.ckdb").replacing(#/"___recordID" +REFERENCE QUERYABLE,/#, with: "")
    try session.write(schema, to: "unlistable.ckdb")
    let emulator = try EmulatorProcess(session, ["--schema", "unlistable.ckdb"])
    let options = ["--to", EmulatorProcess.container, "--to-schema", "unlistable.ckdb", "--editorial", "--dry-run"]
    let planned = try session.run(["container", "copy", "--from", "a.sqlite"] + options)
    #expect(planned.status == 0 && planned.out.hasSuffix("dry run: nothing was written\n"), "\(planned)")
    #expect(!emulator.isGivenAway(by: planned.out + planned.err))
  }

  @Test("a file with an older schema is refused with the option that adds what it lacks")
  func olderFile() throws {
    let session = try RecordsCommandTests.session()
    let copy = ["container", "copy", "--from", "celestra.sqlite", "--to", "b.sqlite"]
    #expect(try session.run(copy).status == 0)
    let schema = RecordsCommandTests.schema.replacing("isbn STRING,", with: "isbn STRING, rating INT64,")
    try session.write(schema, to: "newer.ckdb")
    #expect(try session.run("records", "set", "earthsea", "rating=5", "--schema", "newer.ckdb").status == 0)
    let refused = try session.run(copy)
    let advice = "pass a schema that has them with --to-schema, to add them to b.sqlite"
    #expect(refused.status == 2 && refused.err.contains("  - \(advice)"), "\(refused)")
    #expect(try session.run(copy + ["--to-schema", "newer.ckdb"]).status == 0)
    #expect(try session.sqlite("SELECT ___recordID FROM Book WHERE rating = 5", in: "b.sqlite") == ["earthsea"])
  }

  @Test(
    "wrong usage is refused",
    arguments: [
      (["--from", "a.sqlite", "--to", "./a.sqlite"], 2, "are the same container"),
      (["--from", "iCloud.x@prod", "--to", "b.sqlite"], 64, "is not iCloud.x@development or iCloud.x@production"),
      (
        ["--from", "a.sqlite", "--to", "b.sqlite", "--types", "Nothing"], 2,
        "Nothing is not in the schema of the source"
      ),
      (["--from", "a.sqlite", "--to", "b.sqlite", "--types", "Users"], 2, "never copied"),
      (["--from", "a.sqlite", "--to", "b.sqlite", "--skip-field", "title"], 64, "is invalid for '--skip-field"),
      (["--from", "a.sqlite", "--to", "b.sqlite", "--skip-field", "PublicFeed.x"], 2, "PublicFeed.x is not in"),
      (["--from", "none.sqlite", "--to", "b.sqlite"], 2, "no such container"),
      (
        ["--from", "a.sqlite", "--to", "iCloud.x", "--types", "FeedSubscription"], 64,
        "subscriber counts, which count creators, would be wrong"
      ),
    ])
  func usage(_ row: (arguments: [String], status: Int32, message: String)) throws {
    let session = try Self.session()
    let refused = try session.run(["container", "copy"] + row.arguments)
    #expect(refused.status == row.status && refused.err.contains(row.message), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: session.path("b.sqlite")))
  }

  @Test("one file under two names is refused", arguments: ["symbolic", "hard"])
  func links(kind: String) throws {
    let session = try Self.session()
    let (file, link) = (session.path("a.sqlite"), session.path("link.sqlite"))
    if kind == "hard" {
      try FileManager.default.linkItem(atPath: file, toPath: link)
    } else {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    }
    for arguments in [["copy", "--from", "a.sqlite", "--to", "link.sqlite"], ["diff", "a.sqlite", "link.sqlite"]] {
      let refused = try session.run(["container"] + arguments)
      #expect(
        refused.status == 2 && refused.err.contains("a.sqlite and link.sqlite are the same container"), "\(refused)")
    }
    let refused = try session.run("container", "backup", "a.sqlite", "--to", "link.sqlite")
    #expect(refused.status == 2 && refused.err.contains("are the same file"), "\(refused)")
  }

  @Test("production asks, and a dry run or refusal sends no write")
  func production() throws {
    let pair = try TwoContainers()
    let refused = try pair.promote()
    #expect(refused.status == 2 && refused.err.contains("write to \(TwoContainers.prod)?"))
    #expect(try pair.promote("--dry-run").status == 0)
    #expect(try pair.promote("--dry-run", "--prune").status == 0)
    #expect(pair.requestCounts()["modify"] == 0)
  }

  @Test("a promotion of the editorial fields leaves what jobs keep")
  func promotion() throws {
    let pair = try TwoContainers()
    try pair.session.change("UPDATE PublicFeed SET qualityScore = 50, ___etag = 'x' || rowid", in: "dev.sqlite")
    let promoted = try pair.promote("--editorial", "--yes")
    #expect(promoted.status == 0 && promoted.out.contains("6 created"), "\(promoted)")
    #expect(
      try pair.session.sqlite("SELECT DISTINCT quote(qualityScore) FROM PublicFeed", in: "prod.sqlite") == ["NULL"])
    #expect(try pair.session.sqlite("SELECT count(*) FROM FeedMetadata", in: "prod.sqlite") == ["0"])
    #expect(try pair.promote("--editorial", "--yes").out.contains("same: 6 records in 3 types"))
    #expect(!pair.emulator.isGivenAway(by: promoted.out + promoted.err))
  }

  @Test("keys of both sides come from options or from variables with a prefix")
  func credentials() throws {
    let pair = try TwoContainers()
    let good = try #require(pair.session.environment["CLOUDKIT_KEY_ID"])
    pair.session.environment["CLOUDKIT_KEY_ID"] = "wrong"
    #expect(try pair.promote("--yes").status == 2)
    pair.session.environment["FROM_CLOUDKIT_KEY_ID"] = good
    #expect(try pair.promote("--yes").status == 2)
    #expect(try pair.promote("--yes", "--to-key-id", good, "--to-private-key", "key.pem").status == 0)
    pair.session.environment["TO_CLOUDKIT_KEY_ID"] = good
    #expect(try pair.promote("--yes").out.contains("same: 9 records"))
  }

  @Test("a saved plan writes exactly the reviewed changes, or nothing if production has changed")
  func plan() throws {
    let pair = try TwoContainers()
    let planned = try pair.promote("--editorial", "--plan-out", "p.json")
    #expect(planned.status == 0 && planned.out.contains("6 changes written to p.json"), "\(planned)")
    #expect(try pair.session.contents(of: "prod.sqlite").isEmpty)
    let applied = try pair.session.run("apply", "p.json", "--yes")
    #expect(applied.status == 0 && applied.out.contains("6 created"), "\(applied)")
    try pair.session.change("UPDATE PublicFeed SET title = 'New', ___etag = 'n' WHERE rowid = 1", in: "dev.sqlite")
    #expect(try pair.promote("--editorial", "--plan-out", "q.json").status == 0)
    try pair.session.change("UPDATE PublicFeed SET title = 'Other', ___etag = 'o' WHERE rowid = 1", in: "prod.sqlite")
    let moved = try pair.session.run("apply", "q.json", "--yes")
    #expect(moved.status == 1 && moved.out.contains("nothing was written"), "\(moved)")
    #expect(try pair.session.sqlite("SELECT title FROM PublicFeed WHERE rowid = 1", in: "prod.sqlite") == ["Other"])
  }

  @Test("a copy that is stopped writes no plan, and does not say that it did")
  func stoppedPlan() throws {
    let pair = try TwoContainers(feeds: 600, ["--latency", "200ms"])
    let before = pair.emulator.requests
    let process = try pair.session.start(
      ["container", "copy", "--from", TwoContainers.dev, "--to", TwoContainers.prod, "--plan-out", "p.json"],
      out: pair.session.folder.appending(path: "out"), err: pair.session.folder.appending(path: "err"))
    // The first request counts subscriptions.
    pair.emulator.wait(forRequests: before + 4, from: process)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let out = try pair.session.read("out")
    #expect(process.terminationStatus == 2 && out.contains("stopped before the end"), "\(out)")
    #expect(!out.contains("p.json"), "\(out)")
    #expect(!FileManager.default.fileExists(atPath: pair.session.path("p.json")))
  }

  @Test("--where copies the matching records of one type, and needs an index")
  func conditions() throws {
    let session = try Self.session()
    let copy = Self.files + ["--types", "PublicFeed", "--where"]
    let copied = try session.run(copy + ["title = Feed 1"])
    #expect(copied.status == 0 && copied.out.contains("1 created"), "\(copied)")
    #expect(try session.sqlite("SELECT title FROM PublicFeed", in: "b.sqlite") == ["Feed 1"])
    #expect(try session.run(copy + ["title = none"]).out.contains("no record of a.sqlite matches the conditions"))
    #expect(try session.run(copy + ["siteURL = x"]).status == 64)
    #expect(try session.run(Self.files + ["--where", "title = x"]).err.contains("--where requires one record type"))
    #expect(try session.run(copy + ["title = x", "--prune"]).status == 64)
  }

  @Test("a conflict is left, named, and done by the next run; --settle says when a container does not settle")
  func conflicts() throws {
    let session = try Self.session()
    try session.run(Self.files)
    // A trigger is another writer that changes the record at each write.
    try session.change(
      """
      UPDATE PublicFeed SET title = 'old', ___etag = 'o' WHERE rowid = 1;
      CREATE TRIGGER rival AFTER UPDATE OF title ON PublicFeed WHEN NEW.title <> 'rival' BEGIN
        UPDATE PublicFeed SET title = 'rival', ___etag = 'r' || OLD.___etag WHERE rowid = NEW.rowid; END;
      """, in: "b.sqlite")
    let settled = try session.run(Self.files + ["--settle", "--format", "json"])
    #expect(settled.status == 1 && settled.out.contains("not settled after 3 passes"), "\(settled)")
    #expect(settled.out.contains(#""passes" : 3"#) && settled.out.contains(#""updated" : 3"#))
    // The record was found changed once, and never the same.
    #expect(settled.out.contains(#""changed" : 1"#) && settled.out.contains(#""same" : 8"#))
    try session.change("DROP TRIGGER rival", in: "b.sqlite")
    #expect(try session.run(Self.files + ["--settle"]).status == 0)
    #expect(try session.contents(of: "b.sqlite") == session.contents(of: "a.sqlite"))
  }

  @Test(
    "records that users created belong to the key, and the count is told; subscriptions are left out with exit code 1")
  func creators() throws {
    let pair = try TwoContainers()
    try pair.session.change(
      "INSERT INTO PublicArticle (___recordID, ___createTime, ___modTime, ___etag, title) VALUES ('a', 0, 0, 'a', 'A')",
      in: "dev.sqlite")
    let copied = try pair.promote("--yes")
    #expect(copied.status == 0, "\(copied)")
    #expect(
      copied.out.contains("1 record of PublicArticle loses its creator: CloudKit makes the key's user the creator"))
    try pair.session.change(
      "INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag) VALUES ('s', 0, 0, 's')",
      in: "dev.sqlite")
    let left = try pair.promote("--yes")
    #expect(left.status == 1 && left.out.contains("left out: FeedSubscription: all would belong to the key's user"))
    #expect(try pair.promote("--yes", "--except-types", "FeedSubscription").status == 0)
    #expect(try pair.session.sqlite("SELECT count(*) FROM FeedSubscription", in: "prod.sqlite") == ["0"])
  }
}
