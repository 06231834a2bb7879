import Foundation
import Testing

@Suite("celestra-admin collections and categories")
struct GroupEditingTests {
  @Test("a collection is created, its feeds are ordered, and removing it keeps them")
  func collection() throws {
    let session = try EditingCommandTests.session()
    #expect(
      try session.run(
        "collections", "add", "two", "https://c.example/feed", "Alpha", "--title", "Two"
      ).out == "create     collection Two\ncelestra.sqlite: 1 created\n")
    #expect(try session.run("collections", "add", "two", "https://c.example/feed", "--title", "Two").status == 2)
    func feeds() throws -> [Substring] {
      let out = try session.run("collections", "show", "Two").out.split(separator: "\n")
      return out.drop { $0 != "feeds:" }.dropFirst().map { $0.split(separator: "//")[1] }
    }
    #expect(try feeds() == ["c.example/feed", "a.example/feed"])
    #expect(
      try session.run("collections", "set", "two", "--add-feed", "https://b.example/feed", "--at", "2").status == 0)
    #expect(try feeds() == ["c.example/feed", "b.example/feed", "a.example/feed"])
    #expect(try session.run("collections", "set", "two", "--remove-feed", "Alpha", "--featured").status == 0)
    #expect(try feeds() == ["c.example/feed", "b.example/feed"])
    #expect(
      try session.run("collections", "list").out == """
        title  feeds  featured  curator  record name
        Best       2                     \(try Self.collectionName("Best", in: session))
        Two        2  yes                \(try Self.collectionName("Two", in: session))

        """)
    #expect(
      try session.run("collections", "remove", "two", "--yes").out
        == "delete     FeedCollection Two\ncelestra.sqlite: 1 deleted\n")
    #expect(try session.run("collections", "show", "two").err.contains("there is no collection 'two'; there are Best"))
  }

  @Test("changes of a collection name its feeds")
  func collectionChanges() throws {
    let session = try EditingCommandTests.session()
    #expect(
      try session.run(
        "collections", "set", "best", "--add-feed", "https://c.example/feed", "--remove-feed", "Alpha", "--as-of",
        "2026-11-22"
      ).out == """
        update     collection Best
                     feeds: +'Beta News', -'Alpha'
                     updatedAt: 2026-11-21T00:00:00Z → 2026-11-22T00:00:00Z
        celestra.sqlite: 1 updated

        """)
    #expect(
      try session.run("collections", "set", "best", "--add-feed", "https://c.example/feed", "--at", "1", "--dry-run")
        .out
        .contains("feeds: new order 'Beta News', 'Beta News'\n"))
    try session.write(
      """
      {"feeds":[{"feedURL":"https://d.example/feed","title":"Delta"}],"collections":[{"slug":"best","title":"Best",
        "feeds":["https://c.example/feed","https://b.example/feed","https://d.example/feed"]}]}
      """, to: "s.json")
    #expect(try session.run("seed", "s.json", "--dry-run").out.contains("feeds: +'Delta'\n"))
  }

  private static func collectionName(_ title: String, in session: Session) throws -> String {
    try #require(try session.sqlite("SELECT ___recordID FROM FeedCollection WHERE title = '\(title)'").first)
  }

  @Test("a category is created, moved under another, and removed while its feeds move to another")
  func category() throws {
    let session = try EditingCommandTests.session()
    #expect(
      try session.run("categories", "add", "sport", "--name", "Sport", "--parent", "news", "--position", "3").out
        == "create     category Sport\ncelestra.sqlite: 1 created\n")
    let cycle = try session.run("categories", "set", "news", "--parent", "sport")
    #expect(cycle.status == 1)
    #expect(cycle.err.contains("[category-cycle]"))
    #expect(
      try session.run("categories", "list").out == """
        slug   name   under  feeds
        tech   Tech              2
        news   News              1
        sport  Sport  news       0

        """)
    #expect(
      try session.run("categories", "remove", "news", "--move-to", "sport", "--yes").err
        == "celestra-admin: error: cannot move a category's contents to itself or to one of its subcategories; name another category\n"
    )
    let refused = try session.run("categories", "remove", "tech", "--yes")
    #expect(refused.status == 2)
    #expect(
      refused.err.contains("2 feeds and 0 categories belong to it; name the category to move them to with --move-to"))
    #expect(try session.run("categories", "remove", "tech", "--move-to", "sport", "--yes").status == 0)
    #expect(try session.run("categories", "show", "sport").out.hasSuffix("feeds:\n  2\n"))
    #expect(try session.run("categories", "set", "sport", "--no-parent").out.contains("parentCategory: news → (none)"))
    #expect(try session.run("audit").status == 0)
  }

  @Test(
    "files get the slug of a category, whatever its record is called and the layout stores",
    arguments: [("celestra", "news"), ("celestrakit", "World News")])
  func slugsInFiles(schema: String, category: String) throws {
    let session = try Session(copying: "schema")
    try session.write("truth: files\nschema: schema/\(schema).ckdb\n", to: ".celestra-admin.yaml")
    if schema == "celestra" {
      try session.write(#"{"categories": [{"slug": "tech", "name": "Technology"}]}"#, to: "tech.json")
      #expect(try session.run("seed", "tech.json").status == 0)
      let record = #"{"recordType": "FeedCategory", "recordName": "2D6A6E7C-0B1F-4C35-9C5B-0B6F6C1D7A11", "#
      try session.write(record + #""fields": {"slug": "news", "name": "World News"}}"# + "\n", to: "news.jsonl")
      #expect(try session.run("records", "put", "news.jsonl").status == 0)
    }
    let feeds = [("a", "tech"), ("b", "news")].map { name, category in
      #"{"feedURL": "https://\#(name).example/feed", "title": "\#(name)", "category": "\#(category)"}"#
    }
    let categories = #"[{"slug": "tech", "name": "Technology"}, {"slug": "news", "name": "World News"}]"#
    try session.write(
      "{\"categories\": \(categories), \"feeds\": [\(feeds.joined(separator: ", "))]}", to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    let set = ["feeds", "set", "--host", "a.example", "--yes", "--category"]
    #expect(try session.run(set + [category]).status == 0)
    #expect(try session.read("seed/feeds.json").contains(#""title": "a", "category": "news""#))
    let seed = try session.run("seed")
    #expect(seed.status == 0 && seed.out.contains("update     feed a"), "\(seed)")
    guard schema == "celestrakit" else {
      let rename = try session.run("categories", "set", "news", "--name", "News")
      #expect(rename.status == 2 && rename.err.contains("states the name of 'World News'"), "\(rename)")
      // What the file says may be restored.
      let plan = ["categories", "set", "news", "--name", "News", "--container-only", "--plan-out", "p.json"]
      #expect(try session.run(plan).status == 0)
      #expect(try session.run("apply", "p.json", "--yes").status == 0)
      let undo = try session.run("undo", "p.json", "--yes")
      #expect(undo.status == 0 && undo.out.contains("1 updated"), "\(undo)")
      let added = try session.run("categories", "add", "news", "--name", "News", "--container-only")
      #expect(added.status == 2 && added.err.contains("already exists as 'World News'"), "\(added)")
      return
    }
    try session.write("feedURL,title,category\nhttps://c.example/feed,C,Odd things\n", to: "seed/l.csv")
    #expect(try session.run("seed").status == 0)
    for name in ["Quite Other", "Odd things"] {
      let unknown = try session.run(set + [name])
      #expect(unknown.out.contains("not edited: '\(name)' is not the slug of a category"), "\(unknown)")
    }
  }
}
