import Testing

@Suite("celestra-admin export opml and seed into an empty container")
struct ExportRoundTripTests {
  /// Nested categories with equal folded names, one without feeds, and tags that match a category.
  private static let seeds = """
    {"categories":[
      {"slug":"tech","name":"Technology","icon":"cpu","color":"#007AFF","sortOrder":2,"description":"All & \\"that\\""},
      {"slug":"cpp","name":"C++","sortOrder":1,"parentCategory":"tech"},{"slug":"csharp","name":"C#","sortOrder":3},
      {"slug":"unused","name":"Unused","parentCategory":"cpp"}],
    "feeds":[
      {"feedURL":"https://a.example/feed","title":"A","category":"tech","tags":["technology","tech","Technology","C#"]},
      {"feedURL":"https://b.example/feed","title":"B","category":"cpp","tags":["C","C++","C#"],"language":"en"},
      {"feedURL":"https://c.example/feed","title":"C","category":"csharp","tags":["one","two, three","a/b"]},
      {"feedURL":"https://d.example/feed","title":"D","tags":["technology"]},
      {"feedURL":"https://e.example/feed","title":"E","category":"csharp"}]}
    """

  private static func session(schema: String) throws -> Session {
    try Session.seeded(seeds, "--schema", schema, "--as-of", "2026-11-21")
  }

  private static let categories = """
    SELECT json_array(___recordID, slug, name, icon, color, sortOrder, parentCategory, description) FROM FeedCategory
    ORDER BY 1
    """

  @Test("feeds, categories, and tags are preserved, and a second export is identical")
  func same() throws {
    let schema = "schema/celestra.ckdb"
    let session = try Self.session(schema: schema)
    let run = try session.run("export", "opml", "--output", "out.opml")
    #expect(
      run.err == """
        5 feeds written to out.opml
        note: tags of 'C' with ',' or '/' are for 'seed' alone: OPML cannot hold them

        """)
    let seeded = try session.run("seed", "out.opml", "--container", "new.sqlite", "--as-of", "2026-11-21")
    #expect(seeded.status == 0 && seeded.err == "", "\(seeded)")
    let feeds = """
      SELECT json_array(___recordID, feedURL, title, category, tags, language, addedAt) FROM PublicFeed ORDER BY 1
      """
    for sql in [Self.categories, feeds] {
      #expect(try session.sqlite(sql, in: "new.sqlite") == session.sqlite(sql))
    }
    #expect(
      try session.sqlite("SELECT tags FROM PublicFeed WHERE title = 'B'", in: "new.sqlite") == [#"["c","c++","c#"]"#])
    let text = try session.run("export", "opml").out
    #expect(try session.run("export", "opml", "--container", "new.sqlite").out == text)
    #expect(try session.run("seed", "out.opml").out.hasPrefix("nothing to do"))
  }

  @Test("a container without category records stores category names")
  func celestraKit() throws {
    let schema = "schema/celestrakit.ckdb"
    let session = try Self.session(schema: schema)
    #expect(try session.run("export", "opml", "--output", "out.opml").status == 0)
    let feeds = "SELECT json_array(feedURL, title, category, tags, language) FROM Feed ORDER BY 1"
    for command in [["seed", "out.opml"], ["seed", "feeds", "out.opml"]] {
      let name = "\(command.count).sqlite"
      #expect(try session.run(command + ["--schema", schema, "--container", name]).status == 0)
      #expect(try session.sqlite(feeds, in: name) == session.sqlite(feeds))
    }
    #expect(try session.run("export", "csv", "--output", "out.csv").status == 0)
    #expect(try session.run("seed", "out.csv", "--schema", schema, "--container", "csv.sqlite").status == 0)
    #expect(try session.sqlite(feeds, in: "csv.sqlite") == session.sqlite(feeds))
  }

  @Test(
    "existing category fields stay and missing ones are filled in; a folder without a category is a tag")
  func fills() throws {
    let session = try Self.session(schema: "schema/celestra.ckdb")
    try session.run("export", "opml", "--output", "out.opml")
    try session.write(#"{"categories":[{"slug":"tech","name":"Mine","sortOrder":9}]}"#, to: "mine.json")
    try session.run("seed", "out.opml", "mine.json", "--container", "new.sqlite")
    #expect(
      try session.sqlite("SELECT name || icon || sortOrder FROM FeedCategory WHERE slug = 'tech'", in: "new.sqlite")
        == ["NULL"])
    try session.run("seed", "out.opml", "--container", "new.sqlite")
    #expect(
      try session.sqlite("SELECT name || icon || sortOrder FROM FeedCategory WHERE slug = 'tech'", in: "new.sqlite")
        == ["Minecpu9"])
    let only = try session.run("seed", "feeds", "out.opml", "--container", "feeds.sqlite")
    #expect(only.out.contains("\nfeeds               5        0          0          0        0       0\n"), "\(only)")
    let sql = "SELECT (category IS NULL) || tags FROM PublicFeed WHERE title = 'E'"
    #expect(try session.sqlite(sql, in: "feeds.sqlite") == [#"1["c#"]"#])
  }

  @Test("collections whose slugs are unknown get different ones, and those that the seed folder states keep theirs")
  func slugs() throws {
    let session = try Session(copying: "schema")
    let collections = [("a1", "Tech"), ("b1", "テック Tech"), ("c1", "日本")].map { slug, title in
      #"{"slug": "\#(slug)", "title": "\#(title)", "feeds": ["https://a.example/feed"]}"#
    }
    let seeds = """
      {"feeds": [{"feedURL": "https://a.example/feed"}], "collections": [\(collections.joined(separator: ","))]}
      """
    try session.write(seeds, to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    let export = try session.run("export", "json", "--output", "out.json")
    #expect(export.err.contains("'テック Tech' is called 'tech-2': its slug is not stored"), "\(export)")
    #expect(try session.run("seed", "out.json", "--container", "new.sqlite").status == 0)
    let titles = "SELECT title FROM FeedCollection ORDER BY title"
    #expect(try session.sqlite(titles, in: "new.sqlite") == ["Tech", "テック Tech", "日本"])

    try session.write(seeds, to: "seed/s.json")
    try session.write("{\"feeds\": [", to: "seed/broken.json")
    #expect(try session.run("export", "json", "--output", "out.json").err == "1 feed written to out.json\n")
    let out = try session.read("out.json")
    #expect(["a1", "b1", "c1"].allSatisfy { out.contains("\"slug\": \"\($0)\"") }, "\(out)")
  }
}
