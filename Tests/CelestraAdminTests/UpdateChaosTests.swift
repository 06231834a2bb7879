import FeedServer
import Foundation
import Synchronization
import TestEnvironment
import Testing

@Suite("Updates killed at random points", .serialized)
struct UpdateChaosTests {
  private static let feeds = 60

  @Test(
    "killed and run again, a first fill and a later run that prunes give the container of clean runs",
    arguments: Chaos.seeds(1))
  func kills(seed: UInt64) async throws {
    let isLater = Mutex(false)
    let server = try await FeedServer.start { request in
      let isLater = isLater.withLock { $0 }
      let version = isLater ? "\"2\"" : "\"1\""
      if request.headers["if-none-match"] == version { return .answer(304) }
      return .answer(200, [("ETag", version)], Self.feed(of: request.host, isLater: isLater))
    }
    let (clean, local, cloud) = (try Session(), try Session(), try Session())
    let emulator = try EmulatorProcess(cloud, ["--schema", Self.schema])
    let urls = (0..<Self.feeds).map { "http://\(TestHosts.name($0)):\(server.port)/feed" }
    for session in [clean, local, cloud] {
      try session.write(ProbedFeeds.seed(urls), to: "s.json")
      if session !== cloud { #expect(try session.run(Self.seed).status == 0) }
    }
    #expect(try emulator.run(Self.seed).status == 0)
    for (number, day) in ["2026-10-01", "2026-11-15"].enumerated() {
      let seed = 2 * seed + UInt64(number)
      let update =
        Session.update + [
          "--ignore-robots", "--retention", "30d", "--keep-newest", "5", "--prune", "--as-of",
          day, "--schema", Self.schema,
        ]
      let before = Chaos.size(of: clean)
      #expect(try clean.run(update).status == 0)
      let growth = max(50_000, Chaos.size(of: clean) - before)
      try Chaos(session: local, run: update, kill: .bytes(0...2 * growth), kills: 3).play(seed: seed)
      let emulated = update + ["--container", EmulatorProcess.container]
      try Chaos(session: cloud, run: emulated, kill: .requests(0...15, emulator), kills: 3).play(seed: seed)
      let expected = try clean.contents()
      #expect(try local.contents() == expected, "seed \(seed), \(day)")
      #expect(try cloud.contents(of: "emulated.sqlite") == expected, "seed \(seed), \(day)")
      #expect(expected.count { $0.hasPrefix("PublicArticle ") } == Self.feeds * (day == "2026-10-01" ? 6 : 5))
      isLater.withLock { $0 = true }
    }
    #expect(try local.sqlite("PRAGMA integrity_check") == ["ok"])
  }

  private static let schema = TestEnvironment.root.appending(path: "schema/celestra.ckdb").path

  private static let seed = ["seed", "s.json", "--as-of", "2026-09-01", "--schema", schema]

  /// A feed that later drops three of its six entries, adds three, and edits one that it keeps.
  private static func feed(of host: String, isLater: Bool) -> [UInt8] {
    let items = (isLater ? 3..<9 : 0..<6).map { id in
      """
      <item><guid>http://\(host)/\(id)</guid><title>Entry \(id)</title><category>News</category>\
      <pubDate>\(id < 6 ? "2\(id) Sep" : "1\(id - 5) Nov") 2026 12:00:00 GMT</pubDate>\
      <description>&lt;p&gt;\(isLater && id == 4 ? "edited" : "text") \(id) of \(host)&lt;/p&gt;</description></item>
      """
    }
    return Array(
      "<rss version=\"2.0\"><channel><title>\(host)</title>\(items.joined())</channel></rss>".utf8)
  }
}
