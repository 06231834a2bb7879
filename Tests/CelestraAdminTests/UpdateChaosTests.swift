import FeedServer
import Foundation
import Synchronization
import TestEnvironment
import Testing

/// Updates that are killed at random, repeatably per seed: up to twelve in each. `CELESTRA_CHAOS_SEEDS` sets the number of
/// seeds.
@Suite("Updates killed at random points", .serialized)
struct UpdateChaosTests {
  private static let seeds: Range<UInt64> = {
    let asked = ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap(UInt64.init)
    return 0..<max(1, asked ?? 1)
  }()

  private static let feeds = 60

  @Test(
    "killed and run again, a first fill and a later run that prunes give the container of clean runs", arguments: seeds)
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
      session.environment["XDG_STATE_HOME"] = session.path("state")
      try session.write(ProbedFeeds.seed(urls), to: "s.json")
      if session !== cloud { #expect(try session.run(Self.seed).status == 0) }
    }
    #expect(try emulator.run(Self.seed).status == 0)
    var random = SeededGenerator(seed: seed)
    for day in ["2026-10-01", "2026-11-15"] {
      let update = [
        "update", "--allow-private", "--ignore-robots", "--contact", "https://example.com/c", "--retention", "30d",
        "--keep-newest", "5", "--prune", "--max-delete", "100%", "--as-of", day, "--schema", Self.schema,
      ]
      let before = Self.size(of: clean)
      #expect(try clean.run(update).status == 0)
      let growth = max(50_000, Self.size(of: clean) - min(before, Self.size(of: clean)))
      for _ in 0..<3 {
        let process = try Self.start(local, update)
        let end = Self.size(of: local) + UInt64.random(in: 0...2 * growth, using: &random)
        TestEnvironment.wait { process.isRunning && Self.size(of: local) < end }
        Self.kill(process)
      }
      for _ in 0..<3 {
        let process = try Self.start(cloud, update + ["--container", EmulatorProcess.container])
        emulator.wait(forRequests: emulator.requests + Int.random(in: 0..<16, using: &random), from: process)
        Self.kill(process)
      }
      #expect(try local.run(update).status == 0)
      #expect(try emulator.run(update).status == 0)
      let expected = try clean.contents()
      #expect(try local.contents() == expected, "seed \(seed), \(day)")
      #expect(try cloud.contents(of: "emulated.sqlite") == expected, "seed \(seed), \(day)")
      #expect(expected.count { $0.hasPrefix("PublicArticle ") } == Self.feeds * (day == "2026-10-01" ? 6 : 5))
      isLater.withLock { $0 = true }
    }
    #expect(try local.sqlite("PRAGMA integrity_check") == ["ok"])
    await server.stop()
  }

  private static let schema = TestEnvironment.root.appending(path: "schema/celestra.ckdb").path

  private static let seed = ["seed", "s.json", "--as-of", "2026-09-01", "--schema", schema]

  private static func start(_ session: Session, _ arguments: [String]) throws -> Process {
    try session.start(arguments, out: session.folder.appending(path: "out"), err: session.folder.appending(path: "err"))
  }

  private static func kill(_ process: Process) {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The size of a container and its log, which grows during writing.
  private static func size(of session: Session) -> UInt64 {
    ["celestra.sqlite", "celestra.sqlite-wal"].reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: session.path(name))
      return sum + (attributes?[.size] as? UInt64 ?? 0)
    }
  }

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
