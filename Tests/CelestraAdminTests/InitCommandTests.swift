import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin init")
struct InitCommandTests {
  private static let list = """
    <opml version="2.0"><head/><body><outline text="Tech">
    <outline text="A" type="rss" xmlUrl="https://a.example/feed"/><outline text="B" type="rss" xmlUrl="https://b.example/feed"/>
    </outline></body></opml>
    """

  @Test("a list becomes a catalog whose files and container agree")
  func list() throws {
    let session = try Session()
    try session.write(Self.list, to: "feeds.opml")
    let run = try session.run("init", "feeds.opml", "--contact", "https://example.com/about")
    #expect(run.status == 0, "\(run)")
    #expect(run.out.hasPrefix("created schema/celestra.ckdb\ncreated seed/categories.json\n"))
    #expect(run.out.contains("wrote seed/feeds.json\n"))
    #expect(run.err.hasSuffix("health report --format html=health.html  Show which feeds are failing, as a page.\n"))
    let feeds = try session.read("seed/feeds.json")
    #expect(feeds.contains("https://a.example/feed") && feeds.contains("https://b.example/feed"))
    #expect(try session.read(".celestra-admin.yaml").contains("contact: \"https://example.com/about\"\n"))
    #expect(try session.run("seed").out.contains("nothing to do"))
    #expect(try session.run("seed", "--prune", "--dry-run").out.contains("nothing to do"))
    #expect(try session.run("config").status == 0)
  }

  @Test("the sample is the catalog of the repository")
  func sample() throws {
    let session = try Session()
    let run = try session.run("init", "--sample")
    #expect(run.status == 0, "\(run)")
    for file in ["schema/celestra.ckdb", "seed/feeds.json", "seed/collections.json", "seed/classics.opml"] {
      let released = try String(contentsOf: TestEnvironment.root.appending(path: file), encoding: .utf8)
      #expect(try session.read(file) == released, "\(file)")
    }
    #expect(try session.run("seed").out.contains("nothing to do"))
  }

  @Test("a file that exists is never changed, and a second run changes nothing")
  func existing() throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\n", to: ".celestra-admin.yaml")
    try session.write(Self.list, to: "feeds.opml")
    let run = try session.run("init", "feeds.opml")
    #expect(run.status == 0, "\(run)")
    #expect(run.err.contains("kept schema/celestra.ckdb: it exists\n"))
    #expect(try session.read(".celestra-admin.yaml") == "truth: container\n")
    let feeds = try session.read("seed/feeds.json") + "\n"
    try session.write(feeds, to: "seed/feeds.json")
    let again = try session.run("init", "feeds.opml")
    #expect(again.err.contains("kept seed/feeds.json: it exists; "))
    #expect(try session.read("seed/feeds.json") == feeds)
    #expect(again.status == 0 && !again.out.contains("created s"), "\(again)")
  }

  @Test("a configuration of ckdb, which the new one hides, is named once")
  func hiddenConfiguration() throws {
    let session = try Session()
    try session.write("policy: client\n", to: ".ckdb.yaml")
    let note = "note: celestra-admin reads .celestra-admin.yaml from now on, not .ckdb.yaml: move its settings there\n"
    for isFirst in [true, false] {
      let run = try session.run("init")
      #expect(run.status == 0 && run.err.contains(note) == isFirst, "\(run)")
    }
    #expect(try session.read(".ckdb.yaml") == "policy: client\n")
  }

  @Test(
    "what cannot work is refused before a file is written",
    arguments: [
      ("not a list", "x.opml: error: this is not a seed file"), ("{\"a\": 1}", "x.opml"),
      (nil, "cannot read x.opml: no such file"),
    ])
  func refused(text: String?, message: String) throws {
    let session = try Session()
    if let text { try session.write(text, to: "x.opml") }
    let run = try session.run("init", "x.opml")
    #expect(run.status == 2, "\(run)")
    #expect(run.err.contains(message), "\(run.err)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: session.folder.path).contains("schema"))
  }

  @Test("the sample starts no catalog in the folder of another, and a list that can be read only once is refused")
  func other() throws {
    let session = try Session()
    try session.write(Self.list, to: "feeds.opml")
    let once = try session.run("init", "-")
    #expect(once.status == 2 && once.err.contains("- can be read only once"), "\(once)")
    #expect(!FileManager.default.fileExists(atPath: session.path("schema")))
    #expect(try session.run("init", "feeds.opml").status == 0)
    let sample = try session.run("init", "--sample")
    #expect(sample.status == 2 && sample.err.contains("seed/feeds.json exists; start the sample in an empty folder"))
    #expect(!FileManager.default.fileExists(atPath: session.path("seed/collections.json")))
    #expect(try session.run("seed").out.contains("nothing to do"))
  }

  @Test("a configuration that exists decides, options without effect are named, and the next steps fit it")
  func configured() throws {
    let session = try Session()
    try session.write("truth: container\ncontact: https://a.example/about\n", to: ".celestra-admin.yaml")
    session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.org.example.Celestra"
    let run = try session.run("init", "--truth", "files")
    #expect(run.status == 0 && run.err.contains("--truth and --contact have no effect"), "\(run)")
    #expect(run.err.contains("celestra-admin update   ") && !run.err.contains("--contact https"))
    #expect(run.err.hasSuffix("would use iCloud.org.example.Celestra; unset it first\n"))
    #expect(try Session().run("init", "--sample", "--quiet") == .init(status: 0, out: "", err: ""))
  }

  @Test("a folder that cannot be written is named")
  func readOnly() throws {
    let session = try Session()
    try session.write("", to: "schema")
    let run = try session.run("init")
    #expect(run.status == 2, "\(run)")
    #expect(run.err.contains("cannot create the folder schema"), "\(run.err)")
  }

  @Test("what a list states beside its feeds becomes a file, too, from which the container can be created again")
  func wholeList() throws {
    let session = try Session()
    try session.write(
      #"""
      {"categories": [{"slug": "cooking", "name": "Cooking"}, {"slug": "general", "name": "General"}],
      "feeds": [{"feedURL": "https://a.example/feed", "formerURLs": ["https://old.example/feed"], "title": "A",
      "category": "cooking"}], "collections": [{"slug": "tea", "title": "日本", "feeds": ["https://a.example/feed"]}]}
      """#, to: "l.json")
    try session.write(#"{"feeds": [{"feedURL": "https://mine.example/feed"}]}"#, to: "seed/mine.json")
    let mine = try session.read("seed/mine.json")
    let run = try session.run("init", "l.json")
    #expect(run.status == 0 && run.out.contains("wrote seed/feeds.json\n"), "\(run)")
    let feeds = try session.read("seed/feeds.json")
    for text in ["\"cooking\"", "\"tea\"", "\"formerURLs\": [\"https://old.example/feed\"]"] {
      #expect(feeds.contains(text), "\(feeds)")
    }
    #expect(!feeds.contains("\"general\"") && !feeds.contains("mine.example"), "\(feeds)")
    #expect(try session.read("seed/mine.json") == mine)
    let released = TestEnvironment.root.appending(path: "seed/categories.json")
    #expect(try session.read("seed/categories.json") == String(contentsOf: released, encoding: .utf8))
    #expect(try session.run("seed", "--prune", "--dry-run").out.contains("nothing to do"))
    #expect(try session.run("seed", "--container", "new.sqlite").status == 0)
    for sql in [
      "SELECT slug || name FROM FeedCategory ORDER BY 1", "SELECT ___recordID || feeds FROM FeedCollection",
      "SELECT feedURL || coalesce(category, '-') FROM PublicFeed ORDER BY 1",
    ] {
      #expect(try session.sqlite(sql, in: "new.sqlite") == session.sqlite(sql))
    }
  }
}
