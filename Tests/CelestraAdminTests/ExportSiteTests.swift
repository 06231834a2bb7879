import Foundation
import Syndication
import TestEnvironment
import Testing

@Suite("celestra-admin export html")
struct ExportSiteTests {
  private static let hostile = #"</script><script>alert(1)</script>\" onload=x {{title}} ]]> &amp;"#
  private static let schemas = ["schema/celestra.ckdb", "schema/celestrakit.ckdb"]

  /// Two categories, of which one is below the other, a collection, hostile texts, and a feed without a category.
  private static func catalog(_ options: String...) throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"categories":[{"slug":"tech","name":"Tech","sortOrder":1,"description":"\(hostile)"},
        {"slug":"swift","name":"\(hostile)","sortOrder":2,"parentCategory":"tech"}],
      "feeds":[
        {"feedURL":"https://a.example/feed?x=1&y=2","title":"\(hostile)","category":"tech","subtitle":"\(hostile)",
         "siteURL":"https://a.example/","language":"en","addedAt":"2026-11-03T00:00:00Z"},
        {"feedURL":"https://b.example/feed","title":"Bücher","category":"swift","language":"de",
         "addedAt":"2026-11-02T00:00:00Z"},
        {"feedURL":"https://c.example/feed","title":"C","addedAt":"2026-11-01T00:00:00Z"},
        {"feedURL":"https://d.example/feed","title":"Off","category":"tech","isActive":false}],
      "collections":[{"slug":"best","title":"The Best","curatorName":"Ann",
        "feeds":["https://c.example/feed","https://a.example/feed?x=1&y=2"]}]}
      """, to: "s.json")
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    try session.seed(["s.json", "--as-of", "2026-11-21"] + options)
    return session
  }

  private static func export(_ session: Session, _ more: String...) throws -> ExportedSite {
    let run = try session.run(["export", "html", "--output", "site", "--as-of", "2026-11-21"] + more)
    try #require(run.status == 0, "\(run)")
    return try ExportedSite(session)
  }

  @Test("a site has a page and an OPML document for each category and collection, and every link resolves")
  func files() throws {
    let session = try Self.catalog()
    let run = try session.run("export", "html", "--output", "site", "--as-of", "2026-11-21")
    #expect(
      run.err == """
        3 feeds written to site; the first page is index.html
        note: 1 inactive feed omitted; --include-inactive exports inactive feeds

        """)
    let site = try ExportedSite(session)
    let sections = ["categories/swift", "categories/tech", "categories/without-category", "collections/best"]
    #expect(
      site.files.keys.sorted()
        == (sections.flatMap { ["\($0).html", "opml/\($0).opml"] } + [
          ".celestra-site", ".nojekyll", "feeds.opml", "index.html", "new.atom", "site.css", "site.js",
        ]).sorted())
    #expect(site.deadLinks == [])
    #expect(site["index.html"].contains("<p>3 feeds in 3 categories and 1 collection, as of 2026-11-21.</p>"))
    #expect(site["collections/best.html"].contains("<p>2 feeds, as of 2026-11-21. Curated by Ann.</p>"))
    let titles = site["collections/best.html"].matches(of: #/<h2>.*?<bdi[^>]*>(.*?)<\/bdi>/#).map { $0.1.prefix(1) }
    #expect(titles == ["C", "&"])
    #expect(site["categories/swift.html"].contains(#"<a href="../categories/tech.html"><bdi>Tech</bdi></a>"#))
    #expect(site["categories/tech.html"].contains(#"<a href="../categories/swift.html">"#))
  }

  @Test("the container of CelestraKit has a site of its categories", arguments: schemas)
  func layouts(schema: String) throws {
    let session = try Self.catalog("--schema", schema)
    let site = try Self.export(session)
    #expect(site.deadLinks == [])
    #expect(site.pages.keys.contains("categories/tech.html"))
    #expect(site.pages.keys.contains { $0.hasPrefix("collections/") } == (schema == Self.schemas[0]))
    #expect(site["feeds.opml"] == (try session.run("export", "opml").out))
  }

  @Test("hostile texts are text in pages, OPML, and Atom, and only web addresses are links")
  func hostile() throws {
    let session = try Self.catalog()
    try session.change("UPDATE PublicFeed SET siteURL = 'javascript:alert(1)' WHERE title = 'C'")
    try session.change("UPDATE FeedCollection SET title = title || char(8238, 0, 10) || '\"><img src=x>'")
    let site = try Self.export(session, "--title", "<b>\" onload=x", "--url", "https://feeds.example/it")
    #expect(site.deadLinks == [])
    for (path, text) in site.files where path != "site.js" && path != "site.css" {
      #expect(!text.contains("<script>") && !text.contains("<img") && !text.contains("<b>"), "\(path)")
      #expect(!text.contains("\" onload") && !text.contains("javascript:"), "\(path)")
      #expect(path.hasSuffix(".opml") || !text.contains("\u{202E}"), "\(path)")
    }
    for (path, text) in site.pages {
      #expect(text.matches(of: #/<script/#).count == 1 && !text.contains("<style"), "\(path)")
      #expect(text.contains("default-src 'none'; style-src 'self'; script-src 'self'"), "\(path)")
    }
    #expect(
      site.outsideLinks == [
        "https://a.example/", "https://a.example/feed?x=1&amp;y=2", "https://b.example/feed", "https://c.example/feed",
      ])
  }

  @Test("the OPML documents are those of 'export opml', which seeding reads without changes")
  func outlines() throws {
    let session = try Self.catalog()
    let site = try Self.export(session, "--title", "T")
    let tech = try session.run("export", "opml", "--category", "tech", "--title", "T: Tech").out
    #expect(site["opml/categories/tech.opml"] == tech)
    let best = try session.run("export", "opml", "--collection", "best", "--title", "T: The Best").out
    #expect(site["opml/collections/best.opml"] == best)
    #expect(try session.run("seed", "feeds", "site/feeds.opml", "--dry-run").out.contains("nothing to do"))
  }

  @Test("the feed of new feeds is read, with ids that stay when a feed joins")
  func atom() throws {
    let session = try Self.catalog()
    func read() throws -> FeedDocument {
      let site = try Self.export(session, "--url", "https://feeds.example")
      let xml = Array(site["new.atom"].utf8)
      let read = FeedDocument.read(xml, contentType: nil, url: "https://feeds.example/new.atom")
      guard case .feed(let feed) = read else { throw CocoaError(.fileReadCorruptFile) }
      return feed
    }
    let before = try read()
    #expect(before.problems.isEmpty && before.items.map { $0.title?.prefix(1) } == ["<", "B", "C"])
    #expect(before.items.map(\.link) == ["https://a.example/", "https://b.example/feed", "https://c.example/feed"])
    #expect(try session.read("site/new.atom").contains(#"<link rel="self" href="https://feeds.example/new.atom"/>"#))
    try session.write("https://e.example/feed E\n", to: "more.txt")
    #expect(try session.run("seed", "more.txt", "--as-of", "2026-11-22").status == 0)
    let after = try read()
    #expect(after.items.dropFirst().map(\.id) == before.items.map(\.id))
    #expect(Set(after.items.map(\.id)).count == 4)
  }

  @Test("a feed has its health, score, subscribers, and three newest articles")
  func facts() throws {
    let session = try Self.catalog()
    let feed = try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'C'")[0]
    try session.change(
      """
      UPDATE PublicFeed SET qualityScore = 87 WHERE title = 'C';
      UPDATE FeedMetadata SET totalAttempts = 9, successfulAttempts = 3, failureCount = 6, subscriberCount = 1204
      """)
    let articles = (1...4).map { day in
      """
      {"recordType":"PublicArticle","recordName":"a\(day)","fields":{"feedReference":"\(feed)","guid":"\(day)",
      "url":"\(day == 3 ? "javascript:x" : "https://c.example/\(day)")","contentHash":"\(day)","title":"Part \(day)\\n<b>",
      "publishedDate":"2026-11-0\(day)T00:00:00Z","fetchedAt":"2026-11-05T00:00:00Z","expiresAt":"2027-01-01T00:00:00Z"}}
      """.replacing("\n", with: "")
    }
    try session.write(articles.joined(separator: "\n"), to: "a.jsonl")
    let put = try session.run("records", "put", "a.jsonl", "--allow-job-fields", "--yes")
    #expect(put.status == 0, "\(put)")
    let page = try Self.export(session)["categories/without-category.html"]
    #expect(page.contains(#"<span class="bad">down</span> · score 87 · 1204 subscribers</p>"#))
    #expect(
      page.contains(
        """
        <ul><li><a href="https://c.example/4"><bdi>Part 4 &lt;b&gt;</bdi></a> <time>2026-11-04</time></li>\
        <li><bdi>Part 3 &lt;b&gt;</bdi> <time>2026-11-03</time></li>\
        <li><a href="https://c.example/2"><bdi>Part 2 &lt;b&gt;</bdi></a> <time>2026-11-02</time></li></ul>
        """))
    #expect(page.contains("aria-hidden=\"true\">C</span>") && !page.contains("Part 1"))
  }

  @Test("the same catalog gives the same bytes, and pages of sections that are gone are removed")
  func again() throws {
    let session = try Self.catalog()
    let first = try Self.export(session)
    #expect(try Self.export(session).files == first.files)
    try session.write("mine", to: "site/CNAME")
    try session.write("mine", to: "site/categories/notes.txt")
    try session.change("UPDATE PublicFeed SET category = NULL WHERE title = 'Bücher'; DELETE FROM FeedCollection")
    let second = try Self.export(session)
    #expect(
      Set(first.files.keys).subtracting(second.files.keys) == [
        "categories/swift.html", "opml/categories/swift.opml", "collections/best.html", "opml/collections/best.opml",
      ])
    #expect(second["CNAME"] == "mine" && second["categories/notes.txt"] == "mine")
    #expect(second.deadLinks == [])
  }

  @Test("a file of another origin is neither replaced nor removed")
  func others() throws {
    let session = try Self.catalog()
    try session.write("mine", to: "site/index.html")
    let run = try session.run("export", "html", "--output", "site/")
    #expect(
      run.err
        == "celestra-admin: error: site/index.html was not written by 'export html'; nothing was written; remove it, "
        + "or name another folder\n")
    #expect(run.status == 2)
    #expect(try ExportedSite(session).files == ["index.html": "mine"])
    try session.write("keep", to: "keep.txt")
    try session.write("../keep.txt\n/etc/x\nindex.html\nold.html\n", to: "site/.celestra-site")
    try session.write("old", to: "site/old.html")
    let site = try Self.export(session)
    #expect(site["old.html"] == "" && site["index.html"].hasPrefix("<!DOCTYPE html>"))
    #expect(try session.read("keep.txt") == "keep")
    #expect(try session.run("export", "html", "--output", "s.json").err.contains("s.json is a file; name a folder"))
  }

  @Test("slugs that are unsafe as file names, and names that collide, have pages of their own")
  func slugs() throws {
    let session = try Self.catalog()
    try session.change(
      """
      UPDATE FeedCategory SET slug = '../../x', name = 'Without category' WHERE slug = 'swift';
      UPDATE FeedCategory SET name = '日本' WHERE slug = 'tech'
      """)
    let add = [
      "collections", "add", "other", "--title", "The Best", "https://b.example/feed", "--container-only", "--yes",
    ]
    #expect(try session.run(add).status == 0)
    let site = try Self.export(session)
    #expect(
      site.pages.keys.sorted() == [
        "categories/tech.html", "categories/without-category-2.html", "categories/without-category.html",
        "collections/best.html", "collections/the-best.html", "index.html",
      ])
    #expect(site.deadLinks == [])
  }

  @Test("an empty catalog has a first page")
  func empty() throws {
    let session = try Session(copying: "schema")
    try session.write("{\"feeds\":[]}", to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    let site = try Self.export(session)
    #expect(site.pages.keys.sorted() == ["index.html"] && site.deadLinks == [])
    #expect(site["index.html"].contains("<p>0 feeds, as of 2026-11-21.</p>"))
    #expect(site["new.atom"].contains("<updated>2026-11-21T00:00:00Z</updated>"))
  }

  @Test(
    "filters select the feeds of a site",
    arguments: [
      (["--category", "swift"], ["categories/swift.html", "categories/tech.html", "index.html"]),
      (["--language", "en"], ["categories/tech.html", "collections/best.html", "index.html"]),
      (
        ["--collection", "best"],
        ["categories/tech.html", "categories/without-category.html", "collections/best.html", "index.html"]
      ),
    ])
  func filters(options: [String], pages: [String]) throws {
    let session = try Self.catalog()
    let run = try session.run(["export", "html", "--output", "site"] + options)
    let site = try ExportedSite(session)
    #expect(site.pages.keys.sorted() == pages && site.deadLinks == [], "\(run)")
  }

  @Test("a filter that matches no feed writes no page, and leaves the former ones")
  func noMatch() throws {
    let session = try Self.catalog()
    let before = try Self.export(session).files
    let run = try session.run("export", "html", "--output", "site", "--verified")
    #expect(run.status == 2 && run.err.contains("no feed matches; no page was written"), "\(run)")
    #expect(try ExportedSite(session).files == before)
  }

  @Test("an inactive feed is named so")
  func inactive() throws {
    let session = try Self.catalog()
    try session.change("UPDATE PublicFeed SET isActive = 0")
    try session.run("export", "html", "--output", "site", "--include-inactive")
    #expect(try ExportedSite(session)["index.html"].contains("inactive"))
  }

  @Test("a feed whose address has a password is on no page")
  func password() throws {
    let session = try Session(copying: "schema")
    try session.write("https://user:hunter2@a.example/feed\nhttps://b.example/feed\n", to: "list.txt")
    try session.run("seed", "list.txt", "--allow-credentials")
    let run = try session.run("export", "html", "--output", "site")
    #expect(run.err.contains("1 feed written to site"))
    #expect(run.err.contains("note: feed 'a.example/feed' is not exported: its URL contains a user name or password\n"))
    #expect(try ExportedSite(session).files.values.allSatisfy { !$0.contains("hunter2") && !$0.contains("a.example") })
  }

  @Test(
    "options that do not fit are refused",
    arguments: [
      (["html"], "html is a folder of pages; pass --output FOLDER"),
      (["opml", "--url", "https://a.example"], "--url is the address of a site; use it with html"),
      (["html", "--output", "site", "--url", "ftp://a.example"], "--url takes the http or https address of the site"),
      (["html", "--output", "site", "--url", "https://a.example/index.html"], "address of the site's folder, not"),
      (["html", "--output", "site", "--url", "https://a.example/?a"], "address of the site's folder, not"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try Session().run(["export"] + arguments)
    #expect(run.status == 64 && run.err.contains(message), "\(run)")
  }
}
