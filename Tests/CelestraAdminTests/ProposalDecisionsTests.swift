import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health proposals, from death to return")
struct ProposalDecisionsTests {
  private static let proposals = ["health", "proposals"]

  /// A session with `/a` and `/d` in a JSON file, `/b` in a list, and `/c` in a JSON file and in no other one.
  private static func session(_ port: Int, schema: String) throws -> Session {
    let session = try Session(copying: "schema")
    let urls = ["a", "b", "c", "d"].enumerated().map { "http://\(TestHosts.name($0 + 2)):\(port)/\($1)" }
    let own = [0, 2, 3].map { #"{"feedURL": "\#(urls[$0])", "title": "\#(["A", "B", "C", "D"][$0])"}"# }
    try session.write("{\"feeds\": [\n\(own.joined(separator: ",\n"))\n]}\n", to: "seed/feeds.json")
    try session.write(
      "<opml version=\"2.0\"><body><outline text=\"B\" xmlUrl=\"\(urls[1])\"/></body></opml>\n", to: "seed/list.opml")
    #expect(try session.run("seed", "--schema", schema).status == 0)
    return session
  }

  private static func date(_ day: Int) -> String {
    Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400).formatted(.iso8601)
  }

  /// Returns the kinds and titles of listed proposals.
  private static func listed(_ session: Session, _ options: String...) throws -> [String] {
    struct Output: Decodable {
      struct Item: Decodable { let kind, title: String }
      let items: [Item]
    }
    let run = try session.run(proposals + ["--except", "fill-missing", "--format", "json"] + options)
    #expect(run.status == 0, "\(run.err)")
    return try JSONDecoder().decode(Output.self, from: Data(run.out.utf8)).items.map { "\($0.kind) \($0.title)" }
  }

  @Test(
    "files deactivate dead feeds and reactivate those that return; what is dismissed stays dismissed",
    arguments: [("schema/celestra.ckdb", "PublicFeed"), ("schema/celestrakit.ckdb", "Feed")])
  func lifeCycle(schema: String, type: String) async throws {
    let isParked = Mutex(false)
    // Three feeds are parked for some time; `/d` is always up and has metadata.
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if request.path != "/d", isParked.withLock({ $0 }) {
        return .answer(200, [("Content-Type", "text/html")], Array("<html><title>Buy me</title></html>".utf8))
      }
      let said = request.path == "/d" ? "<language>en</language><description>All</description>" : ""
      return .answer(200, [], ProbedFeeds.rss(extra: said))
    }
    let session = try Self.session(server.port, schema: schema)
    func update(_ days: [Int]) throws {
      for day in days {
        let run = try session.run(Session.update + ["--as-of", Self.date(day)])
        #expect(run.status == 0, "\(run.err)")
      }
    }
    let inactive = "SELECT title FROM \(type) WHERE isActive = 0 ORDER BY title"
    try update([0])
    isParked.withLock { $0 = true }
    try update(Array(stride(from: 1, through: 40, by: 3)))
    #expect(try Self.listed(session).sorted() == ["deactivate A", "deactivate B", "deactivate C"])

    let dismissed = try session.run(Self.proposals + ["--feed", "C", "--dismiss"])
    #expect(dismissed.status == 0 && dismissed.out.contains("not listed again"), "\(dismissed)")
    let text = try session.run(Self.proposals).out
    #expect(text.contains("\n  deactivate 2, fill-missing "), "\(text)")
    #expect(text.contains("dismissed 1 (--include-dismissed lists them)"))
    #expect(text.contains("not-a-feed, a web page ('Buy me')") && text.contains("/b  "))
    #expect(
      text.contains("; --only fill-missing lists them, --except fill-missing leaves them out\n")
        && !text.contains("own metadata"))
    #expect(try Self.listed(session, "--include-dismissed").count == 3)

    try session.write("<<<<<<< HEAD\nhttps://x.example/feed\n", to: "merged.txt")
    let unread = try session.run(Self.proposals + ["seed", "merged.txt", "--only", "deactivate", "--write"])
    #expect(unread.status == 2 && unread.err.contains("merged.txt: "), "\(unread)")
    let written = try session.run(Self.proposals + ["--only", "deactivate", "--write"])
    #expect(written.out.contains("2 of 2 proposals written"), "\(written)")
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite(inactive) == ["A", "B"])
    #expect(try session.run("seed").out.contains("nothing to do"))
    let table = type == "Feed" ? "Article" : "PublicArticle"
    let articles = try session.sqlite("SELECT count(*) FROM \(table)")

    isParked.withLock { $0 = false }
    try update([47])
    let stored = try session.sqlite("SELECT count(*) FROM \(table)")
    #expect(stored == articles)
    #expect(try Self.listed(session).sorted() == ["reactivate A", "reactivate B"])
    let held = try session.run(Self.proposals + ["--apply"])
    #expect(held.out.contains("reactivate: use --only KIND to apply, write, or dismiss"), "\(held)")
    #expect(try session.sqlite(inactive) == ["A", "B"])
    let back = try session.run(Self.proposals + ["--only", "reactivate", "--write"])
    #expect(back.out.contains("2 of 2 proposals written"), "\(back)")
    #expect(try session.read("seed/list.opml").contains("celestra:isActive=\"true\""))
    #expect(try session.run("seed").status == 0)
    #expect(try session.sqlite(inactive).isEmpty)
    #expect(try Self.listed(session).isEmpty)
    #expect(try session.run("seed").out.contains("nothing to do"))
  }

  @Test("a file changed after proposals were listed is edited where it states the feeds now, and keeps other edits")
  func editedMeanwhile() async throws {
    let hasMoved = Mutex(false)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      let isNew = request.path.hasSuffix("-new") || !hasMoved.withLock { $0 }
      return isNew ? .answer(200, [], ProbedFeeds.rss(extra: "")) : .answer(301, [("Location", request.path + "-new")])
    }
    let session = try Session(copying: "schema")
    let urls = ["a", "b", "c", "d"].enumerated().map { "http://\(TestHosts.name($0 + 2)):\(server.port)/\($1)" }
    func entry(_ url: String, _ more: String = "") -> String { "{\"feedURL\": \"\(url)\"\(more)}" }
    func file(_ entries: String...) -> String { "{\"feeds\": [\n\(entries.joined(separator: ",\n"))\n]}\n" }
    try session.write(file(entry(urls[0]), entry(urls[1]), entry(urls[2]), entry(urls[3])), to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    for day in 0...3 {
      #expect(try session.run(Session.update + ["--include-not-due", "--as-of", Self.date(day)]).status == 0)
      hasMoved.withLock { $0 = true }
    }
    #expect(try Self.listed(session).count == 4)

    // The last feed comes first now, in another form; two have an address by hand, and one is gone.
    let b = entry(urls[1] + "-new", ", \"formerURLs\": [\"\(urls[1])\"]")
    let c = entry(urls[2] + "-other", ", \"formerURLs\": [\"\(urls[2])\"]")
    try session.write(file("{ \"title\": \"D\",\n  \"feedURL\": \"\(urls[3])\" }", c, b), to: "seed/feeds.json")
    let written = try session.run(Self.proposals + ["--only", "new-url", "--write"])
    #expect(written.status == 0 && written.out.contains("1 of 4 proposals written"), "\(written)")
    for refusal in ["no file states the feed", "the file states it already", "the file states another value"] {
      #expect(written.out.contains("not written: \(refusal)\n"), "\(written)")
    }
    let d = "\"feedURL\": \"\(urls[3])-new\",\n  \"formerURLs\": [\"\(urls[3])\"]"
    let text = try session.read("seed/feeds.json")
    #expect(text == file("{ \"title\": \"D\",\n  \(d) }", c, b), "\(text)")
  }

  @Test(
    "kinds are chosen by --only or --except, and --dismiss needs a choice",
    arguments: [
      (["--only", "https", "--except", "duplicate"], "use --only or --except"),
      (["--dismiss"], "--dismiss requires --only KIND or --feed FEED"),
      (["--dismiss", "--only", "https", "--apply"], "use --dismiss or --apply"),
    ])
  func usage(options: [String], message: String) throws {
    let run = try Session().run(Self.proposals + options)
    #expect(run.status == 64 && run.err.contains(message), "\(run)")
  }
}
