import Articles
import Catalog
import CloudKitRecords
import SQLiteStore
import Testing

@Suite("The identity of articles")
struct ArticleIdentityTests {
  @Test(
    "the same entries are the same articles, in any order and after edits",
    arguments: [
      // Identifiers, links, and neither.
      ([[item("1"), item("2")], [item("2", title: "new"), item("1", link: "https://a.example/new")]], 2),
      (
        [
          [item(link: "https://a.example/1"), item(link: "https://a.example/2")],
          [item(link: "https://a.example/2", title: "x")],
        ], 2
      ),
      ([[item(title: "A"), item(title: "B")], [item(title: "B")]], 2),
      ([[item(title: nil, body: "only text")], [item(title: nil, body: "only text")]], 1),
      ([[item(nil, day: nil, title: nil)]], 0),
      // The scheme changes, there and back.
      ([[item("http://a.example/1")], [item("https://a.example/1")], [item("http://a.example/1")]], 1),
      (
        [
          [item("http://a.example/1"), item("https://a.example/1")],
          [item("https://a.example/1"), item("http://a.example/1")],
        ], 2
      ),
      ([[item(link: "http://a.example/1")], [item(link: "https://a.example/1")]], 1),
      // One identifier for several entries, which later leave one by one.
      (
        [
          [item("g", link: "https://a.example/1"), item("g", link: "https://a.example/2")],
          [item("g", link: "https://a.example/2"), item("g", link: "https://a.example/1")],
          [item("g", link: "https://a.example/2")],
          [item("g", link: "https://a.example/3"), item("g", link: "https://a.example/2")],
        ], 3
      ),
      ([[item("g", link: "https://a.example/1"), item("g", link: "https://a.example/1", title: "again")]], 1),
      // One link for all entries, with and without identifiers.
      (
        [
          [item(link: "https://a.example/", title: "A"), item(link: "https://a.example/", title: "B")],
          [item(link: "https://a.example/", title: "B")],
        ], 2
      ),
      (
        [
          [item("1", link: "https://a.example/"), item("2", link: "https://a.example/")],
          [item("3", link: "https://a.example/")],
        ], 3
      ),
      // A new identifier for the same page.
      ([[item("old", link: "https://a.example/1")], [item("new", link: "https://a.example/1")]], 1),
      (
        [
          [item("old", link: "https://a.example/1")],
          [item("new", link: "https://a.example/1"), item("old", link: "https://a.example/1")],
        ], 2
      ),
      (
        [
          [item("old", link: "https://a.example/1")], [item("new", day: -0.5, link: "https://a.example/1")],
          [item("newest", link: "https://a.example/1", title: "edited")],
        ], 1
      ),
      // A site that has moved, and an entry with the text of one that is gone.
      (
        [
          [item("a1", link: "https://a.example/1", body: "1"), item("a2", link: "https://a.example/2", body: "2")],
          [item("b1", link: "https://b.example/1", body: "1"), item("b2", link: "https://b.example/2", body: "2")],
        ], 2
      ),
      (
        [
          [item("1", link: "https://a.example/1", body: "x")],
          [item("2", day: -0.5, link: "https://a.example/2", body: "x")],
        ], 2
      ),
      // One entry at a time, all at one page.
      (
        [
          [item("1", day: -0.5, link: "https://a.example/", title: "A")],
          [item("2", day: 0.5, link: "https://a.example/", title: "B")],
        ], 2
      ),
    ])
  func identity(documents: [[String]], count: Int) async throws {
    var stored = try StoredArticles()
    for (run, items) in documents.enumerated() {
      try await stored.update(["a": rss(items.joined())], at: Double(run))
    }
    #expect(try await stored.records().count == count)
  }

  @Test("a shuffled feed with repeated, missing and changing identifiers keeps its articles")
  func shuffled() async throws {
    var stored = try StoredArticles()
    var generator = SystemRandomNumberGenerator()
    for run in 0..<20 {
      let scheme = run % 3 == 0 ? "http" : "https"
      let items =
        (0..<5).map {
          item("\(scheme)://a.example/\($0)", link: "\(scheme)://a.example/\($0)", title: "\($0) \(run % 4)")
        }
        + (0..<3).map { item("same", link: "\(scheme)://a.example/s\($0)", title: "s\($0)") }
        + (0..<3).map { item(link: "\(scheme)://a.example/l\($0)", title: "l \(run % 2)") }
      try await stored.update(["a": rss(items.shuffled(using: &generator).joined())], at: Double(run) / 4)
      #expect(try await stored.records().count == 11, "run \(run)")
    }
  }

  @Test("the name of a record never changes")
  func names() async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1"))])
    #expect(try await stored.records().map(\.name) == [CatalogName.article("1", of: "a")])
    #expect(CatalogName.article("1", of: "a").rawValue == "5ecab5c1-20c4-5b9e-a7dd-8c3570bdc728")
  }

  @Test("a record that the app uploaded under another name is the article, and its text is corrected")
  func uploaded() async throws {
    var stored = try StoredArticles()
    let fields: RecordFields = [
      "feedReference": .reference(Reference("a")), "guid": .string("1"), "title": .string("T"),
      "url": .string("https://a.example/1"),
      "contentHash": .string("x"), "content": .string("<script>alert(1)</script>"),
      "fetchedAt": .timestamp(StoredArticles.start),
      "expiresAt": .timestamp(Timestamp(milliseconds: 9_999_999_999_999)),
    ]
    _ = try await stored.container.modify([
      RecordOperation(.create, Record(type: "PublicArticle", name: "random", fields: fields))
    ])
    let summary = try await stored.update(["a": rss(item("1", link: "https://a.example/1", body: "<p>text</p>"))])
    #expect(summary.corrected == 1 && summary.created == 0)
    let record = try #require(try await stored.records().first)
    #expect(record.name == "random" && record["content"] == .string("<p>text</p>"))
    #expect(record["expiresAt"]?.timestamp?.milliseconds == StoredArticles.start.milliseconds + 90 * 86_400_000)
  }

  @Test("copies in other feeds are stored and counted, or skipped")
  func copies() async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1", body: "the same text"))])
    let counted = try await stored.update(["b": rss(item("2", body: "<b>the same</b> text"))], at: 1)
    #expect(counted.copies == 1 && counted.created == 1)
    stored.settings.skipsCopies = true
    let skipped = try await stored.update(["c": rss(item("3", body: "the same text"), item("4", body: "other"))], at: 2)
    #expect(skipped.copies == 1 && skipped.created == 1)
    // Every article of some feeds has the same short text.
    let others = ["d", "e"].map { (name: String) in
      (name, rss(item(name, link: "https://\(name).example/1", title: name, body: "the same text")))
    }
    let short = try await stored.update(Dictionary(uniqueKeysWithValues: others), at: 3)
    #expect(short.copies == 0 && short.created == 2)
    // A feed that collects others adds the author to titles, and keeps addresses.
    let collected = item("6", link: "https://d.example/1", title: "Author: d", body: "the same text")
    #expect(try await stored.update(["f": rss(collected)], at: 4).copies == 1)
  }
}
