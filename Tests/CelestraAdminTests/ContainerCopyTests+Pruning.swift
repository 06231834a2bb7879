import Foundation
import Testing

extension ContainerCopyTests {
  @Test("--prune deletes what only the target has, within the limit and after confirmation")
  func prune() throws {
    let session = try Self.session(feeds: 300)
    try session.run(Self.files)
    try session.change(
      "DELETE FROM FeedMetadata WHERE rowid <= 120; DELETE FROM PublicFeed WHERE rowid <= 120", in: "a.sqlite")
    let prune = Self.files + ["--prune"]
    #expect(try session.run(Self.files).out.contains("0 created") == false)
    let unasked = try session.run(prune)
    #expect(unasked.status == 2 && unasked.err.contains("pass --yes"))
    let dry = try session.run(prune + ["--dry-run"])
    #expect(dry.status == 2 && dry.out.contains("cannot delete 120 of 300 FeedMetadata records of b.sqlite: the limit"))
    let refused = try session.run(prune + ["--yes"])
    #expect(refused.status == 2 && refused.out.isEmpty)
    #expect(refused.err.contains("nothing was written: cannot delete 120 of 300 FeedMetadata records"))
    #expect(try session.contents(of: "b.sqlite").count == 603)
    let pruned = try session.run(prune + ["--yes", "--max-delete", "120"])
    #expect(pruned.status == 0 && pruned.out.contains("240 deleted"))
    #expect(try session.contents(of: "b.sqlite") == session.contents(of: "a.sqlite"))
  }

  @Test("an empty source deletes nothing, whatever --max-delete allows")
  func emptySource() throws {
    let session = try Self.session()
    try session.run(Self.files)
    for table in ["PublicFeed", "FeedMetadata", "FeedCategory", "FeedCollection"] {
      try session.change("DELETE FROM \(table)", in: "a.sqlite")
    }
    let refused = try session.run(Self.files + ["--prune", "--yes", "--max-delete", "100%"])
    #expect(refused.status == 2 && refused.err.contains("a.sqlite is empty: no record of b.sqlite is deleted"))
    #expect(try session.contents(of: "b.sqlite").count == 9)
  }

  @Test("a type of which the source has no record loses none, unless there are only a few")
  func emptyType() throws {
    let session = try Self.session()
    let feeds = (0..<11).map { #"{"feedURL": "https://more\#($0).example/feed"}"# }.joined(separator: ",")
    try session.write("{\"feeds\": [\(feeds)]}", to: "more.json")
    #expect(try session.run("seed", "feeds", "more.json", "--container", "a.sqlite").status == 0)
    #expect(try session.run(Self.files).status == 0)
    let prune = Self.files + ["--prune", "--yes", "--max-delete", "100%"]
    try session.change("DELETE FROM FeedCategory", in: "a.sqlite")
    #expect(try session.run(prune).status == 0)
    try session.change("DELETE FROM FeedMetadata", in: "a.sqlite")
    let stored = try session.sqlite("SELECT count(*) FROM FeedMetadata", in: "b.sqlite")[0]
    let refused = try session.run(prune)
    #expect(
      refused.status == 2
        && refused.err.contains("a.sqlite has no FeedMetadata records: the \(stored) of b.sqlite are not deleted"),
      "\(refused)")
  }

  @Test("the requests are those of the pages, lookups and writes", arguments: [false, true])
  func requests(prunes: Bool) throws {
    let pair = try TwoContainers(feeds: 400)
    let copied = try pair.promote("--yes", "--verbose")
    #expect(copied.status == 0, "\(copied)")
    if prunes {
      let pruned = try pair.promote("--yes", "--prune")
      #expect(pruned.status == 0 && pruned.out.contains("same: 803 records"), "\(pruned)")
    }
    // Types of 2, 400, 400, 1 and 0 records: 7 pages, 6 lookups, 6 writes; and whether there are subscriptions.
    let expected =
      prunes ? ["query": 23, "lookup": 12, "modify": 6] : ["query": 8, "lookup": 6, "modify": 6]
    #expect(pair.requestCounts() == expected)
  }

  @Test("index lag makes a prune delete nothing that the source has")
  func lag() throws {
    let pair = try TwoContainers(["--index-lag", "3600s"])
    // A new record of development, which its index does not return for an hour, and which the target already has.
    try pair.session.write(#"{"categories":[{"slug":"late","name":"Late"}]}"#, to: "late.json")
    #expect(try pair.emulator.run(["seed", "late.json"]).status == 0)
    let copy = ["container", "copy", "--to", "target.sqlite", "--from"]
    #expect(try pair.session.run(copy + ["dev.sqlite"]).out.contains("10 created"))
    let pruned = try pair.session.run(copy + [TwoContainers.dev, "--prune", "--yes", "--max-delete", "100%"])
    #expect(pruned.status == 0 && pruned.out.contains("same: 9 records"), "\(pruned)")
    #expect(try pair.session.contents(of: "target.sqlite").count == 10)
  }

  @Test("a prune of curated types names what loses its feed")
  func leftBehind() throws {
    let session = try Self.session(feeds: 30)
    try session.run(Self.files)
    let feed = try session.sqlite("SELECT ___recordID FROM PublicFeed ORDER BY 1 LIMIT 1", in: "b.sqlite")[0]
    try session.change(
      "INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName) "
        + "VALUES ('s', 0, 0, 's', '\(feed)')", in: "b.sqlite")
    try session.change("DELETE FROM PublicFeed WHERE ___recordID = '\(feed)'", in: "a.sqlite")
    let planned = try session.run(Self.files + ["--editorial", "--prune", "--dry-run"])
    let note = "the deletion of 1 feed leaves 1 subscription and 1 metadata record without a feed in b.sqlite"
    #expect(planned.status == 0 && planned.out.contains(note), "\(planned)")
  }

  @Test("a record that too many others refer to with DELETE_SELF is not deleted")
  func cascade() throws {
    let session = try Self.session(feeds: 751)
    try session.change("UPDATE PublicFeed SET \"category:action\" = 'DELETE_SELF'", in: "a.sqlite")
    try session.run(Self.files)
    try session.change("DELETE FROM FeedCategory WHERE slug = 'news'", in: "a.sqlite")
    let refused = try session.run(Self.files + ["--prune", "--yes"])
    #expect(refused.status == 2 && refused.err.contains("deleting 'news' would delete 751 records"), "\(refused)")
    #expect(try session.contents(of: "b.sqlite").count == 2 + 2 * 751 + 1)
  }
}
