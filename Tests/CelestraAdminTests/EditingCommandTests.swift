import Foundation
import Testing

@Suite("celestra-admin feeds")
struct EditingCommandTests {
  /// A container with two categories, three feeds, and a collection of two feeds.
  static func session(schema: String = "schema/celestra.ckdb") throws -> Session {
    try Session.seeded(
      """
      {"categories":[{"slug":"news","name":"News","sortOrder":2},{"slug":"tech","name":"Tech","sortOrder":1}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"Alpha","category":"news","language":"en","isFeatured":true},
        {"feedURL":"https://b.example/feed","title":"Beta News","category":"tech","tags":["x"]},
        {"feedURL":"https://c.example/feed","title":"Beta News","category":"tech","isVerified":true}],
      "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed","https://b.example/feed"]}]}
      """, "--schema", schema, "--as-of", "2026-11-21")
  }

  @Test(
    "filters and orders of a feed list",
    arguments: [
      (["--category", "tech"], ["Beta News", "Beta News"]), (["--category", "News"], ["Alpha"]),
      (["--featured"], ["Alpha"]), (["--verified"], ["Beta News"]), (["--language", "en"], ["Alpha"]),
      (["--search", "beta"], ["Beta News", "Beta News"]), (["--tag", "x"], ["Beta News"]),
      (["--sort", "title"], ["Alpha", "Beta News", "Beta News"]), (["--inactive"], []),
    ])
  func list(arguments: [String], titles: [String]) throws {
    let session = try Self.session()
    let out = try session.run(["feeds", "list", "--format", "csv"] + arguments).out
    #expect(out.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } } == titles.map { $0[...] })
  }

  @Test("a list is a table and says when there are more rows")
  func listText() throws {
    let session = try Self.session()
    #expect(
      try session.run("feeds", "list", "--sort", "title", "--limit", "1").out == """
        title  category  language  featured  verified  state  subscribers  score  URL
        Alpha  news      en        yes                                            https://a.example/feed
        more feeds match; --limit 0 lists all

        """)
    #expect(try session.run("feeds", "list", "--inactive").out == "no feeds match; celestra.sqlite has 3\n")
  }

  @Test("an order without an index is refused")
  func unserved() throws {
    let session = try Self.session(schema: "schema/celestrakit.ckdb")
    #expect(try session.run("feeds", "list", "--sort", "frequency").err.contains("is not marked sortable"))
    #expect(try session.run("feeds", "list", "--tag", "x").out.contains("Beta News"))
    #expect(try session.run("feeds", "list", "--host", "x.example").out == "no feeds match; celestra.sqlite has 3\n")
    #expect(
      try session.run("feeds", "list", "--sort", "added").err
        == "celestra-admin: error: there is no order 'added'; there are title, subscribers, score, verified, frequency\n"
    )
  }

  @Test("a feed is shown with its metadata and collections, by title, address, or record name")
  func show() throws {
    let session = try Self.session()
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed WHERE title = 'Alpha'").first)
    let shown = try session.run("feeds", "show", "Alpha").out
    #expect(
      shown == """
        PublicFeed  \(name)
        feedURL     "https://a.example/feed"
        title       "Alpha"
        category    news
        language    "en"
        isFeatured  1
        isVerified  0
        addedAt     2026-11-21T00:00:00Z
        collections:
          Best
        subscriptions:
          0

        """)
    for way in [name, "http://www.a.example/feed/"] { #expect(try session.run("feeds", "show", way).out == shown) }
    let several = try session.run("feeds", "show", "Beta News")
    #expect(several.status == 2)
    #expect(several.err.contains("'Beta News' is 2 feeds; give one of: https://"))
    #expect(
      try session.run("feeds", "show", "Gamma").err
        == "celestra-admin: error: there is no feed 'Gamma'; 'feeds list --search WORD' finds titles\n")
  }

  @Test("a feed is added with its metadata, changed by field, and removed with its dependent records")
  func feed() throws {
    let session = try Self.session()
    #expect(
      try session.run("feeds", "add", "https://d.example/feed", "--title", "Delta", "--category", "news").out
        == "create     feed Delta\ncelestra.sqlite: 2 created\n")
    let twice = try session.run("feeds", "add", "http://www.d.example/feed/")
    #expect(twice.status == 2)
    #expect(twice.err.contains("the feed already exists as 'Delta'"))
    #expect(
      try session.run("feeds", "set", "Delta", "--featured", "--add-tag", "y", "--category", "tech", "--no-active").out
        == """
        update     feed Delta
                     category: news → tech
                     isActive: 0
                     isFeatured: 0 → 1
                     tags: ["y"]
        celestra.sqlite: 1 updated

        """)
    #expect(
      try session.run("feeds", "set", "Delta", "--featured").out == "nothing to do: celestra.sqlite already matches\n")
    #expect(try session.run("feeds", "set", "Delta", "--title", "Delta").status == 0)
    #expect(try session.run("feeds", "set", "Delta", "Alpha", "--title", "Delta").status == 64)
    #expect(try session.run("collections", "set", "best", "--add-feed", "Delta", "--at", "1").status == 0)
    #expect(
      try session.run("feeds", "remove", "Delta", "--dry-run", "--as-of", "2026-11-23").out == """
        update     FeedCollection Best
                     feeds: -'Delta'
                     updatedAt: 2026-11-23T00:00:00Z
        delete     FeedMetadata Delta
        delete     PublicFeed Delta
        3 changes
        1 metadata record would be deleted with the feeds
        1 collection would lose feeds: 'Best'
        dry run: nothing was written

        """)
    #expect(try session.run("feeds", "remove", "Delta").status == 2)
    #expect(try session.run("feeds", "remove", "Delta", "--yes").status == 0)
    #expect(try session.run("audit").status == 0)
    // The metadata of a feed that something else deleted is used again.
    let add = ["feeds", "add", "https://d.example/feed", "--title", "Delta"]
    #expect(try session.run(add).status == 0)
    try session.change("DELETE FROM PublicFeed WHERE title = 'Delta'")
    #expect(try session.run(add).status == 0)
    #expect(try session.run("audit").status == 0)
  }

  @Test(
    "a feed stored under a URL that is not canonical is found by any form of it, and not added again",
    arguments: [
      "https://A.Example/feed", "https://a.example:443/feed", "HTTPS://a.example/feed", "feed://a.example/feed",
      "feed:https://a.example/feed", "https://a.example/feed#top", "https://a.example/x/../feed",
      " https://a.example/feed",
      "https://bücher.example/feed",
    ])
  func storedForms(stored: String) throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET feedURL = '\(stored)', ___recordID = 'own' WHERE title = 'Alpha'")
    let asked = stored.contains("b\u{FC}cher") ? "http://xn--bcher-kva.example/feed/" : "http://www.a.example/feed"
    for form in [asked, stored] {
      #expect(try session.run("feeds", "show", form).out.hasPrefix("PublicFeed  own\n"), "\(form)")
      #expect(try session.run("feeds", "add", form).status == 2)
    }
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["3"])
  }

  @Test("--no-verified and --no-featured list feeds whose flag is not set", arguments: ["verified", "featured"])
  func unsetFlags(flag: String) throws {
    let session = try Self.session()
    try session.change("UPDATE PublicFeed SET isVerified = NULL, isFeatured = NULL WHERE title = 'Beta News'")
    try session.change("UPDATE PublicFeed SET isVerified = 1, isFeatured = 1 WHERE title = 'Alpha'")
    let run = try session.run("feeds", "list", "--no-\(flag)", "--limit", "1", "--format", "csv")
    #expect(run.out.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } } == ["Beta News"])
    #expect(try session.run("feeds", "list", "--no-\(flag)").out.split(separator: "\n").count == 3)
  }

  @Test("in the CelestraKit layout, titles are found, a mistyped category is refused, and categories cannot be added")
  func celestraKitTitles() throws {
    let session = try Self.session(schema: "schema/celestrakit.ckdb")
    let schema = ["--schema", "schema/celestrakit.ckdb"]
    func category(_ name: String) throws -> Session.Transcript {
      try session.run(["feeds", "set", "Alpha", "--category", name] + schema)
    }
    #expect(try category("Gardening").status == 0)
    #expect(try session.run("score", "--explain", "Alpha").status == 0)
    let probe = ["update", "--no-articles", "Alpha", "--dry-run", "--contact", "https://a.example/"]
    #expect(try session.run(probe).status == 0)
    let mistyped = try category("Gardning")
    #expect(mistyped.status == 1 && mistyped.err.contains("did you mean 'Gardening'?"), "\(mistyped)")
    #expect(try category("Cooking").status == 0)
    for arguments in [
      ["categories", "add", "food", "--name", "Food"], ["collections", "add", "c", "Alpha", "--title", "C"],
    ] {
      let run = try session.run(arguments + ["--dry-run"])
      #expect(run.status == 2 && run.err.contains("does not support them"), "\(run)")
    }
  }

  @Test("tags are stored in lowercase without duplicates, and a language in its usual case, from every source")
  func canonicalValues() throws {
    let session = try Self.session()
    try session.write(
      #"{"feeds":[{"feedURL":"https://d.example/feed","title":"D","tags":["Swift","swift","iOS"],"language":"EN"}]}"#,
      to: "t.json")
    try session.write(
      """
      <opml version="2.0"><body><outline text="D" xmlUrl="https://e.example/feed" language="en_us" category="Swift,swift,iOS"/>
      </body></opml>
      """, to: "t.opml")
    try session.write("feedURL,title,tags,language\nhttps://f.example/feed,D,Swift;swift;iOS,EN\n", to: "t.csv")
    for file in ["t.json", "t.opml", "t.csv"] { #expect(try session.run("seed", "feeds", file).status == 0) }
    let added = [
      "feeds", "add", "https://g.example/feed", "--title", "D", "--tags", "Swift,swift,iOS", "--language", "EN",
    ]
    #expect(try session.run(added).status == 0)
    #expect(try session.sqlite("SELECT DISTINCT tags FROM PublicFeed WHERE title = 'D'") == [#"["swift","ios"]"#])
    #expect(
      try session.sqlite("SELECT language FROM PublicFeed WHERE title = 'D' ORDER BY feedURL")
        == ["en", "en-US", "en", "en"])
    #expect(try session.run("audit").status == 0)
    #expect(try session.run("seed", "feeds", "t.json").out.contains("nothing to do"))
  }

  @Test("a title that is only the feed's URL counts as missing: a list fills it, and a title by hand stays")
  func placeholder() throws {
    let session = try Self.session()
    try session.write("https://d.example/feed\nhttps://e.example/feed\n", to: "l.txt")
    try session.run("seed", "feeds", "l.txt")
    try session.run("feeds", "set", "https://e.example/feed", "--title", "Mine")
    try session.write(
      """
      <opml version="2.0"><body><outline text="Delta" xmlUrl="https://d.example/feed"/>
      <outline text="Theirs" xmlUrl="https://e.example/feed"/></body></opml>
      """, to: "l.opml")
    #expect(try session.run("seed", "feeds", "l.opml").status == 0)
    #expect(
      try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL GLOB '*/[de].*' ORDER BY feedURL")
        == ["Delta", "Mine"])
  }

  @Test("invalid feed values are refused, and nothing is written")
  func refused() throws {
    let session = try Self.session()
    let unknown = try session.run("feeds", "set", "Alpha", "--category", "nws")
    #expect(unknown.status == 1)
    #expect(unknown.err.contains("no category 'nws' [unknown-category]"))
    #expect(try session.run("feeds", "set", "Alpha").status == 64)
    #expect(try session.run("feeds", "set", "Alpha", "--title", "").status == 64)
    #expect(try session.run("feeds", "set", "Alpha", "--language", "english").status == 64)
    #expect(try session.run("feeds", "set", "Alpha", "--site-url", "javascript:x").status == 64)
    #expect(try session.run("feeds", "set", "Alpha", "--image-url", "https://").status == 64)
    #expect(try session.run("feeds", "set", "Alpha", "--site-url", "HTTPS://alpha.example/", "--dry-run").status == 0)
    #expect(try session.run("collections", "set", "best", "--cover", "javascript:x").status == 64)
    #expect(try session.run("collections", "add", "x", "Alpha", "--title", " ").status == 64)
    #expect(try session.run("collections", "add", "x", "Gamma", "--title", "X").status == 2)
    #expect(try session.run("categories", "set", "news", "--name", "\u{1B}[1m").status == 64)
    #expect(try session.run("feeds", "add", "mailto:a@b.example").status == 1)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["3"])
  }

  @Test("feeds of the CelestraKit layout store the category's display name")
  func categoryNames() throws {
    let session = try Self.session(schema: "schema/celestrakit.ckdb")
    let kit = ["--schema", "schema/celestrakit.ckdb"]
    #expect(try session.run(["feeds", "set", "Alpha", "--category", "tech", "--no-featured"] + kit).status == 0)
    #expect(try session.sqlite("SELECT category || isFeatured FROM Feed WHERE title = 'Alpha'") == ["Tech0"])
    #expect(
      try session.run(["feeds", "remove", "Alpha", "--yes"] + kit).out
        == "delete     Feed Alpha\ncelestra.sqlite: 1 deleted\n")
    #expect(try session.run(["collections", "list"]).err.contains("no collections in this container"))
    #expect(try session.run(["categories", "list", "--format", "csv"]).out.contains("Tech"))
  }

  @Test("feeds without a category are listed, and one command gives many a category")
  func uncategorized() throws {
    let session = try Self.session()
    for name in ["x", "y"] { try session.run("feeds", "add", "https://\(name).example/feed", "--title", name) }
    func listed() throws -> [Substring] {
      let out = try session.run("feeds", "list", "--without-category", "--format", "csv", "--limit", "2").out
      return out.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } }.sorted()
    }
    #expect(try listed() == ["x", "y"])
    #expect(try session.run("feeds", "set", "x", "https://y.example/feed", "y", "--category", "news").status == 0)
    #expect(try listed() == [])
    #expect(try session.run("feeds", "set", "x", "y", "--title", "z").status == 64)
    let page = try session.run("feeds", "set", "x", "y", "--site-url", "https://z.example/")
    #expect(page.status == 64 && page.err.contains("--site-url accepts one feed only"))
    #expect(try session.run("feeds", "list", "--without-category", "--category", "news").status == 64)
  }

  @Test("stored terminal control sequences are shown escaped in every output")
  func hostile() throws {
    let session = try Self.session()
    let title = "\u{1B}[31mE\u{202E}V\n\u{7}IL"
    for statement in ["FeedCollection SET title", "PublicFeed SET title", "FeedCategory SET name"] {
      try session.change("UPDATE \(statement) = '\(title)'")
    }
    for command in [
      ["collections", "show", "nope"], ["collections", "list"], ["collections", "remove", "best"],
      ["categories", "list"],
      ["categories", "show", "nope"], ["categories", "remove", "news", "--move-to", "tech"], ["feeds", "list"],
      ["feeds", "show", "https://a.example/feed"], ["feeds", "remove", "https://a.example/feed"], ["audit"],
      ["export", "markdown"],
    ] {
      let run = try session.run(command)
      let text = run.out + run.err
      #expect(
        !text.isEmpty && !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" }, "\(run)")
    }
  }
}
