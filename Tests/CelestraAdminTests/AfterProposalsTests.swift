import Curation
import FeedServer
import Foundation
import Synchronization
import Testing

@testable import CelestraAdmin

@Suite("Lists and seed files after written proposals")
struct AfterProposalsTests {
  /// Serves `/a`, which moves to `/a-new`, `/x`, which moves to `/d`, `/d`, and `/b`, which is removed.
  private static func serve(_ isLater: @escaping @Sendable () -> Bool) async throws -> FeedServer {
    try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      if isLater() {
        switch request.path {
        case "/a": return .answer(301, [("Location", "/a-new")])
        case "/x": return .answer(301, [("Location", "/d")])
        case "/b": return .answer(410)
        default: break
        }
      }
      return .answer(200, [], ProbedFeeds.rss(extra: ""))
    }
  }

  private static func update(_ session: Session, days: ClosedRange<Int>) throws {
    for day in days {
      let date = Date(timeIntervalSince1970: 1_795_262_400 + Double(day) * 86_400).formatted(.iso8601)
      #expect(try session.run(Session.update + ["--include-not-due", "--as-of", date]).status == 0)
    }
  }

  private static let proposals = ["health", "proposals", "--except", "fill-missing", "--write"]

  @Test("a proposal that a list cannot state blocks no other one, and a removed feed is not found again")
  func list() async throws {
    let isLater = Mutex(false)
    let server = try await Self.serve { isLater.withLock { $0 } }
    let session = try Session(copying: "schema")
    // `x` redirects on its own host. The list's first lines are those that it cannot switch off.
    let urls = [("b", 2), ("x", 3), ("d", 3), ("a", 4)].map { "http://\(TestHosts.name($1)):\(server.port)/\($0)" }
    try session.write(urls.joined(separator: "\n") + "\n", to: "list.txt")
    #expect(try session.run("seed", "list.txt").status == 0)
    try Self.update(session, days: 0...0)
    isLater.withLock { $0 = true }
    try Self.update(session, days: 1...4)
    let some = try session.run(Self.proposals + ["list.txt"])
    #expect(some.status == 0 && some.out.contains("1 of 3 proposals written"), "\(some)")
    #expect(some.out.components(separatedBy: "; --former FILE removes the entry instead\n").count == 3, "\(some)")
    #expect(try session.read("list.txt") == (urls.dropLast() + [urls[3] + "-new"]).joined(separator: "\n") + "\n")

    let removed = try session.run(Self.proposals + ["list.txt", "--former", "former.json"])
    #expect(removed.out.contains("2 of 3 proposals written; review the files, then run 'seed'\n"), "\(removed)")
    #expect(try session.read("list.txt") == "\(urls[2])\n\(urls[3])-new\n")
    let seed = try session.run("seed", "list.txt", "former.json")
    #expect(seed.status == 0 && !seed.err.contains("twice"), "\(seed)")
    let again = try session.run(Self.proposals + ["list.txt", "--former", "former.json"])
    #expect(again.status == 0 && again.out == "celestra.sqlite: 0 proposals\n", "\(again)")
  }

  @Test("a feed that is removed leaves the collections of other files, unless one would be empty")
  func collections() async throws {
    let isLater = Mutex(false)
    let server = try await Self.serve { isLater.withLock { $0 } }
    let session = try Session(copying: "schema")
    let urls = ["d", "b"].enumerated().map { "http://\(TestHosts.name($0 + 2)):\(server.port)/\($1)" }
    // The collections name a former address of the feed that is removed, and a list has it, too.
    let old = "https://old.example/b"
    let feeds = #"{"feedURL": "\#(urls[0])"},\#n{"feedURL": "\#(urls[1])", "formerURLs": ["\#(old)"]}"#
    try session.write("<opml><body><outline text='B' xmlUrl='\(urls[1])'/></body></opml>\n", to: "seed/list.opml")
    try session.write("{\"feeds\": [\n\(feeds)\n]}\n", to: "seed/feeds.json")
    func collection(_ slug: String, _ feeds: [String]) -> String {
      #"{"slug": "\#(slug)", "title": "\#(slug)", "feeds": ["\#(feeds.joined(separator: #"", ""#))"]}"#
    }
    try session.write(
      "{\"collections\": [\n\(collection("all", [urls[0], old])),\n\(collection("one", [old]))\n]}\n",
      to: "seed/collections.json")
    #expect(try session.run("seed").status == 0)
    isLater.withLock { $0 = true }
    try Self.update(session, days: 1...4)
    let write = Self.proposals + ["--former", "seed/former.json"]
    let before = try session.read("seed/collections.json")
    let refused = try session.run(write)
    #expect(refused.out.contains("the collection 'one' of seed/collections.json would have no feed"), "\(refused)")
    #expect(!refused.out.contains("--prune"), "nothing was removed")
    #expect(try session.read("seed/collections.json") == before)
    #expect(try session.read("seed/feeds.json").contains(urls[1]))

    try session.write("{\"collections\": [\n\(collection("all", [urls[0], old]))\n]}\n", to: "seed/collections.json")
    let written = try session.run(write)
    #expect(
      written.out.contains("1 of 1 proposal written; review the files, then run 'seed' ('seed --prune' "), "\(written)")
    #expect(try !session.read("seed/list.opml").contains("xmlUrl"))
    #expect(try session.read("seed/collections.json") == "{\"collections\": [\n\(collection("all", [urls[0]]))\n]}\n")
    let fresh = try session.run("seed", "--container", "fresh.sqlite")
    #expect(fresh.status == 0, "\(fresh)")
    #expect(try session.run("seed", "--prune", "--yes").status == 0)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == [urls[0]])
  }

  @Test("a feed whose address is a former one of another feed is removed without the other")
  func formerOfAnother() throws {
    let session = try Session()
    let other = #"{"feedURL": "https://d.example/feed", "formerURLs": ["https://x.example/feed"]}"#
    try session.write("{\"feeds\": [\n{\"feedURL\": \"https://x.example/feed\"},\n\(other)\n]}\n", to: "f.json")
    let seeds = try SeedFiles([session.path("f.json")], taking: SeedKind.allCases, isStrict: false).seeds
    var editing = EditedFiles()
    #expect(try editing.remove(seeds.feeds[0], from: seeds) == nil)
    _ = try editing.write()
    #expect(try session.read("f.json") == "{\"feeds\": [\n\(other)\n]}\n")
  }

  @Test("the closing words offer the way that the configuration allows")
  func ways() async throws {
    let isLater = Mutex(false)
    let server = try await Self.serve { isLater.withLock { $0 } }
    let session = try Session(copying: "schema")
    try session.write(
      #"{"feeds": [{"feedURL": "http://\#(TestHosts.name(2)):\#(server.port)/b"}]}"#, to: "seed/feeds.json")
    #expect(try session.run("seed").status == 0)
    isLater.withLock { $0 = true }
    try Self.update(session, days: 1...4)
    for (truth, words) in [
      ("files", "nothing was changed; --write writes these proposals into the seed files\n"),
      ("container", "nothing was changed; --apply applies these proposals\n"),
    ] {
      try session.write("truth: \(truth)\n", to: ".celestra-admin.yaml")
      #expect(try session.run("health", "proposals").out.contains(words))
    }
  }

  @Test("a feed that a list took back is proposed again, although the file of former feeds has it")
  func takenBack() async throws {
    let isLater = Mutex(false)
    let server = try await Self.serve { isLater.withLock { $0 } }
    let session = try Session(copying: "schema")
    let url = "http://\(TestHosts.name(2)):\(server.port)/b"
    try session.write("\(url)\n\(url)2\n", to: "list.txt")
    try session.write(
      #"{"former": [{"feedURL": "\#(url)", "date": "2026-08-01", "reason": "gone"}]}"#, to: "former.json")
    #expect(try session.run("seed", "list.txt", "former.json").status == 0)
    try Self.update(session, days: 0...0)
    isLater.withLock { $0 = true }
    try Self.update(session, days: 1...4)
    let run = try session.run(Self.proposals + ["list.txt", "--former", "former.json"])
    #expect(run.status == 0 && run.out.contains("1 of 1 proposal written"), "\(run)")
    #expect(try session.read("list.txt") == "\(url)2\n")
  }
}
