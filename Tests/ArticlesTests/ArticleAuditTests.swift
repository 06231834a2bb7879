import Articles
import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import SQLiteStore
import Testing

@Suite("Auditing articles")
struct ArticleAuditTests {
  private static func audit(
    _ stored: StoredArticles, asOf: Timestamp = StoredArticles.start
  ) async throws -> CatalogAudit.Outcome {
    var audit = CatalogAudit(stored.reader, container: "c", articles: stored.settings, asOf: asOf)
    return try await audit.run([.articles])
  }

  @Test("the newer of two articles with one identifier is deleted, whatever else is wrong with it")
  func duplicates() async throws {
    var stored = try StoredArticles()
    let feed = Record(type: stored.layout.feedType, name: "a", fields: ["title": .string("A")])
    _ = try await stored.container.modify([RecordOperation(.create, feed)])
    try await stored.update(["a": rss(item("1", body: "one"), item("2", body: "two"))])
    let copies = try await stored.records().map { record in
      let fields = record.fields.filter { $0.key != ArticleField.expiresAt.name }
      return Record(type: record.type, name: RecordName("copy-\(record.name)"), fields: fields)
    }
    _ = try await stored.container.modify(copies.map { RecordOperation(.create, $0) })
    let audit = try await Self.audit(stored)
    #expect(audit.count("missing-expiry") == 2 && audit.count("repeated-articles") == 2)
    #expect(audit.fixes.map(\.recordName) == copies.map(\.name).sorted())
    #expect(audit.fixes.allSatisfy { $0.operation.kind.isDelete })
  }

  /// A container with a feed and the articles of a document.
  private static func container(_ items: String...) async throws -> StoredArticles {
    var stored = try StoredArticles()
    let feed = Record(type: stored.layout.feedType, name: "a", fields: ["title": .string("A")])
    _ = try await stored.container.modify([RecordOperation(.create, feed)])
    try await stored.update(["a": "<rss version='2.0'><channel>\(items.joined())</channel></rss>"])
    return stored
  }

  @Test(
    "different entries that share a link, or an identifier without link, are no duplicates",
    arguments: [
      "<link>https://a.example/p</link><!-- same -->", "<link>https://a.example/p</link>",
      "<guid isPermaLink='false'>7</guid>",
    ])
  func shared(key: String) async throws {
    let stored = try await Self.container(
      "<item><title>One</title>\(key)<description>one</description></item>",
      "<item><title>Two</title>\(key)<description>\(key.contains("same") ? "one" : "two")</description></item>")
    #expect(try await stored.records().count == 2)
    let audit = try await Self.audit(stored)
    #expect(audit.count("repeated-articles") == 0 && audit.fixes.isEmpty)
  }

  @Test("of a copy with an earlier date and another text, the record with the computed name stays")
  func forged() async throws {
    let stored = try await Self.container("<item><guid>1</guid><title>One</title><description>one</description></item>")
    let ours = try #require(try await stored.records().first)
    var fields = ours.fields
    fields[ArticleField.fetchedAt.name] = .timestamp(Timestamp(milliseconds: 1))
    fields[ArticleField.contentHash.name] = .string("other")
    let copy = Record(type: ours.type, name: "0", fields: fields)
    _ = try await stored.container.modify([RecordOperation(.create, copy)])
    let audit = try await Self.audit(stored)
    #expect(audit.fixes.map(\.recordName) == ["0"])
  }

  @Test("notes and articles without a feed are reported once per feed, and --fix deletes the latter")
  func grouped() async throws {
    let stored = try await Self.container(
      "<item><guid>1</guid><title>One</title><description>one</description></item>",
      "<item><guid>2</guid><title>Two</title><description>two</description></item>")
    let other = Record(type: stored.layout.feedType, name: "b", fields: ["title": .string("B")])
    _ = try await stored.container.modify([RecordOperation(.create, other)])
    let ours = try await stored.records()
    let field = stored.layout.articleFeedField
    let strays = ["b", "gone"].flatMap { feed in
      ours.map { record in
        let value = ArticleField.feedReference.reference(to: RecordName(feed), in: stored.layout)
        let fields = record.fields.merging([field: value]) { $1 }
        return Record(type: record.type, name: RecordName("\(feed)-\(record.name)"), fields: fields)
      }
    }
    _ = try await stored.container.modify(strays.map { RecordOperation(.create, $0) })
    let outcome = try await Self.audit(stored)
    #expect(
      outcome.findings.map(\.diagnostic.message) == [
        "2 articles are also in the feed 'a'",
        "2 articles have names that 'update' does not give: of another program, a merged feed, or a moved site",
        "2 articles belong to the feed 'gone', which does not exist",
      ])
    #expect(outcome.fixes.map(\.recordName) == strays.suffix(2).map(\.name).sorted())
  }

  @Test(
    "an article without identifier and link has the name that 'update' gives", arguments: ["One", "One: two three"])
  func unidentified(title: String) async throws {
    let stored = try await Self.container(
      "<item><title>\(title)</title><pubDate>Sun, 01 Nov 2026 12:00:00 GMT</pubDate></item>")
    #expect(try await stored.records().count == 1)
    #expect(try await Self.audit(stored).count("foreign-name") == 0)
  }

  @Test("by a clock that is behind no date is changed")
  func behind() async throws {
    let stored = try await Self.container("<item><guid>1</guid><title>One</title><description>one</description></item>")
    let past = Timestamp(milliseconds: StoredArticles.start.milliseconds - 300 * 86_400_000)
    #expect(try await Self.audit(stored, asOf: past).fixes.isEmpty)
  }

  @Test("an address that is not a web address is found, and a picture's is cleared")
  func links() async throws {
    let stored = try await Self.container("<item><guid>1</guid><title>One</title><description>one</description></item>")
    let record = try #require(try await stored.records().first)
    let unsafe = FieldValue.string("javascript:alert(1)")
    let change = record.change([ArticleField.url.name: unsafe, ArticleField.imageURL.name: unsafe])
    _ = try await stored.container.modify([change.operation])
    let audit = try await Self.audit(stored)
    #expect(audit.count("unsafe-link") == 2)
    #expect(audit.fixes.map(\.operation.cleared) == [[ArticleField.imageURL.name]])
  }

  @Test("one fix of a full text with markup leaves the excerpt without markup")
  func excerpt() async throws {
    var stored = try await Self.container("<item><guid>1</guid><title>One</title><description>one</description></item>")
    stored.settings.content = .excerpt
    let record = try #require(try await stored.records().first)
    let html = "<p>A <a href=\"https://a.example/\" onclick=\"x()\">link</a></p><script>alert(1)</script>"
    let full = html + "<p>" + String(repeating: "word ", count: 200) + "</p>"
    let change = record.change([ArticleField.content.name: .string(full), ArticleField.excerpt.name: .string(html)])
    _ = try await stored.container.modify([change.operation])
    let audit = try await Self.audit(stored)
    #expect(audit.count("full-texts") == 1 && audit.count("unsafe-html") == 0)
    _ = try await stored.container.modify(audit.fixes.map(\.operation))
    let fixed = try #require(try await stored.records().first)
    #expect(fixed[ArticleField.content.name] == nil)
    for field in [ArticleField.contentText, ArticleField.excerpt] { #expect(fixed[field.name] == .string("A link")) }
    #expect(try await Self.audit(stored).fixes.isEmpty)
  }

  @Test("a field that one fix clears is not set by another")
  func cleared() async throws {
    let stored = try await Self.container("<item><guid>1</guid><title>One</title><description>one</description></item>")
    let record = try #require(try await stored.records().first)
    let change = record.change([
      ArticleField.content.name: .string("<script>alert(1)</script>"),
      ArticleField.contentText.name: .string("<script>alert(1)</script>"),
    ])
    _ = try await stored.container.modify([change.operation])
    let operations = try await Self.audit(stored).fixes.map(\.operation)
    #expect(operations.map(\.cleared) == [[ArticleField.contentText.name]])
    #expect(operations.map(\.record.fields) == [[ArticleField.content.name: .string("")]])
  }
}

extension CatalogAudit.Outcome {
  fileprivate func count(_ rule: String) -> Int { findings.count { $0.diagnostic.rule == rule } }
}
