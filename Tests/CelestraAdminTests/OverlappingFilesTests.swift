import Catalog
import CloudKitRecords
import Curation
import FeedServer
import Foundation
import Synchronization
import Testing

@testable import CelestraAdmin

@Suite("Feeds that several seed files state")
struct OverlappingFilesTests {
  private static let url = "https://a.example/feed"

  /// A session in which a list, whose name sorts first, and a JSON file state one feed.
  private static func session(_ configuration: String = "truth: files\n") throws -> Session {
    let session = try Session(copying: "schema")
    try session.write("<opml><body><outline text='A' xmlUrl='\(url)'/></body></opml>\n", to: "seed/blogs.opml")
    try session.write(
      "{\"feeds\": [\n{\"feedURL\": \"\(url)\", \"isActive\": true, \"tags\": [\"Swift\"], \"subtitle\": \"S\"}\n]}\n",
      to: "seed/feeds.json")
    try session.write(configuration, to: ".celestra-admin.yaml")
    #expect(try session.run("seed").status == 0)
    return session
  }

  @Test("an edit goes into the JSON file, which wins over a list whatever the order of their names")
  func jsonWins() throws {
    let session = try Self.session()
    let list = try session.read("seed/blogs.opml")
    let off = try session.run("feeds", "set", "--host", "a.example", "--no-active", "--yes")
    #expect(off.status == 0 && off.out.contains("seed/feeds.json:2"), "\(off)")
    let renamed = try session.run("tags", "rename", "swift", "swiftlang", "--yes")
    #expect(renamed.status == 0 && renamed.out.contains("seed/feeds.json:2"), "\(renamed)")
    #expect(try session.read("seed/blogs.opml") == list)
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite("SELECT isActive || tags FROM PublicFeed") == [#"0["swiftlang"]"#])
    let stated = try session.run("feeds", "set", Self.url, "--subtitle", "Other")
    #expect(stated.status == 2 && stated.err.contains("seed/feeds.json:2 states"), "\(stated)")
  }

  @Test("a list from elsewhere does not replace an address by its spelling, but the seed folder does")
  func spelling() throws {
    let session = try Self.session()
    let list = "<opml><body><outline text='A' xmlUrl='http://www.a.example/feed/'/></body></opml>\n"
    try session.write(list, to: "other.opml")
    #expect(try session.run("seed", "feeds", "other.opml").status == 0)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == [Self.url])
    try session.write("{\"feeds\": [\n{\"feedURL\": \"http://a.example/feed\"}\n]}\n", to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == ["http://a.example/feed"])
  }

  @Test("what is edited in an OPML list is read from it again, and its category stays")
  func opml() throws {
    let session = try Session(copying: "schema")
    try session.write(
      #"{"categories": [{"slug": "technology", "name": "Technology"}, {"slug": "design", "name": "Design"}]}"#,
      to: "seed/categories.json")
    try session.write(
      """
      <opml><body>
        <outline text="Alpha" xmlUrl="https://alpha.example/feed" category="Technology,swift,UIKit"/>
        <outline text="Design"><outline text="Beta" xmlUrl="https://beta.example/feed"/></outline>
        <outline text="Gamma" xmlUrl="https://gamma.example/feed" category="Design,ios"/>
      </body></opml>

      """, to: "seed/list.opml")
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    #expect(try session.run("seed").status == 0)
    for command in [
      ["tags", "rename", "swift", "swiftlang"], ["tags", "remove", "uikit"],
      ["feeds", "set", "--host", "gamma.example", "--category", "technology"],
      ["categories", "merge", "technology", "design"], ["feeds", "set", "--host", "beta.example", "--featured"],
    ] {
      let run = try session.run(command + ["--yes"])
      #expect(run.status == 0, "\(run)")
    }
    #expect(try session.read("seed/list.opml").contains(#"category="Technology,swiftlang""#))
    let fresh = try session.run("seed", "--container", "fresh.sqlite")
    #expect(fresh.status == 0, "\(fresh)")
    let sql = "SELECT title || category || ifnull(tags, '') || isFeatured FROM PublicFeed ORDER BY title"
    #expect(
      try session.sqlite(sql, in: "fresh.sqlite")
        == [#"Alphatechnology["swiftlang"]0"#, "Betatechnology1", #"Gammatechnology["ios"]0"#])
  }

  @Test(
    "a feed of two files that moves stays one feed, if its address is written into both and if one is published again",
    arguments: ["opml", "json"])
  func moved(form: String) async throws {
    let isLater = Mutex(false)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if isLater.withLock({ $0 }), request.path == "/old" { return .answer(301, [("Location", "/new")]) }
      return .answer(200, [], ProbedFeeds.rss(extra: ""))
    }
    let session = try Session(copying: "schema")
    let site = "http://\(TestHosts.name(2)):\(server.port)"
    func text(_ path: String) -> String {
      form == "opml"
        ? "<opml><body><outline text='A' xmlUrl='\(site)\(path)'/></body></opml>\n"
        : #"{"feeds": [{"feedURL": "\#(site)\#(path)", "title": "A"}]}"# + "\n"
    }
    for file in ["a", "b"] { try session.write(text("/old"), to: "seed/\(file).\(form)") }
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    #expect(try session.run("seed").status == 0)
    for day in 0...4 {
      if day == 1 { isLater.withLock { $0 = true } }
      let date = Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400).formatted(.iso8601)
      #expect(try session.run(Session.update + ["--include-not-due", "--as-of", date]).status == 0)
    }
    let written = try session.run("health", "proposals", "--except", "fill-missing", "--write")
    #expect(written.out.contains("1 of 1 proposal written"), "\(written)")
    for file in ["a", "b"] { #expect(try session.read("seed/\(file).\(form)").contains("\(site)/new")) }
    let names = try session.sqlite("SELECT ___recordID FROM PublicFeed")
    let seed = try session.run("seed", "--prune", "--yes")
    #expect(seed.status == 0, "\(seed)")
    if form == "opml" {
      // A list that others publish has the old address again tomorrow.
      try session.write(text("/old"), to: "seed/b.opml")
      let again = try session.run("seed", "--prune", "--yes")
      #expect(again.status == 0 && again.err.contains("moved-feed"), "\(again)")
    }
    #expect(try session.sqlite("SELECT ___recordID FROM PublicFeed") == names && names.count == 1)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == ["\(site)/new"])
  }

  @Test("a CSV list switches a feed off, and its new address is written into collections, as it keeps no former one")
  func table() throws {
    let session = try Session(copying: "schema")
    try session.write("feedURL,title,isActive\nhttps://a.example/feed,A,true\n", to: "seed/list.csv")
    let members = #""feeds": ["https://a.example/feed"]"#
    try session.write(
      "{\"collections\": [\n{\"slug\": \"best\", \"title\": \"Best\", \(members)}\n]}\n", to: "seed/collections.json")
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    #expect(try session.run("seed").status == 0)
    let off = try session.run("feeds", "set", "--host", "a.example", "--no-active", "--yes")
    #expect(off.status == 0, "\(off)")
    let seeds = try SeedFiles([session.path("seed")], taking: SeedKind.allCases, isStrict: false).seeds
    var editing = EditedFiles()
    let place = seeds.feeds[0].place
    let new = FieldValue.string("https://b.example/feed")
    #expect(try editing.apply([.change(place, FeedField.feedURL, new)], at: place, of: seeds) == nil)
    _ = try editing.write()
    #expect(try session.read("seed/list.csv") == "feedURL,title,isActive\nhttps://b.example/feed,A,false\n")
    #expect(try session.read("seed/collections.json").contains(#""feeds": ["https://b.example/feed"]"#))
    let fresh = try session.run("seed", "--container", "fresh.sqlite")
    #expect(fresh.status == 0, "\(fresh)")
    let inactive = "SELECT feedURL FROM PublicFeed WHERE isActive = 0"
    #expect(try session.sqlite(inactive, in: "fresh.sqlite") == ["https://b.example/feed"])
  }

  @Test("a feed that moved to one that is switched off is not switched off, too")
  func inactiveTarget() async throws {
    let isLater = Mutex(false)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if isLater.withLock({ $0 }), request.path == "/old" { return .answer(301, [("Location", "/new")]) }
      return .answer(200, [], ProbedFeeds.rss(extra: ""))
    }
    let site = "http://\(TestHosts.name(2)):\(server.port)"
    let session = try Session.probing(["\(site)/old", "\(site)/new"])
    #expect(try session.run("feeds", "set", "\(site)/new", "--no-active", "--yes").status == 0)
    isLater.withLock { $0 = true }
    for day in 0...4 {
      let date = Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400).formatted(.iso8601)
      #expect(try session.run(Session.update + ["--include-not-due", "--as-of", date]).status == 0)
    }
    let proposals = ["health", "proposals", "--except", "fill-missing"]
    #expect(try !session.run(proposals).out.contains("duplicate"))
    #expect(try session.run("feeds", "set", "\(site)/new", "--active", "--yes").status == 0)
    #expect(try session.run(proposals).out.contains("duplicate"))
  }
}
