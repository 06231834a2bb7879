import Foundation
import Testing

@Suite("celestra-admin export json into the seed folder")
struct ExportIntoFilesTests {
  private static let list = """
    <opml version="2.0"><body>
    <outline type="rss" text="Alpha" xmlUrl="https://a.example/feed"/>
    <outline type="rss" text="Beta" xmlUrl="https://b.example/feed"/>
    </body></opml>
    """

  @Test(
    "a feed of a list that has moved is stated by a JSON file, and seeding the folder has nothing to do",
    arguments: ["celestra", "celestrakit"])
  func movedFeedOfAList(schema: String) throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\nschema: schema/\(schema).ckdb\n", to: ".celestra-admin.yaml")
    let categories = "{\"categories\": [{\"slug\": \"general\", \"name\": \"General\",   \"color\": \"#112233\"}]}\n"
    try session.write(categories, to: "seed/categories.json")
    try session.write(Self.list, to: "seed/a.opml")
    #expect(try session.run("seed").status == 0)
    #expect(try session.run("feeds", "set", "Alpha", "--url", "https://a2.example/feed").status == 0)
    for _ in 0..<2 {
      let export = try session.run("export", "json", "--output", "seed")
      #expect(export.status == 0 && !export.err.contains("no longer in this file"), "\(export)")
      let seed = try session.run("seed")
      #expect(seed.status == 0 && seed.out.contains("nothing to do"), "\(seed)")
    }
    #expect(try session.read("seed/categories.json").contains("#112233"))
    // A layout without categories leaves their file alone.
    #expect((try session.read("seed/categories.json") == categories) == (schema == "celestrakit"))
    #expect(try session.run("feeds", "list", "--format", "json").out.contains("https://a2.example/feed"))
  }

  @Test("an address that another feed of the container has is not written as a former one")
  func twice() throws {
    let session = try Session(copying: "schema")
    func write(_ entry: String) throws { try session.write("{\"feeds\": [\n{\(entry)}\n]}\n", to: "seed/feeds.json") }
    try write(#""feedURL": "https://a.example/feed", "title": "A""#)
    #expect(try session.run("seed").status == 0)
    try write(#""feedURL": "https://b.example/feed", "title": "A""#)
    #expect(try session.run("seed").status == 0)
    try write(#""feedURL": "https://b.example/feed", "formerURLs": ["https://a.example/feed"], "title": "A""#)
    let both = try session.run("seed")
    #expect(both.err.contains("= merge them: feeds merge 'https://b.example/feed' 'https://a.example/feed'"), "\(both)")
    #expect(try session.run("export", "json", "--output", "seed").status == 0)
    let seed = try session.run("seed")
    #expect(seed.status == 0 && seed.out.contains("nothing to do"), "\(seed)")

    // The advice works, also where the files are the truth.
    try write(#""feedURL": "https://b.example/feed", "formerURLs": ["https://a.example/feed"], "title": "A""#)
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    let merge = try session.run("feeds", "merge", "https://b.example/feed", "https://a.example/feed", "--yes")
    #expect(merge.status == 0, "\(merge)")
    #expect(try session.run("seed").out.contains("nothing to do"))
    let other = try session.run("feeds", "remove", "https://b.example/feed", "--yes")
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["1"], "\(other)")
  }

  @Test("a collection whose slug is unknown is not written, so that seeding does not create it again and again")
  func unknownSlug() throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"feeds": [{"feedURL": "https://a.example/feed", "title": "A"}]}"#, to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    #expect(
      try session.run("collections", "add", "staff", "https://a.example/feed", "--title", "What we read").status == 0)
    for arguments in [[], [], ["--slug", "staff"], []] {
      let export = try session.run(["export", "json", "--output", "seed"] + arguments)
      #expect(export.status == 0, "\(export)")
      let seed = try session.run("seed")
      #expect(seed.status == 0 && seed.out.contains("nothing to do"), "\(seed)")
    }
    #expect(try session.read("seed/feeds.json").contains(#""slug": "staff""#))
    #expect(try session.sqlite("SELECT count(*) FROM FeedCollection") == ["1"])
  }

  @Test("an entry that another file states, too, is said to be there")
  func repeated() throws {
    let session = try Session(copying: "schema")
    let category = #"{"categories": [{"slug": "news", "name": "News"}]}"#
    try session.write(category, to: "seed/a.json")
    try session.write(category, to: "seed/b.json")
    #expect(try session.run("seed").status == 0)
    let export = try session.run("export", "json", "--output", "seed")
    #expect(
      export.err.contains("note: seed/b.json: 'News' is in seed/a.json, and no longer in this file\n"), "\(export)")
    let twice = #"{"categories": [{"slug": "news", "name": "News"}, {"slug": "news", "name": "Other"}]}"#
    try session.write(twice, to: "seed/a.json")
    let repeated = try session.run("export", "json", "--output", "seed")
    #expect(repeated.err.contains("note: seed/a.json: 'Other' repeated an entry of this file"), "\(repeated)")
    #expect(try session.read("seed/a.json").contains("News") && !session.read("seed/b.json").contains("News"))
  }

  @Test("a list that still states a removed feed is named, since the next seed creates the feed again")
  func removedFeedOfAList() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\n", to: ".celestra-admin.yaml")
    try session.write(Self.list, to: "seed/a.opml")
    #expect(try session.run("seed").status == 0)
    #expect(try session.run("feeds", "set", "Alpha", "--url", "https://a2.example/feed").status == 0)
    #expect(try session.run("feeds", "remove", "Beta", "--yes").status == 0)
    let export = try session.run("export", "json", "--output", "seed")
    #expect(
      export.err.contains("note: lists state 1 feed that celestra.sqlite lacks, such as 'Beta' in seed/a.opml"),
      "\(export)")
    #expect(try session.read("seed/feeds.json").contains(#""formerURLs": ["https://a.example/feed"]"#))
  }

  @Test("a container without feeds does not empty the files")
  func noFeeds() throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"categories": [{"slug": "general", "name": "General"}]}"#, to: "seed/a.json")
    #expect(try session.run("seed").status == 0)
    let feeds = #"{"feeds": [{"feedURL": "https://a.example/feed"}]}"#
    try session.write(feeds, to: "seed/feeds.json")
    let export = try session.run("export", "json", "--output", "seed")
    #expect(export.status == 2 && export.err.contains("has no feeds, and the files would lose 1 entry"), "\(export)")
    #expect(try session.read("seed/feeds.json") == feeds)
  }

  @Test("a file named - is the standard output")
  func standardOutput() throws {
    let session = try Session(copying: "schema", "seed")
    #expect(try session.run("seed").status == 0)
    let run = try session.run("export", "opml", "--output", "-")
    #expect(run.status == 0 && run.out.hasPrefix("<?xml"), "\(run.err)")
    #expect(!FileManager.default.fileExists(atPath: session.path("-")))
  }

  @Test("a JSON list of another form and the file of former feeds are left alone")
  func otherForms() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\n", to: ".celestra-admin.yaml")
    let lists = [
      "seed/blogs.json": """
      [{"language": "en", "title": "English", "categories": [{"title": "Blogs", "slug": "blogs", "description": "All",
      "sites": [{"title": "Alpha", "author": "A. Uthor", "site_url": "https://a.example/",
      "feed_url": "https://a.example/feed", "twitter_url": "https://twitter.com/a"}]}]}]
      """,
      "seed/former.json": """
      {"former": [{"feedURL": "https://old.example/feed", "title": "Old", "date": "2026-11-21", "reason": "gone"}]}
      """,
    ]
    for (file, text) in lists { try session.write(text, to: file) }
    #expect(try session.run("seed").status == 0)
    let export = try session.run("export", "json", "--output", "seed")
    #expect(export.status == 0 && export.err.hasPrefix("1 feed written to seed/feeds.json\n"), "\(export)")
    for (file, text) in lists { #expect(try session.read(file) == text) }
    #expect(try session.run("seed").out.contains("nothing to do"))

    try session.write("{\"feeds\": [", to: "seed/more.json")
    let broken = try session.run("export", "json", "--output", "seed")
    #expect(broken.status == 2 && broken.err.contains("seed/more.json has an error"), "\(broken)")
  }

  @Test("an entry stays as it is if the container has its record, but the export cannot write it")
  func omitted() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\n", to: ".celestra-admin.yaml")
    let kept = [
      #"{"feedURL": "https://user:hunter2@p.example/feed",   "title": "Private"}"#,
      #"{"slug": "best", "title": "The Best",   "feeds": ["https://a.example/feed"]}"#,
    ]
    let alpha = #"{"feedURL": "https://a.example/feed", "title": "Alpha"}"#
    try session.write(#"{"feeds": [\#(kept[0]), \#(alpha)], "collections": [\#(kept[1])]}"#, to: "seed/feeds.json")
    #expect(try session.run("seed", "--allow-credentials").status == 0)
    #expect(try session.run("collections", "set", "best", "--remove-feed", "Alpha").status == 0)
    var texts: Set<String> = []
    for _ in 0..<2 {
      let export = try session.run("export", "json", "--output", "seed")
      #expect(export.status == 0 && !export.err.contains("no longer in this file"), "\(export)")
      #expect(export.err.contains("its URL contains a user name or password\n"))
      #expect(export.err.contains("collection 'The Best' is not exported: it has no feeds\n"))
      texts.insert(try session.read("seed/feeds.json"))
    }
    let text = try #require(texts.first)
    #expect(texts.count == 1 && kept.allSatisfy { text.contains($0) }, "\(texts)")
    #expect(try session.run("feeds", "remove", "Private", "--yes").status == 0)
    let removed = try session.run("export", "json", "--output", "seed")
    #expect(removed.err.contains("'Private' is not in celestra.sqlite, and no longer in this file\n"), "\(removed)")
    #expect(try !session.read("seed/feeds.json").contains("Private"))
  }

  @Test("a layout without categories has the slugs that the files state, and the files get the categories they lack")
  func categorySlugs() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\nschema: schema/celestrakit.ckdb\n", to: ".celestra-admin.yaml")
    let categories = """
      {"categories": [{"slug": "technology", "name": "Tech & Science"}, {"slug": "cpp", "name": "C++"}]}
      """
    try session.write(categories, to: "seed/categories.json")
    let feeds = [("A", "technology"), ("B", "cpp"), ("C", "cpp")].map { title, category in
      #"{"feedURL": "https://\#(title).example/feed", "title": "\#(title)", "category": "\#(category)"}"#
    }
    try session.write("{\"feeds\": [\(feeds.joined(separator: ","))]}", to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    try session.change("UPDATE Feed SET category = 'Brand New' WHERE title = 'C'")
    let export = try session.run("export", "json", "--output", "seed")
    #expect(export.err == "3 feeds written to seed/feeds.json\n", "\(export)")
    #expect(try session.read("seed/categories.json") == categories)
    let text = try session.read("seed/feeds.json")
    for slug in ["technology", "cpp", "brand-new"] { #expect(text.contains("\"category\": \"\(slug)\"")) }
    #expect(text.contains("\"name\": \"Brand New\"") && !text.contains("C++"), "\(text)")
    #expect(try session.run("seed").out.contains("nothing to do"))
    #expect(try session.run("seed", "--container", "new.sqlite").status == 0)
    let sql = "SELECT title || ' ' || category FROM Feed ORDER BY title"
    #expect(try session.sqlite(sql, in: "new.sqlite") == ["A Tech & Science", "B C++", "C Brand New"])
    let some = try session.run("export", "json", "--category", "technology").out
    #expect(some.contains("\"title\": \"A\"") && !some.contains("\"title\": \"B\""), "\(some)")
  }
}
