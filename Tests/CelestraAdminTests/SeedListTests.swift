import Foundation
import Testing

@Suite("celestra-admin seed with lists")
struct SeedListTests {
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"categories":[{"slug":"general","name":"General"},{"slug":"technology","name":"Technology"},
      {"slug":"apple","name":"Apple","parentCategory":"technology"}]}
      """, to: "c.json")
    try session.seed(["c.json"])
    try session.write(
      """
      <opml version="2.0"><body>
      <outline text="Tech"><outline text="A" xmlUrl="http://a.example/feed"/>
      <outline text="B" xmlUrl="https://b.example/feed"/></outline>
      <outline text="Mac"><outline text="A again" xmlUrl="https://www.a.example/feed/"/></outline>
      </body></opml>
      """, to: "list.opml")
    try session.write(#"{"default":"general","folders":{"Tech":"technology","Mac":"apple"}}"#, to: "map.json")
    return session
  }

  private static let told = """
    list.opml:4:21: info: https://www.a.example/feed/ is the same feed as 'A' [duplicate-feed]
     4 | <outline text="Mac"><outline text="A again" xmlUrl="https://www.a.example/feed/"/></outline>
       |                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

    """

  private static let first = """
    list.opml:2:22: note: the first one is here
     2 | <outline text="Tech"><outline text="A" xmlUrl="http://a.example/feed"/>
       |                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

    """

  @Test("folders become categories by the map, and collections; duplicates follow the policy")
  func mapped() throws {
    let session = try Self.session()
    let run = try session.run(
      "seed", "feeds", "list.opml", "--category-map", "map.json", "--duplicates", "prefer-https",
      "--collections-from-folders", "--as-of", "2026-11-21T00:00:00Z")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            create     feed A
            create     feed B
            create     collection Tech
            create     collection Mac
            celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
            feeds                  2        0          0          1        0       0
            metadata               2        0          0          0        0       0
            collections            2        0          0          0        0       0

            """,
          err: Self.told + "   = its https address applies; remove the other one\n" + Self.first + "1 note\n"))
    let again = try session.run(
      "seed", "feeds", "list.opml", "--category-map", "map.json", "--collections-from-folders")
    #expect(again.out.hasPrefix("nothing to do: "))
  }

  @Test("collections from folders are exported with the slugs that seeding gave them")
  func exportedFolders() throws {
    let session = try Session(copying: "schema")
    try session.write(
      """
      <opml version="2.0"><body><outline text="Café Début"><outline text="A" xmlUrl="https://a.example/feed"/>
      <outline text="日本"><outline text="B" xmlUrl="https://b.example/feed"/></outline></outline></body></opml>
      """, to: "l.opml")
    #expect(try session.run("seed", "l.opml", "--collections-from-folders").status == 0)
    let export = try session.run("export", "json", "--output", "u.json")
    #expect(export.status == 0 && !export.err.contains("was not guessed"), "\(export)")
    let again = try session.run("seed", "u.json")
    #expect(again.out.hasPrefix("nothing to do: "), "\(again)")
  }

  @Test("an invalid map, or duplicates with --duplicates error, write nothing")
  func refused() throws {
    let session = try Self.session()
    let end = """
      1 error
      nothing was written; fix the errors and run the command again

      """
    let run = try session.run(
      "seed", "feeds", "list.opml", "--category-map", "map.json", "--duplicates", "report")
    let told = Self.told.replacing("info:", with: "error:")
    #expect(
      run
        == Session.Transcript(
          status: 1, out: "", err: told + "   = remove one of them\n" + Self.first + end))
    #expect(
      try session.run("seed", "feeds", "list.opml", "--category-map", "list.opml").err.contains("not-category-map"))
    try session.write(#"{"folders":{"Tech":"Mac","Mac":"apple"}}"#, to: "chain.json")
    let chain = try session.run("seed", "feeds", "list.opml", "--category-map", "chain.json")
    #expect(chain.err.contains("1:20: warning: no category 'Mac', so 1 entry is not used [unknown-category]"))
  }

  @Test("the shipped map names shipped categories and is the default")
  func shipped() throws {
    let session = try Session(copying: "schema", "seed")
    let all = try session.run("seed")
    #expect(all.status == 0)
    #expect(all.err == "")
    try session.write(
      "<opml><body><outline text='UX'><outline xmlUrl='https://ux.example/feed'/></outline></body></opml>",
      to: "list.opml")
    try session.run("seed", "feeds", "list.opml")
    #expect(
      try session.sqlite("SELECT category FROM PublicFeed WHERE feedURL = 'https://ux.example/feed'") == ["design"])
    try session.write(
      """
      [{"language":"en","categories":[{"slug":"development","sites":[{"title":"D","feed_url":"https://d.example/f"}]}]}]
      """, to: "blogs.json")
    try session.run("seed", "feeds", "blogs.json")
    #expect(try session.sqlite("SELECT category FROM PublicFeed WHERE title = 'D'") == ["technology"])
  }

  @Test("a list of which every entry is skipped exits with 1, and says so")
  func unused() throws {
    let session = try Self.session()
    try session.write("https:///x\nhttps://:80/\n", to: "bad.txt")
    let run = try session.run("seed", "feeds", "bad.txt")
    #expect(run.status == 1)
    #expect(run.out.hasSuffix("no entry of bad.txt was used: all were skipped\n"))
    #expect(!run.out.contains("nothing to do"))
  }

  @Test("a map for other categories is warned of once, and seeding goes on without its missing entries")
  func foreignMap() throws {
    let session = try Self.session()
    let folders = (0..<84).map { "\"F\($0)\":\"other-\($0)\"" }.joined(separator: ",")
    try session.write(
      "{\"default\":\"none\",\"folders\":{\(folders),\"Tech\":\"technology\"}}", to: "seed/category-map.json")
    let run = try session.run("seed", "feeds", "list.opml", "--format", "json")
    #expect(run.status == 0)
    #expect(run.err.isEmpty && run.out.components(separatedBy: "\"unknown-category\"").count == 2)
    #expect(
      run.out.contains(
        "no categories 'other-0', 'other-1', 'other-2', 'other-3', 'other-4' and 80 more, so 85 entries are not used"))
    #expect(try session.sqlite("SELECT category FROM PublicFeed WHERE title = 'A'") == ["technology"])
    let without = try session.run("seed", "feeds", "list.opml", "--no-category-map", "--dry-run")
    #expect(without.err.isEmpty || !without.err.contains("unknown-category"))
    #expect(
      try session.run("seed", "feeds", "list.opml", "--no-category-map", "--category-map", "map.json").status == 64)
  }

  @Test("a user name or password in an address is refused, unless the user allows it")
  func credentials() throws {
    let session = try Self.session()
    try session.write(#"{"feeds":[{"feedURL":"https://me:secret@x.example/feed","title":"X"}]}"#, to: "x.json")
    try session.write("https://me:secret@y.example/feed\nhttps://z.example/feed\n", to: "y.txt")
    for command in [
      ["seed", "x.json"], ["feeds", "add", "https://me:secret@x.example/feed"],
      ["feeds", "add", "https://x.example/feed", "--site-url", "https://me:secret@x.example/"],
    ] {
      let run = try session.run(command)
      #expect(run.status == 1 || run.status == 64)
      #expect(
        run.err.contains("user name or password") && (command[0] == "feeds" || !run.err.contains("secret")), "\(run)")
    }
    let list = try session.run("seed", "feeds", "y.txt")
    #expect(
      list.status == 0 && list.err.contains("warning: https://y.example/feed is stated with a user name or password"))
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == ["https://z.example/feed"])
    try session.write(
      "<opml><body><outline text='https://me:secret@v.example/' xmlUrl='https://me:secret@v.example/'/></body></opml>",
      to: "v.opml")
    for format in ["text", "json", "markdown"] {
      let run = try session.run("seed", "v.opml", "--dry-run", "--format", format)
      #expect(!(run.out + run.err).contains("secret"), "\(run)")
    }
    let allowed = try session.run("seed", "x.json", "--allow-credentials")
    #expect(allowed.status == 0 && allowed.err.contains("warning: feeds[0]: https://x.example/feed is stated with"))
    #expect(try session.run("feeds", "add", "https://a:b@w.example/f", "--allow-credentials").status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed WHERE feedURL LIKE '%@%'") == ["2"])
  }

  @Test("a folder without any seed file is refused; JSON Schemas beside seed files are not mentioned")
  func folders() throws {
    let session = try Self.session()
    try session.write(#"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#, to: "lists/a.schema.json")
    try session.write("Once upon a time\n", to: "lists/b.txt")
    #expect(
      try session.run("seed", "lists")
        == Session.Transcript(
          status: 2, out: "",
          err:
            "celestra-admin: error: no seed files in lists: none of its files is a seed file; name another folder or file\n"
        ))
    try session.write("https://x.example/feed\n", to: "lists/c.txt")
    let run = try session.run("seed", "lists")
    #expect(run.status == 0 && run.err == "note: skipped lists/b.txt: not a seed file\n")
  }

  @Test("a table is seeded without the feeds of a denylist")
  func table() throws {
    let session = try Self.session()
    try session.write(
      """
      Title;Feed URL;Category
      A;https://a.example/feed;Apple
      B;https://b.example/feed;
      C;javascript:alert(1);
      D;me@example.org;

      """, to: "t.csv")
    try session.write("# gone\nwww.b.example/feed/\n", to: "deny.txt")
    #expect(
      try session.run("seed", "feeds", "t.csv", "--denylist", "deny.txt", "--dry-run")
        == Session.Transcript(
          status: 0,
          out: """
            create     feed A
            celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
            feeds                  1        0          0          0        3       0
            metadata               1        0          0          0        0       0
            t.csv: 4 entries, 3 skipped
            dry run: nothing was written

            """,
          err: """
            t.csv:3:1: info: https://b.example/feed is on the denylist [denied-feed]
             3 | B;https://b.example/feed;
               | ^~~~~~~~~~~~~~~~~~~~~~~~~
               = remove it here or from the denylist
            t.csv:4:1: warning: 'javascript:' is not http or https; a feed is fetched over the web [invalid-feed-url]
             4 | C;javascript:alert(1);
               | ^~~~~~~~~~~~~~~~~~~~~~
               = give the feed's http or https address
            t.csv:5:1: warning: this is an e-mail address, not a URL [invalid-feed-url]
             5 | D;me@example.org;
               | ^~~~~~~~~~~~~~~~~
               = give the feed's http or https address
            2 warnings, 1 note

            """))
  }

  @Test("lists in a folder are recognized by content; other files are noted")
  func folder() throws {
    let session = try Self.session()
    let list = #"<opml><body><outline xmlUrl="https://x.example/feed"/></body></opml>"#
    try session.write(list, to: "lists/a.xml")
    try session.write("# mine\nhttps://y.example/feed\n", to: "lists/b.txt")
    try session.write(list.replacing("x.example", with: "z.example"), to: "lists/c.OPML")
    try session.write("Once upon a time\n", to: "lists/d.txt")
    let run = try session.run("seed", "lists")
    #expect(run.status == 0)
    #expect(run.err == "note: skipped lists/d.txt: not a seed file\n")
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["3"])
  }

  @Test("terminal control sequences in a list are removed with a note")
  func hostile() throws {
    let session = try Self.session()
    let title = "A\u{1B}[31m\u{202E}B\u{7}\(String(repeating: "x", count: 1_000_000))"
    let url = "https://e.example/\(String(repeating: "y", count: 10_000))"
    try session.write(
      "url,title,site\nhttps://a.example/feed,\"\(title)\",javascript:1\n\(url),E\n\"x\u{1B}]0;t\u{7}y\",F\n",
      to: "t.csv")
    let run = try session.run("seed", "feeds", "t.csv", "--dry-run")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("create     feed AB\(String(repeating: "x", count: 498))\n"))
    #expect(run.err.contains("the URL has 10018 bytes, more than the 2048 a URL may have"))
    for text in [run.out, run.err] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
      #expect(text.utf8.count < 20_000)
    }
    for rule in ["cleaned-text", "shortened-text", "invalid-url", "invalid-feed-url"] {
      #expect(run.err.contains("[\(rule)]"))
    }
  }
}
