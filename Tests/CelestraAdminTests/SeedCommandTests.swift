import Foundation
import Testing

@Suite("celestra-admin seed")
struct SeedCommandTests {
  private static let categories = #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#

  @Test("a new container is created and filled; a second run changes no byte")
  func twice() throws {
    let session = try Session(copying: "schema")
    try session.copy("seed")
    let first = try session.run("seed")
    #expect(first.status == 0)
    #expect(
      first.out == """
        create     8 category, 5 collection, 119 feed records; --format json lists them
        celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
        categories             8        0          0          0        0       0
        feeds                119        0          0          0        0       0
        metadata             119        0          0          0        0       0
        collections            5        0          0          0        0       0

        """)
    let before = try Data(contentsOf: session.folder.appendingPathComponent("celestra.sqlite"))
    let second = try session.run("seed")
    #expect(second.status == 0)
    #expect(
      second.out.hasPrefix(
        "nothing to do: celestra.sqlite already matches, 251 unchanged\n"))
    #expect(try Data(contentsOf: session.folder.appendingPathComponent("celestra.sqlite")) == before)
  }

  @Test("a dry run shows the plan by field and creates no file")
  func dryRun() throws {
    let session = try Session(copying: "schema")
    try session.write(Self.categories, to: "c.json")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, to: "f.json")
    #expect(
      try session.run("seed", "c.json", "f.json", "--dry-run")
        == Session.Transcript(
          status: 0,
          out: """
            create     category General
            create     category News
            create     feed A
            celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
            categories             2        0          0          0        0       0
            feeds                  1        0          0          0        0       0
            metadata               1        0          0          0        0       0
            dry run: nothing was written

            """, err: ""))
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))

    try session.run("seed", "c.json", "f.json")
    try session.write(
      #"{"feeds":[{"feedURL":"http://www.a.example/feed/","title":"A+","category":"news","tags":["x"]}]}"#, to: "f.json"
    )
    #expect(
      try session.run("seed", "f.json", "--dry-run").out == """
        update     feed A+
                     category: general → news
                     tags: ["x"]
                     title: "A" → "A+"
        celestra.sqlite  created  updated  unchanged  duplicate  skipped  failed
        feeds                  0        1          0          0        0       0
        metadata               0        0          1          0        0       0
        dry run: nothing was written

        """)
  }

  @Test("all mistakes of all files are reported in one run, and nothing is written")
  func mistakes() throws {
    let session = try Session(copying: "schema")
    try session.write(Self.categories, to: "c.json")
    try session.write(
      """
      {"feeds": [
        {"feedURL": "https://a.example/feed", "category": "nws"},
        {"feedURL": "https://b.example/feed", "titel": "B"},
        {"feedURL": "https://a.example/feed/"}
      ]}
      """, to: "f.json")
    try session.write(
      #"{"collections":[{"slug":"best","title":"Best","feeds":["https://nowhere.example/feed"]}]}"#, to: "k.json")
    let run = try session.run("seed", "c.json", "f.json", "k.json")
    #expect(run.status == 1)
    #expect(run.out == "")
    for text in [
      "f.json:2:", "no category 'nws' [unknown-category]", "did you mean 'news'? known categories: general, news",
      "f.json:3:", "titel", "did you mean", "k.json:1:", "no feed 'https://nowhere.example/feed'",
      "nothing was written; fix the errors and run the command again",
    ] {
      #expect(run.err.contains(text), "\(text) is missing in:\n\(run.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
  }

  @Test("an endless or oversized file is refused without reading all of it")
  func endless() throws {
    let session = try Session(copying: "schema")
    try session.write("", to: "large.opml")
    let file = try FileHandle(forWritingTo: session.folder.appendingPathComponent("large.opml"))
    // A sparse file, which occupies no space.
    try file.truncate(atOffset: 513 << 20)
    try file.close()
    #expect(
      try session.run("seed", "feeds", "large.opml")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: cannot read large.opml: it is larger than 512 MB\n"))
  }

  @Test(
    "an unreadable input is reported with the reason, and the exit code is 2",
    arguments: [
      (["seed", "nowhere.json"], "cannot read nowhere.json: no such file; check the path"),
      (
        ["seed", "empty"],
        "no seed files in empty: it has no .json, .opml, .xml, .csv, or .txt file; name another folder or file"
      ),
      (
        ["seed", "c.json", "--schema", "nowhere.ckdb"], "cannot read nowhere.ckdb: no such file; check the path"
      ),
      (["seed", "c.json", "--schema", "empty"], "cannot read empty: it is a directory; pass a file in it"),
      (
        ["seed", "c.json", "--schema", "bad.ckdb"],
        """
        cannot use the schema bad.ckdb: it has errors
        bad.ckdb:1:1: error: the schema does not start with DEFINE SCHEMA [missing-header]
         1 | RECORD TYPE
           | ^~~~~~
           = add DEFINE SCHEMA
        bad.ckdb:1:12: error: RECORD TYPE without a name [missing-name]
         1 | RECORD TYPE
           |            ^
           = write RECORD TYPE Name ( … );
        2 errors
        """
      ),
      (
        ["score"],
        "cannot read container 'celestra.sqlite': no such container; 'celestra-admin init' or 'celestra-admin seed' creates it"
      ),
      (
        ["health", "report"],
        "cannot read container 'celestra.sqlite': no such container; 'celestra-admin init' or 'celestra-admin seed' creates it"
      ),
      (["seed", "c.json", "--container", "empty"], "cannot open container 'empty': it is a folder; pass a file"),
      (
        ["seed", "c.json", "--container", "no/such/folder.sqlite"],
        "cannot create container 'no/such/folder.sqlite': folder 'no/such' does not exist; create it, or pass another file"
      ),
    ] as [([String], String)])
  func unreadable(arguments: [String], message: String) throws {
    let session = try Session(copying: "schema")
    try session.write(Self.categories, to: "c.json")
    try session.write("RECORD TYPE", to: "bad.ckdb")
    try FileManager.default.createDirectory(
      at: session.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let run = try session.run(arguments)
    #expect(run == Session.Transcript(status: 2, out: "", err: "celestra-admin: error: \(message)\n"))
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
  }

  @Test("a named file that is not a seed is refused; in a folder it is skipped with a note")
  func notSeeds() throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"a":1}"#, to: "folder/other.json")
    try session.write(Self.categories, to: "folder/c.json")
    #expect(try session.run("seed", "folder/other.json").status == 1)
    let run = try session.run("seed", "folder")
    #expect(run.status == 0)
    #expect(run.err == "note: skipped folder/other.json: not a seed file\n")
  }

  @Test(
    "a container with an older schema is migrated; a migration that would lose data is refused with the differences")
  func migration() throws {
    let session = try Session(copying: "schema")
    let schema = try String(contentsOf: Session.root.appendingPathComponent("schema/celestra.ckdb"), encoding: .utf8)
    let old = schema.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("minUpdateInterval") && !$0.contains("imageURL ") }
    try session.write(old.joined(separator: "\n"), to: "old.ckdb")
    try session.write(Self.categories, to: "c.json")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"news"}]}"#, to: "f.json")
    #expect(try session.run("seed", "c.json", "f.json", "--schema", "old.ckdb").status == 0)
    #expect(try session.run("score").status == 0)
    try session.write(
      #"{"feeds":[{"feedURL":"https://a.example/feed","imageURL":"https://a.example/i.png"}]}"#, to: "f.json")
    #expect(try session.run("seed", "f.json").out.contains("feeds                  0        1"))
    #expect(try session.sqlite("SELECT title || ' ' || imageURL FROM PublicFeed") == ["A https://a.example/i.png"])
    #expect(
      try session.run("seed", "f.json", "--schema", "old.ckdb")
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: cannot migrate container 'celestra.sqlite' to the schema, data would be lost:
              - field 'PublicFeed.imageURL' is gone
              - field 'FeedMetadata.minUpdateInterval' is gone
              - field 'PublicArticle.imageURL' is gone
            use a schema that keeps them, or a new container

            """))
  }
}
