import Articles
import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Foundation
import SQLiteStore
import Testing

/// An entry as its feed spells it.
private struct Entry {
  var guid: String
  var title = "T"
  var link: String
  var summary = "<p>News &amp; <b>views</b></p>"
  var titleType = "html"

  var atom: String {
    func text(_ raw: String) -> String { raw.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    return "<entry><id>\(text(guid))</id><title type='\(titleType)'>\(text(title))</title><link href='\(text(link))'/>"
      + "<updated>2026-11-17T00:00:00Z</updated><summary type='html'>\(text(summary))</summary></entry>"
  }

  static func feed(_ entries: [Entry]) -> String {
    "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>\(entries.map(\.atom).joined())</feed>"
  }
}

/// A program with CelestraCloud's habits: it looks articles up by their identifiers as written, names new ones at random,
/// and writes all fields of an article as the feed spells them if title, address, or identifier differ.
private struct OtherProgram {
  let container: LocalContainer

  /// Returns the number of articles that were written.
  func update(_ entries: [Entry], at day: Double) async throws -> Int {
    let query = Query(
      "Article",
      filters: [
        Filter("feedRecordName", .equals, .string("a")),
        Filter("guid", .in, .strings(Set(entries.map(\.guid)).sorted())),
      ])
    var stored: [String: Record] = [:]
    try await container.forEachPage(of: query) { (page) throws(RecordStoreError) in
      for record in page { stored[record["guid"]?.string ?? ""] = record }
    }
    let now = Timestamp(milliseconds: StoredArticles.start.milliseconds + Int64(day * 86_400_000))
    let operations = entries.compactMap { entry -> RecordOperation? in
      let record = stored[entry.guid]
      if record?["title"]?.string == entry.title, record?["url"]?.string == entry.link { return nil }
      let fields: RecordFields = [
        "feedRecordName": .string("a"), "guid": .string(entry.guid), "title": .string(entry.title),
        "url": .string(entry.link), "excerpt": .string(entry.summary),
        "contentHash": .string("\(entry.title)|\(entry.link)|\(entry.guid)"), "fetchedTimestamp": .timestamp(now),
        "expiresTimestamp": .timestamp(Timestamp(milliseconds: now.milliseconds + 30 * 86_400_000)),
      ]
      let name = record?.name ?? RecordName(UUID().uuidString)
      return RecordOperation(
        record == nil ? .create : .update,
        Record(type: "Article", name: name, changeTag: record?.changeTag, fields: fields))
    }
    _ = try await container.modify(operations)
    return operations.count
  }
}

@Suite("Articles that two programs write")
struct OtherProgramTests {
  private static let entries = [
    Entry(guid: "tag:1", title: "Plain", link: "https://a.example/1"),
    Entry(guid: "tag:2", title: "News &amp; <b>views</b>", link: "https://a.example/2"),
    Entry(guid: "\n    tag:3\n  ", title: "Use &lt;canvas&gt;", link: "https://a.example/3"),
    Entry(guid: "  https://a.example/4 ", link: "https://a.example/4", summary: "Text"),
    Entry(guid: "tag:5", title: "&quot;Q&quot;", link: "HTTPS://A.example/a b"),
    Entry(guid: "tag:6", title: "Use <b> &amp; <i>", link: "https://a.example/6", titleType: "text"),
  ]

  private static func feed(_ layout: CatalogLayout) -> Record {
    let fields: RecordFields = ["title": .string("A"), "feedURL": .string("https://a.example/f")]
    return Record(type: layout.feedType, name: "a", fields: fields)
  }

  /// The documents of ten generations: new entries at the top, edits of titles, and entries that leave.
  private static let generations = (0..<10).map { generation in
    var entries = Self.entries
    for index in entries.indices where (generation / (index + 2)) % 2 == 1 { entries[index].title += " &amp; more" }
    let new = (0..<generation).map {
      Entry(guid: " n\($0)\n", title: "N &#38; \($0)", link: "https://a.example/n\($0)")
    }
    return generation > 7 ? new + entries.dropLast() : new + entries
  }

  @Test("no article doubles, and no field changes back without a change of the feed", arguments: [false, true])
  func turns(isOtherFirst: Bool) async throws {
    var stored = try StoredArticles(.celestraKit)
    let other = OtherProgram(container: stored.container)
    for (generation, entries) in Self.generations.enumerated() {
      let document = Entry.feed(entries)
      for pass in 0..<4 {
        let day = Double(generation) + Double(pass) / 8
        stored.settings.refreshes = pass > 0
        var written = isOtherFirst ? try await other.update(entries, at: day) : 0
        let summary = try await stored.update(["a": document], at: day + 0.05)
        written += summary.created + summary.updated
        if !isOtherFirst { written += try await other.update(entries, at: day + 0.1) }
        #expect(pass < 2 || written == 0, "generation \(generation), pass \(pass): \(written)")
      }
      let known = Set(Self.generations[0...generation].joined().map { $0.guid.filter { !$0.isWhitespace } })
      let records = try await stored.records()
      #expect(records.count == known.count, "generation \(generation)")
      #expect(records.allSatisfy { $0["excerpt"]?.string.map { !$0.contains("<") } ?? true })
    }
  }

  @Test("an article that doubled over white space around its identifier is joined, and does not double again")
  func joined() async throws {
    var stored = try StoredArticles(.celestraKit)
    _ = try await stored.container.modify([RecordOperation(.create, Self.feed(.celestraKit))])
    let entry = Self.entries[2]
    // As a version wrote it that did not keep the white space.
    var bare = entry
    bare.guid = "tag:3"
    try await stored.update(["a": Entry.feed([bare])])
    let other = OtherProgram(container: stored.container)
    #expect(try await other.update([entry], at: 1) == 1)
    #expect(try await stored.records().count == 2)
    let outcome = try await stored.audit(at: 1)
    #expect(outcome.findings.map(\.diagnostic.rule).contains("repeated-articles"))
    let results = try await stored.container.modify(outcome.fixes.map(\.operation))
    #expect(!results.contains { if case .failed = $0 { true } else { false } }, "\(results)")
    let left = try #require(try await stored.records().first)
    #expect(left.name == CatalogName.article("tag:3", of: "a") && left["guid"]?.string == entry.guid)
    for day in 2..<5 {
      _ = try await other.update([entry], at: Double(day))
      try await stored.update(["a": Entry.feed([entry])], at: Double(day))
      #expect(try await stored.records().count == 1)
    }
  }

  @Test("HTML in texts by another program is found and removed once", arguments: CatalogLayout.allCases)
  func markup(layout: CatalogLayout) async throws {
    let stored = try StoredArticles(layout)
    let texts = [
      "title": "News &amp; <i>views</i>", "excerpt": "<p>A <img src=x onerror=\"alert(1)\"> picture</p>",
      "contentText": "<script>alert(1)</script>Text",
    ]
    var fields: RecordFields = [
      "guid": .string("1"), "url": .string("https://a.example/1"),
      ArticleField.feedReference.name(in: layout) ?? "": ArticleField.feedReference.reference(to: "a", in: layout),
      ArticleField.expiresAt.name(in: layout) ?? "": .timestamp(StoredArticles.start),
    ]
    for (name, text) in texts { fields[name] = .string(text) }
    _ = try await stored.container.modify([
      RecordOperation(.create, Self.feed(layout)),
      RecordOperation(.create, Record(type: layout.articleType, name: "x", fields: fields)),
    ])
    let outcome = try await stored.audit(at: 0)
    let found = outcome.findings.filter { $0.diagnostic.rule == "markup-in-article" }
    let fieldsFound = found.map { $0.diagnostic.path?.split(separator: ".").last }
    #expect(fieldsFound == ["title", "excerpt", "contentText"])
    _ = try await stored.container.modify(outcome.fixes.map(\.operation))
    let record = try #require(try await stored.records().first)
    #expect(record["title"] == .string("News & views"))
    #expect(record["excerpt"] == .string("A picture") && record["contentText"] == .string("Text"))
    #expect(try await stored.audit(at: 0).findings.allSatisfy { $0.diagnostic.rule != "markup-in-article" })
  }

  @Test(
    "texts about HTML stay as they are, and HTML that was escaped twice does not reach them",
    arguments: [
      (
        "The &amp;lt;b&amp;gt; element", "<pre>&lt;p&gt;Hello&lt;/p&gt; &lt;a href='x'&gt;</pre>",
        "The <b> element", "Hello"
      ),
      ("Use &lt;canvas&gt;", "&lt;p&gt;One &amp;amp; &lt;i&gt;two&lt;/i&gt;&lt;/p&gt;", "Use <canvas>", "One & two"),
      ("&amp;lt;i&amp;gt;A&amp;lt;/i&amp;gt;", "Plain", "A", "Plain"),
    ])
  func code(title: String, body: String, plainTitle: String, excerpt: String) async throws {
    var stored = try StoredArticles()
    _ = try await stored.container.modify([RecordOperation(.create, Self.feed(.publicCatalog))])
    try await stored.update(["a": rss(item("1", title: title, body: body))])
    let record = try #require(try await stored.records().first)
    #expect(record["title"] == .string(plainTitle) && record["excerpt"] == .string(excerpt), "\(record.fields)")
    #expect(try await stored.audit(at: 0).findings.isEmpty)
    let change = record.change(["contentText": .string("<b>x</b>"), "excerpt": .string("<b>x</b>")])
    _ = try await stored.container.modify([change.operation])
    // Other texts have markup of their own, as the article's HTML shows.
    #expect(try await stored.audit(at: 0).findings.count == (body == "Plain" ? 2 : 1))
  }

  @Test("entries that share an identifier get one answer, in any order of the records")
  func repeatedIdentifiers() async throws {
    let texts = ["one", "two", "one", "three", "two"]
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 1, 0, 4, 2]] {
      let stored = try StoredArticles()
      var operations = [RecordOperation(.create, Self.feed(.publicCatalog))]
      for (place, index) in order.enumerated() {
        let fields: RecordFields = [
          "feedReference": .reference(Reference("a")), "guid": .string("g"), "url": .string("https://a.example/"),
          "title": .string(texts[index]), "contentHash": .string(texts[index]),
          "expiresAt": .timestamp(StoredArticles.start), "fetchedAt": .timestamp(StoredArticles.start),
        ]
        let record = Record(type: "PublicArticle", name: RecordName("x\(place)"), fields: fields)
        operations.append(RecordOperation(.create, record))
      }
      _ = try await stored.container.modify(operations)
      let outcome = try await stored.audit(at: 0)
      #expect(outcome.findings.count { $0.diagnostic.rule == "repeated-articles" } == 2, "\(order)")
    }
  }
}

extension StoredArticles {
  func audit(at day: Double) async throws -> CatalogAudit.Outcome {
    let asOf = Timestamp(milliseconds: Self.start.milliseconds + Int64(day * 86_400_000))
    var audit = CatalogAudit(reader, container: "c", articles: settings, asOf: asOf)
    return try await audit.run([.articles])
  }
}
