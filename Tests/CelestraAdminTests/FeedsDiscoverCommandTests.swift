import FeedServer
import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin feeds discover")
struct FeedsDiscoverCommandTests {
  private static let discover = ["feeds", "discover"] + Session.fetching + ["--as-of", ProbedFeeds.asOf]

  /// A site with a feed and its comments, a feed behind redirects, a page without feeds, and an endless page.
  private static func server() async throws -> FeedServer {
    try await FeedServer.start { request in
      switch request.path {
      case "/":
        let links = ["/comments/feed", "/feed"].map { "<link rel=alternate type=application/rss+xml href=\($0)>" }
        return .answer(200, [("Content-Type", "text/html")], Array("<html><title>Home</title>\(links.joined())".utf8))
      case "/feed": return .answer(200, [], ProbedFeeds.rss(extra: "<link>http://\(request.host)/</link>"))
      case "/header":
        return .answer(200, [("Link", "</feed>; rel=alternate; type=\"application/rss+xml\"")], Array("<html>x".utf8))
      case "/3": return .answer(301, [("Location", "/2")])
      case "/2": return .answer(302, [("Location", "/1")])
      case "/1": return .answer(302, [("Location", "/feed")])
      case "/endless": return .endless
      case "/nothing": return .answer(200, [], Array("<html>nothing".utf8))
      default: return .answer(404)
      }
    }
  }

  private static func url(_ server: FeedServer, _ path: String = "/") -> String {
    "http://\(TestHosts.name(1)):\(server.port)\(path)"
  }

  @Test("the feeds of a page are listed, the best first, with the reason and an entry")
  func text() async throws {
    let server = try await Self.server()
    let run = try Session().run(Self.discover + [Self.url(server)])
    let feed = Self.url(server, "/feed")
    #expect(
      run.out == """
        \(Self.url(server)) (Home)
        1. \(feed)
           feed     RSS 2.0, 3 items, newest 2026-11-20, every day, no text
           title    'F', http://h1.test/
           why      declared by the page, the feed of the whole site
           warning  the address has no https
           entry    {"feedURL": "\(feed)", "title": "F", "siteURL": "http://h1.test/"}
          not a feed: \(Self.url(server, "/comments/feed")): HTTP 404

        """)
    #expect(run.status == 0)
  }

  @Test(
    "a header declares a feed, redirects lead to one, and an endless page or one without feeds is an answer",
    arguments: [
      ("/header", "1. ", 0), ("/3", "redirect 301 to", 0), ("/nothing", "these are the feeds of", 0),
      ("/missing", "HTTP 404", 1), ("/endless", "no feed found", 1),
    ])
  func others(path: String, text: String, status: Int32) async throws {
    let server = try await Self.server()
    let run = try Session().run(Self.discover + [Self.url(server, path)])
    #expect(run.out.contains(text) && run.status == status, "\(run)")
  }

  @Test("usual addresses are tried with --guess")
  func guess() async throws {
    let server = try await Self.server()
    #expect(try Session().run(Self.discover + [Self.url(server, "/missing")]).status == 1)
    let run = try Session().run(Self.discover + [Self.url(server, "/missing"), "--guess"])
    #expect(run.status == 0 && run.out.contains("a usual address"), "\(run)")
  }

  @Test("--add FILE adds the entry in the form and order of the list, once")
  func addToFile() async throws {
    let server = try await Self.server()
    let session = try Session()
    let list = """
      {
        "feeds": [
          {"title": "A", "feedURL": "https://a.example/feed"},
          {"title": "E", "feedURL": "https://e.example/feed"},
          {"title": "Z", "feedURL": "https://z.example/feed", "note": "kept"}
        ]
      }

      """
    try session.write(list, to: "feeds.json")
    let tried = try session.run(Self.discover + [Self.url(server), "--add", "feeds.json", "--dry-run"])
    #expect(tried.status == 0 && tried.out.contains("would be added to feeds.json: "), "\(tried)")
    #expect(try session.read("feeds.json") == list)
    let run = try session.run(Self.discover + [Self.url(server), "--add", "feeds.json"])
    #expect(run.status == 0 && run.out.contains("added to feeds.json"), "\(run)")
    let line =
      "    {\"title\": \"F\", \"feedURL\": \"\(Self.url(server, "/feed"))\", \"siteURL\": \"http://h1.test/\"},\n"
    #expect(
      try session.read("feeds.json") == list.replacing("    {\"title\": \"Z\"", with: line + "    {\"title\": \"Z\""))
    let again = try session.run(Self.discover + [Self.url(server), "--add", "feeds.json"])
    #expect(again.status == 1 && again.out.contains("the list has this feed already: feeds.json:5 'F'"), "\(again)")
    try session.write(list, to: "feeds.json")
    let former = #"{"feedURL": "\#(Self.url(server, "/feed"))", "date": "2026-11-01", "reason": "gone (410)"}"#
    try session.write(#"{"former": [\#(former)]}"#, to: "former.json")
    let removed = try session.run(Self.discover + [Self.url(server), "--add", "feeds.json"])
    #expect(removed.status == 1 && removed.out.contains("removed on 2026-11-01: gone (410)"), "\(removed)")
    #expect(try session.read("feeds.json") == list)
  }

  @Test("--add FILE begins an empty list, and shows what to write into a missing one")
  func addFirst() async throws {
    let server = try await Self.server()
    let session = try Session()
    let add = Self.discover + [Self.url(server), "--add", "list.md"]
    let missing = try session.run(add)
    #expect(
      missing.status == 2
        && missing.err.contains("there is no list list.md; create it with a first entry such as: - ["), "\(missing)")
    try session.write("# My list\n", to: "list.md")
    #expect(try session.run(add).status == 0)
    #expect(try session.read("list.md") == "# My list\n\n- [F](\(Self.url(server, "/feed")))\n")
  }

  @Test("--add alone adds to the container")
  func addToContainer() async throws {
    let server = try await Self.server()
    let session = try EditingCommandTests.session()
    let dryRun = Self.discover + [Self.url(server), "--add", "--dry-run"]
    let tried = try session.run(dryRun)
    #expect(tried.status == 0 && tried.out.contains("would be added to celestra.sqlite"), "\(tried)")
    #expect(try session.run(dryRun + ["--format", "json"]).out.contains("\"dryRun\" : true"))
    let run = try session.run(Self.discover + [Self.url(server), "--add"])
    #expect(run.status == 0 && run.out.contains("added to celestra.sqlite"), "\(run)")
    #expect(try session.sqlite("SELECT title FROM PublicFeed WHERE feedURL LIKE 'http://h1.test%'") == ["F"])
    let again = try session.run(Self.discover + [Self.url(server), "--add"])
    #expect(again.status == 1 && again.out.contains("celestra.sqlite 'F'"), "\(again)")
  }

  @Test("feeds add refuses a web page, and names the feeds that it has")
  func addPage() async throws {
    let server = try await Self.server()
    let session = try EditingCommandTests.session()
    let run = try session.run(["feeds", "add", Self.url(server)] + Session.fetching)
    #expect(
      run.status == 2
        && run.err.contains("is a web page, not a feed; it has feeds:\n  \(Self.url(server, "/feed")): declared"),
      "\(run)")
    #expect(
      try session.run(["feeds", "add", Self.url(server, "/feed"), "--title", "F"] + Session.fetching).status == 0)
    #expect(try session.run("feeds", "add", "https://new.example/", "--title", "N").status == 0)
    // The contact is that of the configuration that the user passed.
    try session.write("contact: https://me.example/\n", to: "other.yaml")
    let configured = Session.fetching.filter { $0 != "--contact" && !$0.hasPrefix("https://") }
    let other = try session.run(["feeds", "add", Self.url(server), "--config", "other.yaml"] + configured)
    #expect(other.status == 2 && other.err.contains("is a web page, not a feed"), "\(other)")
  }

  @Test("an issue form becomes an entry and a branch, or a reason")
  func issue() async throws {
    let server = try await Self.server()
    let session = try Session()
    try session.write("{\"feeds\": []}\n", to: "feeds.json")
    session.input = "### Address of the site or feed\n\n\(Self.url(server))\n\n### Title\n\nMy `$(id)` Blog @me #1\n"
    let options = Self.discover + ["--from-issue", "-", "--add", "feeds.json"]
    let run = try session.run(options + ["--format", "json"])
    #expect(run.status == 0, "\(run)")
    #expect(run.out.contains("\"branch\" : \"add-feed/h1-test-\(server.port)-feed\""))
    #expect(run.out.contains("\"title\" : \"Add My `$(id)` Blog @\u{200B}me #\u{200B}1\""), "\(run.out)")
    #expect(try session.read("feeds.json").contains("My `$(id)` Blog @me #1"))
    try session.write("# Feeds\n\n## Birds\n\n- [Emu](https://e.example/feed)\n", to: "list.md")
    session.input = "### Address\n\n\(Self.url(server))\n\n### Category\n\nFish\n"
    let unknown = try session.run(
      Self.discover + ["--from-issue", "-", "--add", "list.md", "--format", "markdown"])
    #expect(
      unknown.status == 1
        && unknown.out.hasPrefix("**Not added:** cannot add to list.md: the list has no 'fish'; it has Birds."),
      "\(unknown)")
    session.input = "### Address\n\nno idea\n"
    let refused = try session.run(options + ["--format", "markdown"])
    #expect(refused.status == 1 && refused.out.hasPrefix("**Not added:** 'no idea' is not an address"), "\(refused)")
  }
}
