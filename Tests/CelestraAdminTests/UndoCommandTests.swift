import Foundation
import Testing

@Suite("celestra-admin undo")
struct UndoCommandTests {
  private static func list(_ feeds: some Sequence<Int>) -> String {
    "<opml version=\"2.0\"><body>"
      + feeds.map { "<outline type=\"rss\" text=\"Feed \($0)\" xmlUrl=\"https://f\($0).example/feed\"/>" }.joined()
      + "</body></opml>"
  }

  /// Returns a container with a category and a feed, and an import of more feeds as a plan.
  private static func session(importing count: Int) throws -> Session {
    let session = try Session.seeded(
      """
      {"categories":[{"slug":"general","name":"General"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"general"}]}
      """, "--as-of", "2026-11-01")
    try session.write(list(1...count), to: "list.opml")
    try session.run("seed", "feeds", "list.opml", "--plan-out", "p.json", "--as-of", "2026-11-21")
    return session
  }

  private static let records = "SELECT ___recordID || coalesce(title, '') FROM PublicFeed ORDER BY 1"

  @Test("an import of 500 feeds is taken back except three that were edited, which are named")
  func importOfMany() throws {
    let session = try Self.session(importing: 500)
    let before = try session.sqlite(Self.records)
    #expect(try session.run("apply", "p.json").out.hasSuffix("celestra.sqlite: 1000 created\n"))
    try session.run("feeds", "set", "https://f7.example/feed", "--title", "Seven")
    try session.run("feeds", "set", "https://f8.example/feed", "--language", "en", "--tags", "x")
    try session.run("collections", "add", "best", "https://f9.example/feed", "--title", "Best")
    // What jobs write is no edit.
    try session.change("UPDATE PublicFeed SET qualityScore = 50; UPDATE FeedMetadata SET failureCount = 1")
    let limited = try session.run("undo", "p.json", "--yes")
    #expect(limited.status == 1 && limited.err.contains("pass --max-delete 497"), "\(limited)")
    let run = try session.run("undo", "p.json", "--yes", "--max-delete", "500")
    #expect(run.status == 1)
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("conflict") }.map { String($0.prefix(60)) }.sorted().count == 3, "\(run.out)")
    #expect(run.out.contains("conflict   PublicFeed Feed 7: changed since: title\n"))
    #expect(run.out.contains("conflict   PublicFeed Feed 8: changed since: language, tags\n"))
    #expect(run.out.contains("conflict   PublicFeed Feed 9: FeedCollection '"))
    #expect(run.out.contains("delete     497 FeedMetadata, 497 PublicFeed records; --format json lists them\n"))
    #expect(run.out.hasSuffix("celestra.sqlite: 994 deleted\n3 records left: undo them by hand\n"))
    #expect(try session.sqlite("SELECT title FROM PublicFeed ORDER BY 1") == ["A", "Feed 8", "Feed 9", "Seven"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["4"])
    #expect(before.count == 1)
    let again = try session.run("undo", "p.json", "--yes")
    #expect(again.status == 1 && again.out.contains("nothing written, 994 unchanged"), "\(again)")
  }

  @Test("a change of many feeds and a removal are saved as plans, applied, and taken back")
  func bulk() throws {
    let session = try Self.session(importing: 3)
    try session.run("apply", "p.json")
    let all = "SELECT title || coalesce(isActive, 1) FROM PublicFeed ORDER BY 1"
    let before = try session.sqlite(all)
    for command in [
      ["feeds", "set", "--host", "f1.example", "--no-active"], ["feeds", "remove", "Feed 2", "Feed 3"],
    ] {
      let saved = try session.run(command + ["--plan-out", "bulk.json"])
      #expect(saved.status == 0 && saved.err.contains("written to bulk.json; run 'celestra-admin apply"), "\(saved)")
      #expect(try session.sqlite(all) == before)
      #expect(try session.run("apply", "bulk.json", "--yes").status == 0)
      #expect(try session.sqlite(all) != before)
      let undone = try session.run("undo", "bulk.json", "--yes")
      #expect(undone.status == 0, "\(undone)")
      #expect(try session.sqlite(all) == before)
    }
  }

  @Test("what CloudKit deletes with a record is part of the plan, and taken back with it")
  func cascade() throws {
    let session = try RecordsCommandTests.session()
    try session.change("UPDATE Book SET \"author:action\" = 'DELETE_SELF'")
    let before = try session.contents()
    let saved = try session.run("records", "remove", "leguin", "--plan-out", "p.json")
    #expect(saved.status == 0 && saved.err.contains("3 changes written to p.json"), "\(saved)")
    let applied = try session.run("apply", "p.json", "--yes")
    #expect(applied.status == 0 && applied.out.hasSuffix("celestra.sqlite: 3 deleted\n"), "\(applied)")
    #expect(!applied.err.contains("deleted too"), "\(applied)")
    #expect(try session.contents() != before)
    let undone = try session.run("undo", "p.json", "--yes")
    #expect(undone.status == 0 && undone.out.hasSuffix("celestra.sqlite: 3 created\n"), "\(undone)")
    #expect(try session.contents() == before)
  }

  @Test("a created record stays once another one would be deleted with it")
  func laterCascade() throws {
    let session = try RecordsCommandTests.session()
    try session.write(#"{"recordType":"Author","recordName":"new","fields":{"name":"New"}}"#, to: "new.jsonl")
    try session.run("records", "put", "new.jsonl", "--plan-out", "p.json")
    #expect(try session.run("apply", "p.json").status == 0)
    try session.change("UPDATE Book SET author = 'new', \"author:action\" = 'DELETE_SELF' WHERE pages = 183")
    let run = try session.run("undo", "p.json", "--yes")
    let reason = "a record that stays refers to it, and would be deleted with it"
    #expect(run.status == 1 && run.out.contains("conflict   Author new: \(reason)\n"), "\(run)")
    #expect(try session.sqlite("SELECT count(*) FROM Author") == ["2"])
    #expect(try session.sqlite("SELECT count(*) FROM Book") == ["2"])
  }

  @Test("a plan says that undo cannot restore what refers to a deleted record without an index")
  func unsearched() throws {
    let session = try Session()
    let schema = RecordsCommandTests.schema.replacing("author REFERENCE QUERYABLE", with: "author REFERENCE")
    try session.write(schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    #expect(try session.run("records", "put", "books.jsonl", "--schema", "books.ckdb").status == 0)
    let saved = try session.run("records", "remove", "leguin", "--plan-out", "p.json")
    #expect(
      saved.status == 0
        && saved.err.contains("in Book.author are not searched, and 'undo' cannot restore what they delete\n"),
      "\(saved)")
  }

  @Test("an undo is a plan as any other: shown, saved, applied, asked about, and taken back itself")
  func planned() throws {
    let session = try Self.session(importing: 2)
    try session.run("apply", "p.json")
    let after = try session.sqlite(Self.records)
    #expect(
      try session.run("undo", "p.json", "--dry-run").out == """
        delete     FeedMetadata Feed 2
        delete     FeedMetadata Feed 1
        delete     PublicFeed Feed 2
        delete     PublicFeed Feed 1
        4 changes
        2 metadata records would be deleted with the feeds
        dry run: nothing was written

        """)
    let unasked = try session.run("undo", "p.json")
    #expect(unasked.status != 0 && unasked.err.contains("--yes"), "\(unasked)")
    let saved = try session.run("undo", "p.json", "--plan-out", "u.json", "--as-of", "2026-11-22")
    #expect(saved.err == "4 changes written to u.json; run 'celestra-admin apply u.json' to apply the plan\n")
    #expect(try session.sqlite(Self.records) == after)
    #expect(try session.run("apply", "u.json", "--yes").out.hasSuffix("celestra.sqlite: 4 deleted\n"))
    #expect(try session.sqlite(Self.records).count == 1)
    let redone = try session.run("undo", "u.json")
    #expect(redone.out.hasSuffix("celestra.sqlite: 4 created\n"), "\(redone)")
    #expect(try session.sqlite(Self.records) == after)
  }

  @Test("a plan with updates and deletions is taken back, with all fields")
  func everyKind() throws {
    let session = try Self.session(importing: 1)
    try session.run("apply", "p.json")
    let dump = "SELECT feedURL || title || coalesce(subtitle, '') || coalesce(category, '') FROM PublicFeed ORDER BY 1"
    let before = try session.sqlite(dump)
    try session.write(
      """
      {"categories":[{"slug":"general","name":"General"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A+","subtitle":"S","category":"general"}]}
      """, to: "seed/s.json")
    try session.run("seed", "seed", "--prune", "--plan-out", "q.json", "--as-of", "2026-11-22")
    #expect(try session.run("apply", "q.json", "--yes").out.hasSuffix("1 updated, 2 deleted\n"))
    let run = try session.run("undo", "q.json", "--container-only")
    #expect(run.status == 0 && run.out.hasSuffix("celestra.sqlite: 2 created, 1 updated\n"), "\(run)")
    #expect(try session.sqlite(dump) == before)
    #expect(try session.run("undo", "q.json", "--container-only").out.hasPrefix("nothing to do"))
  }

  @Test("where seed files are the truth, an undo that they contradict is refused")
  func truth() throws {
    let session = try Self.session(importing: 1)
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    try session.write(#"{"feeds":[{"feedURL":"https://f1.example/feed","title":"Feed 1"}]}"#, to: "seed/f.json")
    try session.run("apply", "p.json")
    let run = try session.run("undo", "p.json", "--yes")
    #expect(run.status == 2 && run.err.contains("seed/f.json:1 states"), "\(run)")
  }

  @Test("a plan that was not applied, or half, needs no undo or half of it")
  func unapplied() throws {
    let session = try Self.session(importing: 2)
    #expect(try session.run("undo", "p.json").out == "nothing to do: celestra.sqlite already matches, 4 unchanged\n")
    try session.write(Self.list([1]), to: "half.opml")
    try session.run("seed", "feeds", "half.opml", "--as-of", "2026-11-21")
    #expect(
      try session.run("undo", "p.json", "--yes").out.hasSuffix("\ncelestra.sqlite: 2 deleted, 2 unchanged\n"))
  }

  @Test("a plan of another container, of an earlier version, or with mistakes is refused")
  func refused() throws {
    let session = try Self.session(importing: 1)
    let other = try session.run("undo", "p.json", "--container", "other.sqlite")
    #expect(other.status == 2 && other.err.contains("p.json is a plan for celestra.sqlite"), "\(other)")
    try session.run("feeds", "set", "A", "--title", "B")
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed").first)
    try session.write(
      """
      {"planVersion":1,"container":"celestra.sqlite","layout":"publicCatalog","asOf":"2026-11-21","changes":[
      {"action":"update","recordType":"PublicFeed","recordName":"\(name)","title":"B","changeTag":"1",
      "fields":{"title":{"type":"STRING","value":"B"}}}]}
      """, to: "old.json")
    let old = try session.run("undo", "old.json")
    #expect(old.status == 1 && old.out.contains("conflict   PublicFeed B: the plan has no former values"), "\(old)")
    try session.write("{}", to: "bad.json")
    let bad = try session.run("undo", "bad.json")
    #expect(bad.status == 1 && bad.err.contains("this is not a plan of a supported version"), "\(bad)")
  }

  @Test("a collection gets its feed back although its title was edited since")
  func editedCollection() throws {
    let session = try Session.seeded(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A"},{"feedURL":"https://b.example/feed","title":"B"}],
      "collections":[{"slug":"c","title":"C","feeds":["https://a.example/feed","https://b.example/feed"]}]}
      """, "--as-of", "2026-11-01")
    let members = "SELECT feeds FROM FeedCollection"
    let before = try session.sqlite(members)
    try session.run("feeds", "remove", "B", "--plan-out", "p.json", "--as-of", "2026-11-02")
    #expect(try session.run("apply", "p.json", "--yes").status == 0)
    try session.run("collections", "set", "c", "--title", "D", "--as-of", "2026-11-03")
    let run = try session.run("undo", "p.json", "--yes", "--as-of", "2026-11-04")
    #expect(run.status == 0, "\(run)")
    #expect(try session.sqlite(members) == before)
    #expect(try session.sqlite("SELECT title FROM FeedCollection") == ["D"])
  }

  @Test("a category that a plan created for feeds without one is deleted again, since they no longer refer to it")
  func createdCategory() throws {
    let session = try Session.seeded(
      #"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, "--as-of", "2026-11-01")
    try session.write(
      """
      {"categories":[{"slug":"new","name":"New"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"new"}]}
      """, to: "more.json")
    try session.run("seed", "more.json", "--plan-out", "p.json", "--as-of", "2026-11-02")
    #expect(try session.run("apply", "p.json", "--yes").status == 0)
    let run = try session.run("undo", "p.json", "--yes", "--as-of", "2026-11-03")
    #expect(run.status == 0, "\(run)")
    #expect(try session.sqlite("SELECT count(*) FROM FeedCategory") == ["0"])
  }

  @Test("a value of a job that changed since is an edit where a plan changed nothing else, and undo has an end")
  func jobField() throws {
    let session = try Session.seeded(
      #"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, "--as-of", "2026-11-01")
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed").first)
    func score(_ value: Int, _ plan: String) throws {
      try session.run(
        "records", "set", "--type", "PublicFeed", name, "qualityScore=\(value)", "--allow-job-fields", "--plan-out",
        plan)
      #expect(try session.run("apply", plan, "--yes").status == 0)
    }
    try score(50, "p.json")
    try score(77, "q.json")
    let kept = try session.run("undo", "p.json", "--yes")
    #expect(kept.status == 1 && kept.out.contains("changed since: qualityScore"), "\(kept)")
    #expect(try session.run("undo", "q.json", "--yes").status == 0)
    #expect(try session.run("undo", "q.json", "--yes").out.contains("nothing to do"))
    #expect(try session.sqlite("SELECT CAST(qualityScore AS INT) FROM PublicFeed") == ["50"])
  }
}
