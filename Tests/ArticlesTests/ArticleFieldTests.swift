import Articles
import Catalog
import CloudKitRecords
import Foundation
import TestEnvironment
import Testing

@Suite("The fields of articles")
struct ArticleFieldTests {
  private static func fields(
    _ layout: CatalogLayout = .publicCatalog, _ items: String..., channel: String = "", robotsTag: String? = nil
  ) async throws -> Record {
    var stored = try StoredArticles(layout)
    try await stored.update(["a": rss(items.joined(), channel: channel)], robotsTag: robotsTag)
    return try #require(try await stored.records().first)
  }

  @Test("every field of an article in the layout of seed 000")
  func publicCatalog() async throws {
    let record = try await Self.fields(
      .publicCatalog,
      item(
        " 1 ", link: "/1", title: "A &lt;b&gt;bold&lt;/b&gt; &amp;amp; title", body: "<p>A summary.</p>",
        """
        <content:encoded><![CDATA[<p onclick=x>One two &amp; three.</p><img src=/i.png>]]></content:encoded>\
        <author>a@a.example (Ann B.)</author><category>News</category><category>news</category><dc:subject>R&amp;amp;D</dc:subject>\
        <media:thumbnail url="/t.png"/><dc:language>pt_BR</dc:language>
        """))
    let day: Int64 = 86_400_000
    let start = StoredArticles.start.milliseconds
    #expect(
      record.fields == [
        "feedReference": .reference(Reference("a")), "guid": .string("1"), "title": .string("A bold & title"),
        "url": .string("https://a.example/1"), "excerpt": .string("A summary."),
        "content": .string("<p>One two &amp; three.</p><img src=\"https://a.example/i.png\">"),
        "contentText": .string("One two & three."),
        "contentHash": .string(ContentDigest.sha256("One two & three.")), "author": .string("Ann B."),
        "imageURL": .string("https://a.example/t.png"), "language": .string("pt"), "tags": .strings(["news", "r&d"]),
        "wordCount": .int64(3), "estimatedReadingTime": .int64(1),
        "publishedDate": .timestamp(Timestamp(milliseconds: start - day)),
        "fetchedAt": .timestamp(StoredArticles.start),
        "expiresAt": .timestamp(Timestamp(milliseconds: start + 90 * day)),
      ])
  }

  @Test("the layout of CelestraKit has its names, its hash and 30 days")
  func celestraKit() async throws {
    let record = try await Self.fields(.celestraKit, item("1", link: "https://a.example/1", title: "T", body: "text"))
    #expect(record.type == "Article" && record["feedRecordName"] == .string("a"))
    #expect(record["contentHash"] == .string("T|https://a.example/1|1"))
    #expect(record["expiresTimestamp"]?.timestamp?.milliseconds == StoredArticles.start.milliseconds + 30 * 86_400_000)
  }

  @Test(
    "the publication date is plausible, and never after the first fetch",
    arguments: [
      ("1970-01-01T00:00:00Z", nil), ("9999-12-31T00:00:00Z", nil), ("not a date", nil), (nil, nil),
      ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
    ] as [(String?, String?)])
  func dates(written: String?, stored: String?) async throws {
    let date = written.map { "<pubDate>\($0)</pubDate>" } ?? ""
    let record = try await Self.fields(.publicCatalog, item("1", day: nil, date))
    #expect(record["publishedDate"]?.timestamp?.description == stored ?? StoredArticles.start.description)
  }

  @Test(
    "publishers who ask not to archive their texts get excerpts only",
    arguments: [
      ("<itunes:block>yes</itunes:block>", nil, true), ("<itunes:block>no</itunes:block>", nil, false),
      ("", "noarchive", true), ("", "noindex, follow", false), ("", "googlebot: noarchive", false),
      ("", "noindex, nosnippet", true),
      ("<meta xmlns='http://www.w3.org/1999/xhtml' name='robots' content='noarchive'/>", nil, true),
    ] as [(String, String?, Bool)])
  func noArchive(channel: String, robotsTag: String?, isExcerpt: Bool) async throws {
    let body = "<p>" + String(repeating: "word ", count: 300) + "</p>"
    let record = try await Self.fields(.publicCatalog, item("1", body: body), channel: channel, robotsTag: robotsTag)
    #expect((record["content"] == nil) == isExcerpt)
    #expect((record["contentText"]?.string?.utf8.count ?? 0 <= 503) == isExcerpt)
  }

  @Test("a title is found where the item has none")
  func titles() async throws {
    let text = try await Self.fields(
      .publicCatalog, item("1", title: nil, body: String(repeating: "words ", count: 40)))
    #expect(text["title"]?.string?.hasPrefix("words words") == true)
    #expect(text["title"]?.string?.hasSuffix("words…") == true)
    let none = try await Self.fields(.publicCatalog, item("1", link: "https://a.example/1", title: nil))
    #expect(none["title"] == .string("https://a.example/1") && none["wordCount"] == nil && none["content"] == nil)
  }

  @Test(
    "a title that its feed declares to be text keeps its tags, and no title loses the words after a script",
    arguments: [
      ("<title>Why &lt;script&gt; tags block</title>", "Why <script> tags block"),
      ("<title>Use &lt;b&gt; &amp;amp; &lt;i&gt;</title>", "Use <b> & <i>"),
      ("<title>A &lt;b&gt;bold&lt;/b&gt; title</title>", "A bold title"),
      ("<title type='html'>Using &lt;style&gt; in &lt;head&gt;</title>", "Using <style> in <head>"),
      ("<title type='html'>A&lt;script&gt;x&lt;/script&gt; title</title>", "A title"),
      ("<title type='html'>Close &lt;/script&gt; tags</title>", "Close </script> tags"),
    ])
  func titlesAboutHTML(element: String, title: String) async throws {
    var stored = try StoredArticles()
    let entry = "<entry><id>1</id><link href='https://a.example/1'/>\(element)</entry>"
    let feed = "<feed xmlns='http://www.w3.org/2005/Atom'>\(entry)</feed>"
    try await stored.update(["a": feed])
    #expect(try await stored.values(of: ArticleField.title) == [title])
    stored.settings.refreshes = true
    #expect(try await stored.update(["a": feed], at: 1).updated == 0)
  }

  @Test(
    "an entry of several megabytes fits a record, ends in a link and is valid",
    arguments: ["<p>Größe &amp; 🎉 ", "x", "<div>"] + (TestEnvironment.usesFullAmounts ? ["🎉", "<b>a</b>", "<"] : []))
  func huge(piece: String) async throws {
    // The size of the largest document that is read, or a little more than a record.
    let length = TestEnvironment.usesFullAmounts ? 5_000_000 : 1_000_000
    let body = "<p>" + String(repeating: piece, count: length / piece.utf8.count)
    let record = try await Self.fields(.publicCatalog, item("1", link: "https://a.example/1?a=b&amp;c", body: body))
    let size = record.fields.values.reduce(0) { $0 + $1.size }
    #expect(size <= 900_000)
    guard let html = record["content"]?.string, html.utf8.count > 100_000 else { return }
    #expect(html.hasSuffix("<p><a href=\"https://a.example/1?a=b&amp;c\">Read more</a></p>"))
    try SanitizerAttackTests.check(html)
  }

  @Test(
    "the name of an author is what follows a mail address in parentheses",
    arguments: [
      ("a@a.example (Ann B.)", "Ann B."), ("Ann B. (she/her)", "Ann B. (she/her)"),
      ("a@a.example ()", "a@a.example ()"),
    ])
  func authors(written: String, stored: String) async throws {
    let record = try await Self.fields(.publicCatalog, item("1", body: "x", "<author>\(written)</author>"))
    #expect(record["author"] == .string(stored))
  }

  @Test("a long text that fits a record is stored whole")
  func long() async throws {
    let body = "<p>" + String(repeating: "word ", count: 40_000) + "end</p>"
    let record = try await Self.fields(.publicCatalog, item("1", link: "https://a.example/1", body: body))
    #expect(record["contentText"]?.string?.utf8.count == 200_003)
    #expect(record["content"]?.string?.hasSuffix("end</p>") == true)
  }

  @Test("identifiers, titles and links of any length and with any characters are stored safely")
  func hostileFields() async throws {
    let record = try await Self.fields(
      .publicCatalog,
      item(
        String(repeating: "g", count: 10_000), link: "javascript:alert(1)",
        title: "a\u{202E}b \u{1F389} " + String(repeating: "t", count: 5000),
        body: "x", "<media:thumbnail url='javascript:x'/><author>\u{2066}evil</author>"))
    #expect(record["guid"]?.string?.utf8.count == 2048)
    #expect(record["url"] == .string("https://a.example/"))
    #expect(record["title"]?.string?.hasPrefix("ab 🎉 ttt") == true)
    #expect(record["title"]?.string?.unicodeScalars.count ?? 0 <= 2048)
    #expect(record["imageURL"] == nil && record["author"] == .string("evil"))
  }

  @Test(
    "words and minutes of texts",
    arguments: [
      ("one two, three's four_5", 4, 1), (String(repeating: "word ", count: 201), 201, 2),
      ("日本語です", 5, 1), (String(repeating: "漢", count: 1001), 1001, 3), ("안녕 세상", 2, 1), ("Größe naïve", 2, 1),
      ("e\u{301}te\u{301} — x", 2, 1), ("🎉 🎉", 0, 1),
    ])
  func words(text: String, words: Int64, minutes: Int64) async throws {
    let record = try await Self.fields(.publicCatalog, item("1", body: text))
    #expect(record["wordCount"] == .int64(words) && record["estimatedReadingTime"] == .int64(minutes))
  }
}
