import Foundation
import Testing

@Suite("celestra-admin app")
struct BrowseCommandTests {
  static let layouts = ["celestra", "celestrakit"]

  /// Articles of the feeds `a` and `b`, 120 each: article `n` of a feed is published in hour `n` of 2026-11-01.
  private static func articles(_ layout: String) -> String {
    let (type, feed, date) =
      layout == "celestra"
      ? ("PublicArticle", "feedReference", "publishedDate") : ("Article", "feedRecordName", "publishedTimestamp")
    return """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119)
      INSERT INTO \(type) (___recordID, ___createTime, ___createdBy, ___modTime, ___etag, \(feed), guid, title, url, \(date),
        content, contentText, author)
      SELECT f || '-' || i, 0, '_secret', 0, 'x' || i, f, 'g' || i, f || ' article ' || i || char(27) || '[31m',
        'https://user:pass@a.example/' || f || '/' || i, 1793491200000 + i * 3600000 + (f = 'b') * 1000, '<script>alert(1)</script>',
        CASE WHEN i % 40 = 3 THEN 'all about concurrency' ELSE 'other words' END, '=cmd()'
        FROM n, (SELECT 'a' AS f UNION SELECT 'b');
      """
  }

  /// A container of two feeds with articles; `a` is featured and has more subscribers than `b`.
  static func session(_ layout: String) throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"feeds": [
        {"feedURL": "https://a.example/feed", "title": "Swift News", "category": "technology", "isFeatured": true,
         "language": "en", "tags": ["apple"]},
        {"feedURL": "https://b.example/feed", "title": "Apple Pie", "category": "technology", "isFeatured": true,
         "language": "en", "tags": ["swift"]},
        {"feedURL": "https://c.example/feed", "title": "Swift auf Deutsch", "category": "technology", "language": "de"}
      ]}
      """, to: "feeds.json")
    try session.write(
      #"{"categories": [{"slug": "technology", "name": "Technology"}, {"slug": "empty", "name": "Empty"}]}"#,
      to: "categories.json")
    try session.seed([
      "categories.json", "feeds.json", "--schema", "schema/\(layout).ckdb", "--as-of", "2026-11-21",
    ])
    let type = layout == "celestra" ? "PublicFeed" : "Feed"
    try session.change(
      """
      UPDATE \(type) SET subscriberCount = CASE title WHEN 'Swift News' THEN 9 ELSE 5 END;
      UPDATE \(type) SET ___recordID = 'a' WHERE title = 'Swift News';
      UPDATE \(type) SET ___recordID = 'b' WHERE title = 'Apple Pie';
      """ + articles(layout))
    return session
  }

  /// Returns the values of a column in a run's CSV.
  private static func column(_ name: String, _ run: Session.Transcript) throws -> [String] {
    #expect(run.status == 0, "\(run)")
    let lines = run.out.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let index = try #require(lines.first?.firstIndex { $0 == name })
    return lines.dropFirst().map { String($0[index]) }
  }

  @Test("the featured feeds of a category come by subscribers, and an unknown category is named", arguments: layouts)
  func featured(layout: String) throws {
    let session = try Self.session(layout)
    let category = layout == "celestra" ? "technology" : "Technology"
    let run = try session.run("app", "featured", category, "--format", "csv")
    #expect(try Self.column("title", run) == ["Swift News", "Apple Pie"])
    let one = try session.run("app", "featured", category, "--limit", "1")
    #expect(one.out.contains("Swift News") && one.out.hasSuffix("more feeds match; --limit 0 lists all\n"))
    guard layout == "celestra" else { return }
    // A category's name finds its slug.
    #expect(try Self.column("title", session.run("app", "featured", "Technology", "--format", "csv")).count == 2)
    #expect(try session.run("app", "featured", "empty").out.hasPrefix("no feeds match; celestra.sqlite has "))
    #expect(
      try session.run("app", "featured", "nothing")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: there is no category 'nothing'; there are empty, technology\n"))
  }

  @Test("a search of feeds finds titles and tags of a language", arguments: layouts)
  func searchFeeds(layout: String) throws {
    let session = try Self.session(layout)
    let found = try session.run("app", "search-feeds", "Swift", "--format", "csv")
    #expect(try Self.column("title", found) == (layout == "celestra" ? ["Swift News", "Apple Pie"] : ["Swift News"]))
    let german = try session.run("app", "search-feeds", "deutsch swift", "--language", "de", "--format", "csv")
    #expect(try Self.column("title", german) == ["Swift auf Deutsch"])
    let tagged = try session.run("app", "search-feeds", "--tag", "Apple", "--format", "csv")
    if layout == "celestra" {
      #expect(try Self.column("title", tagged) == ["Swift News"])
    } else {
      let error = "celestra-admin: error: the layout celestraKit of this container has no index of tags\n"
      #expect(tagged == Session.Transcript(status: 2, out: "", err: error))
    }
  }

  @Test("the articles of feeds come newest first, since a date, page by page", arguments: layouts)
  func articles(layout: String) throws {
    let session = try Self.session(layout)
    let first = try session.run("app", "articles", "https://a.example/feed", "--format", "csv")
    #expect(try Self.column("recordName", first) == (70..<120).reversed().map { "a-\($0)" })
    let since = ["app", "articles", "a", "Apple Pie", "--since", "2026-11-05T20:30:00Z", "--format", "csv"]
    #expect(
      try Self.column("recordName", session.run(since)) == (117..<120).reversed().flatMap { ["b-\($0)", "a-\($0)"] })
    let page = try session.run("app", "articles", "a", "--limit", "30", "--format", "json")
    let next = try #require(page.out.firstMatch(of: /"next" : "([^"]+)"/)).1
    let rest = try session.run(
      "app", "articles", "a", "--limit", "0", "--after", String(next), "--format", "csv")
    #expect(try Self.column("recordName", rest) == (0..<90).reversed().map { "a-\($0)" })
    let wrong = try session.run("app", "articles", "b", "--after", String(next))
    #expect(wrong.status == 2 && wrong.err.contains("the continuation marker is not one of this query"), "\(wrong)")
  }

  @Test("what articles contain is escaped, and passwords and users are not shown", arguments: layouts)
  func escaped(layout: String) throws {
    let session = try Self.session(layout)
    for format in ["text", "json", "csv", "markdown"] {
      for command in [["articles", "a"], ["article", "a-3"], ["search-articles", "concurrency"]] {
        let run = try session.run(["app"] + command + ["--format", format])
        #expect(run.status == 0 && run.err == "", "\(run)")
        #expect(run.out.contains("a article 3") || command == ["articles", "a"])
        #expect(!run.out.contains("pass@") && !run.out.contains("_secret"), "\(run)")
        if format != "csv" { #expect(!run.out.contains("\u{1B}")) }
        if format == "csv" { #expect(!run.out.contains(",=cmd()")) }
      }
    }
  }

  @Test("words of titles and texts find articles, newest first, and a search needs a word", arguments: layouts)
  func searchArticles(layout: String) throws {
    let session = try Self.session(layout)
    let run = try session.run("app", "search-articles", "Concurrency about", "--limit", "4", "--format", "csv")
    #expect(try Self.column("recordName", run) == ["b-83", "a-83", "b-43", "a-43"])
    #expect(try session.run("app", "search-articles", "b 17", "--format", "csv").out.contains("b-17"))
    let empty = try session.run("app", "search-articles", " - ")
    #expect(empty.status == 64 && empty.err.contains("search for at least one word"))
  }

  @Test("one article and the metadata of a feed show their fields, in text shortened", arguments: layouts)
  func details(layout: String) throws {
    let session = try Self.session(layout)
    let article = try session.run("app", "article", "b-3", "--format", "json")
    #expect(article.out.contains("<script>alert(1)</script>"))
    let missing = Session.Transcript(
      status: 2, out: "", err: "celestra-admin: error: there is no article 'b-300'\n")
    #expect(try session.run("app", "article", "b-300") == missing)
    // A record of another type is no article.
    #expect(try session.run("app", "article", "a").status == 2)
    let name = layout == "celestra" ? "PublicArticle" : "Article"
    try session.change("UPDATE \(name) SET content = replace(hex(zeroblob(500)), '00', 'x') WHERE guid = 'g3'")
    let text = try session.run("app", "article", "b-3").out
    #expect(text.contains("x…") && !text.contains(String(repeating: "x", count: 201)))
    let feed = layout == "celestra" ? "https://c.example/feed" : "a"
    if layout == "celestrakit" { try session.change("UPDATE Feed SET totalAttempts = 4") }
    if layout == "celestra" { try session.change("UPDATE FeedMetadata SET totalAttempts = 4") }
    let metadata = try session.run("app", "metadata", feed, "--format", "csv")
    #expect(metadata.out.contains("totalAttempts,4\r\n") && !metadata.out.contains("title"), "\(metadata)")
  }

  @Test("collections come with their feeds in order, and missing feeds are counted")
  func collections() throws {
    let session = try Self.session("celestra")
    try session.write(
      """
      {"collections": [{"slug": "swift", "title": "Swift", "isFeatured": true,
        "feeds": ["https://c.example/feed", "https://c.example/feed2"]}],
       "feeds": [{"feedURL": "https://c.example/feed2", "title": "Second"}]}
      """, to: "c.json")
    #expect(try session.run("seed", "c.json").status == 0)
    #expect(try session.run("app", "collections").out.contains("Swift"))
    let feeds = try session.run("app", "collection", "swift", "--format", "csv")
    #expect(try Self.column("title", feeds) == ["Swift auf Deutsch", "Second"])
    try session.change("DELETE FROM PublicFeed WHERE title = 'Second'")
    let rest = try session.run("app", "collection", "swift", "--format", "csv")
    #expect(try Self.column("title", rest) == ["Swift auf Deutsch"])
    #expect(rest.err == "note: skipped 1 missing feed of the collection\n")
    let kit = try Self.session("celestrakit")
    for command in [["collections"], ["collection", "swift"], ["categories"]] {
      let run = try kit.run(["app"] + command)
      #expect(run.status == 2 && run.err.contains("celestraKit") && run.out == "", "\(run)")
    }
  }

  @Test(
    "wrong arguments are usage errors",
    arguments: [
      ["featured"], ["featured", "a", "--limit", "-1"], ["search-feeds"], ["search-feeds", "a", "--tag", "b"],
      ["articles"], ["articles", "a", "--since", "yesterday"], ["article"],
    ])
  func usage(arguments: [String]) throws {
    let run = try Session().run(["app"] + arguments)
    #expect(run.status == 64 && run.out == "", "\(run)")
  }
}
