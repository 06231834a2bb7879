import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin export")
struct ExportCommandTests {
  private static let schemas = ["schema/celestra.ckdb", "schema/celestrakit.ckdb"]

  @Test("seeding an export of the shipped catalog changes nothing", arguments: schemas)
  func roundTrip(schema: String) throws {
    let session = try Session(copying: "schema")
    try session.copy("seed")
    #expect(try session.run("seed", "--schema", schema).status == 0)
    for format in ["json", "opml", "csv"] {
      #expect(try session.run("export", format, "--output", "out.\(format)").status == 0)
      let again = try session.run("seed", "out.\(format)", "--schema", schema, "--dry-run")
      #expect(again.out.contains("nothing to do"), "\(format): \(again)")
      #expect(
        try session.run("export", format).out == String(contentsOfFile: session.path("out.\(format)"), encoding: .utf8))
    }
    let json = try session.run("export", "json").out
    #expect(try session.run("seed", "out.json", "--schema", schema, "--container", "new.sqlite").status == 0)
    #expect(try session.run("export", "json", "--container", "new.sqlite").out == json)
  }

  @Test("hundreds of feeds exported as OPML seed an empty container with the same feeds")
  func many() throws {
    let session = try Session(copying: "schema")
    let count = TestEnvironment.usesFullAmounts ? 20_000 : 500
    let feeds = (0..<count).map { "https://blog\($0).example/\($0 % 2 == 0 ? "feed" : "a%20b?x=1&y=\($0)")" }
    try session.write(feeds.joined(separator: "\n"), to: "list.txt")
    #expect(try session.run("seed", "feeds", "list.txt").status == 0)
    #expect(try session.run("export", "opml", "--output", "out.opml").err == "\(count) feeds written to out.opml\n")
    #expect(try session.run("seed", "feeds", "out.opml", "--container", "new.sqlite").status == 0)
    let sql = "SELECT feedURL || ' ' || title || ' ' || ___recordID FROM PublicFeed ORDER BY 1"
    #expect(try session.sqlite(sql, in: "new.sqlite") == session.sqlite(sql))
  }

  @Test(
    "a flag of 7 is exported as the layout's apps read it",
    arguments: [("schema/celestra.ckdb", "PublicFeed", "false"), ("schema/celestrakit.ckdb", "Feed", "true")])
  func flags(schema: String, type: String, expected: String) throws {
    let session = try Session(copying: "schema")
    try session.write("https://a.example/feed\n", to: "list.txt")
    #expect(try session.run("seed", "list.txt", "--schema", schema).status == 0)
    try session.change("UPDATE \(type) SET isActive = 7")
    // An active feed is the default of CelestraKit's layout.
    #expect(try session.run("export", "json").out.contains("\"isActive\": false") == (expected == "false"))
    #expect(try session.run("export", "csv").out.contains(",\(expected),"))
    let opml = try session.run("export", "opml", "--include-inactive").out
    #expect(opml.contains("isActive") == (expected == "false"))
  }

  /// Two categories with the same name, and a feed whose texts need escaping in every format.
  private static func small() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"categories":[{"slug":"news","name":"News","sortOrder":2},{"slug":"tech","name":"Tech & \\"Co\\"","sortOrder":1}],
      "feeds":[
        {"feedURL":"https://b.example/feed","title":"B","category":"news","language":"de","isVerified":true},
        {"feedURL":"https://a.example/feed?x=1&y=2","title":"<A> [1] | =1","category":"tech","subtitle":"\\"quoted\\"",
         "siteURL":"https://a.example/(x)","tags":["one","two, three","a/b"],"isFeatured":true,"addedAt":"2026-01-02T03:04:05.678Z"}
      ],
      "collections":[{"slug":"best","title":"The Best","feeds":["https://b.example/feed","https://a.example/feed?x=1&y=2"]}]}
      """, to: "s.json")
    #expect(try session.run("seed", "s.json", "--as-of", "2026-11-21").status == 0)
    return session
  }

  @Test("OPML is version 2.0, escaped, with folders in curated order; omitted data is noted")
  func opml() throws {
    let session = try Self.small()
    #expect(
      try session.run("export", "opml", "--title", "A < B")
        == Session.Transcript(
          status: 0,
          out: """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0" xmlns:celestra="urn:uuid:45cb2c18-149a-438e-9c2d-d068006bb876">
              <head>
                <title>A &lt; B</title>
              </head>
              <body>
                <outline text="Tech &amp; &quot;Co&quot;" celestra:slug="tech" celestra:sortOrder="1">
                  <outline type="rss" text="&lt;A&gt; [1] | =1" title="&lt;A&gt; [1] | =1" \
            xmlUrl="https://a.example/feed?x=1&amp;y=2" htmlUrl="https://a.example/(x)" \
            description="&quot;quoted&quot;" category="one" celestra:tags="one&#10;two, three&#10;a/b"/>
                </outline>
                <outline text="News" celestra:slug="news" celestra:sortOrder="2">
                  <outline type="rss" text="B" title="B" xmlUrl="https://b.example/feed" language="de"/>
                </outline>
              </body>
            </opml>

            """, err: "note: tags of '<A> [1] | =1' with ',' or '/' are for 'seed' alone: OPML cannot hold them\n"))
  }

  @Test("a collection is exported in its order, with categories as attributes")
  func collection() throws {
    let session = try Self.small()
    for name in ["best", "The Best", "the best"] {
      let out = try session.run("export", "opml", "--collection", name).out
      #expect(
        out.contains(
          """
            <body>
              <outline type="rss" text="B" title="B" xmlUrl="https://b.example/feed" language="de" category="News"/>
              <outline type="rss" text="&lt;A&gt;
          """.split(separator: "\n").joined(separator: "\n")), "\(out)")
    }
  }

  @Test("JSON is the seed format with every curated field; filtered feeds include their categories")
  func json() throws {
    let session = try Self.small()
    let run = try session.run("export", "json", "--featured")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            {
              "categories": [
                {
                  "slug": "tech",
                  "name": "Tech & \\"Co\\"",
                  "sortOrder": 1
                }
              ],
              "feeds": [
                {
                  "feedURL": "https://a.example/feed?x=1&y=2",
                  "title": "<A> [1] | =1",
                  "subtitle": "\\"quoted\\"",
                  "siteURL": "https://a.example/(x)",
                  "category": "tech",
                  "isFeatured": true,
                  "tags": ["one", "two, three", "a/b"],
                  "addedAt": "2026-01-02T03:04:05.678Z"
                }
              ],
              "collections": []
            }

            """, err: ""))
    #expect(try session.run("export", "json").out.contains(#""slug": "best""#))
  }

  @Test("CSV and Markdown")
  func tables() throws {
    let session = try Self.small()
    #expect(
      try session.run("export", "csv").out.replacing("\r\n", with: "\n") == """
        feedURL,title,subtitle,siteURL,imageURL,category,language,isFeatured,isVerified,isActive,tags,addedAt,recordName
        https://a.example/feed?x=1&y=2,<A> [1] | =1,\"\"\"quoted\"\"\",https://a.example/(x),,tech,,true,false,,\
        "[""one"",""two, three"",""a/b""]",2026-01-02T03:04:05.678Z,
        https://b.example/feed,B,,,,news,de,false,true,,,2026-11-21T00:00:00Z,

        """)
    #expect(
      try session.run("export", "markdown").out == """
        # Feeds

        ## Tech \\& "Co"

        - [\\<A\\> \\[1\\] \\| =1](https://a.example/%28x%29) – "quoted" ([feed](https://a.example/feed?x=1&y=2))

        ## News

        - [B](https://b.example/feed) ([feed](https://b.example/feed))

        """)
  }

  @Test("Markdown replaces stored direction controls", arguments: ["\u{202E}", "\u{2066}", "\u{2067}", "\u{2069}"])
  func directionControls(control: String) throws {
    let session = try Self.small()
    try session.change("UPDATE PublicFeed SET title = 'B\(control)c' WHERE title = 'B'")
    #expect(try session.run("export", "markdown").out.contains("- [B\u{FFFD}c](https://b.example/feed)"))
  }

  @Test(
    "filters select feeds",
    arguments: [
      (["--language", "de"], 1), (["--verified"], 1), (["--featured"], 1), (["--category", "News"], 1),
      (["--category", "tech", "--verified"], 0), ([], 2),
    ])
  func filters(arguments: [String], count: Int) throws {
    let session = try Self.small()
    let run = try session.run(["export", "opml", "--output", "o.opml"] + arguments)
    #expect(run.err.contains(count == 1 ? "1 feed written" : "\(count) feeds written"))
  }

  @Test(
    "a language selects its regions, too, and a region only itself",
    arguments: [("en", ["A", "B"]), ("EN", ["A", "B"]), ("en_us", ["B"]), ("fi", ["D"]), ("de", [])])
  func languages(language: String, titles: [String]) throws {
    let session = try Session.seeded(
      """
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A","language":"en"},
        {"feedURL":"https://b.example/feed","title":"B","language":"en-US"},
        {"feedURL":"https://c.example/feed","title":"C","language":"fil"},
        {"feedURL":"https://d.example/feed","title":"D","language":"fi"}]}
      """)
    let list = try session.run("feeds", "list", "--language", language, "--sort", "title", "--format", "csv")
    #expect(list.out.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } } == titles.map { $0[...] })
    let export = try session.run("export", "csv", "--language", language).out
    #expect(titles.allSatisfy { export.contains("feed,\($0),") } && export.contains(",A,") == titles.contains("A"))
  }

  @Test(
    "a new container reads back that a feed is inactive, tags with separators, and texts like formulas",
    arguments: ["json", "opml", "csv"])
  func hardValues(format: String) throws {
    let session = try Session(copying: "schema")
    try session.write(
      #"""
      {"feeds":[{"feedURL":"https://a.example/feed","title":"A","isActive":false,"subtitle":"=HYPERLINK(1)",
        "tags":["a;b","c,d","e|f","[g"]},
      {"feedURL":"https://b.example/feed","title":"@b","isActive":true,"subtitle":"'-x","tags":["[\"h\"]"]}]}
      """#, to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    #expect(try session.run("export", format, "--include-inactive", "--output", "out.\(format)").status == 0)
    #expect(try session.run("seed", "out.\(format)", "--container", "new.sqlite").status == 0)
    let sql = "SELECT title || coalesce(isActive, 1) || subtitle || tags FROM PublicFeed ORDER BY title"
    #expect(try session.sqlite(sql, in: "new.sqlite") == session.sqlite(sql))
    #expect(try session.sqlite(sql).count == 2)
  }

  @Test("an export in the CelestraKit layout has a folder per category name")
  func celestraKitCategories() throws {
    let session = try Session(copying: "schema")
    try session.write(
      #"""
      {"categories":[{"slug":"daily-news","name":"Daily News"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"daily-news"}]}
      """#, to: "s.json")
    #expect(try session.run("seed", "s.json", "--schema", "schema/celestrakit.ckdb").status == 0)
    let run = try session.run("export", "opml")
    #expect(run.out.contains(#"<outline text="Daily News" celestra:slug="daily-news">"#), "\(run)")
  }

  @Test("a URL with a password is neither exported nor shown")
  func password() throws {
    let session = try Session(copying: "schema")
    try session.write("https://user:hunter2@a.example/feed\nhttps://b.example/feed\n", to: "list.txt")
    try session.run("seed", "list.txt", "--allow-credentials")
    for format in ["opml", "json", "csv", "markdown"] {
      let run = try session.run("export", format)
      #expect(run.err == "note: feed 'a.example/feed' is not exported: its URL contains a user name or password\n")
      #expect(!run.out.contains("hunter2") && run.out.contains("https://b.example/feed"))
    }
  }

  @Test("a collection with an unknown slug is exported with a note; --slug names the slug")
  func slug() throws {
    let session = try Self.small()
    try session.change("UPDATE FeedCollection SET title = 'Renamed'")
    #expect(try session.run("export", "json").err.hasPrefix("note: collection 'Renamed' is called 'renamed'"))
    let told = try session.run("export", "json", "--slug", "best")
    #expect(told.err == "")
    #expect(told.out.contains(#""slug": "best""#))
  }

  @Test("a missing collection, category, or container is reported with the existing ones")
  func unknown() throws {
    let session = try Self.small()
    #expect(
      try session.run("export", "json", "--category", "nws").err
        == "celestra-admin: error: there is no category 'nws'; there are tech, news\n")
    #expect(try session.run("export", "json", "--collection", "x").status == 2)
    #expect(try session.run("export", "yaml").status == 64)
    let run = try session.run("export", "json", "--category", "nws", "--output", "o.json")
    #expect(run.status == 2)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: session.folder.path).contains { $0.hasPrefix("o.json") }
        == false)
  }
}
