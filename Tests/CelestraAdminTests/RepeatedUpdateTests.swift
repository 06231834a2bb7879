import FeedServer
import Foundation
import Testing

@Suite("celestra-admin update --every")
struct RepeatedUpdateTests {
  @Test("runs repeat until SIGTERM, with a line of JSON per run and metrics")
  func repeats() async throws {
    let (fetches, fetched) = AsyncStream.makeStream(of: Void.self)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      fetched.yield()
      return .answer(200, [], ProbedFeeds.rss())
    }
    let session = try Session()
    try session.copy("schema")
    try session.write(ProbedFeeds.seed(["http://\(TestHosts.name(2)):\(server.port)/feed"]), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    let out = session.folder.appendingPathComponent("out")
    let err = session.folder.appendingPathComponent("err")
    let process = try session.start(
      [
        "update", "--all", "--allow-private", "--contact", "https://example.com/c", "--every", "1s", "--log", "json",
        "--metrics", "update.prom",
      ], out: out, err: err)
    var count = 0
    for await _ in fetches {
      count += 1
      if count == 3 { break }
    }
    // Before the signal, which interrupts a run that may be in progress: two runs have ended.
    let metrics = try session.read("update.prom")
    // While it runs, another run waits its turn instead of fetching every feed twice.
    let other = try session.run("update", "--contact", "https://example.com/c")
    #expect(
      other.status == 2 && other.err.contains("another 'update' or 'health probe'") || other.status == 0, "\(other)")
    process.terminate()
    process.waitUntilExit()
    let errors = try String(contentsOf: err, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(errors)")
    let lines = try String(contentsOf: out, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 2)
    for line in lines.prefix(2) {
      let run = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(run["exitCode"] as? Int == 0 && run["summary"] != nil && run["asOf"] is String, "\(line)")
    }
    #expect(lines[0].contains(#""created":3"#))
    #expect(metrics.contains("\n# TYPE celestra_update_feeds_up gauge\ncelestra_update_feeds_up 1\n"), "\(metrics)")
    await server.stop()
  }

  @Test(
    "options that contradict --every are refused",
    arguments: [
      ["--every", "0s"], ["--every", "15"], ["--every", "1m", "--as-of", "2026-11-21"], ["--every", "1m", "--dry-run"],
      ["--every", "1m", "--from", "f", "x"], ["--log", "json"],
    ])
  func refusals(options: [String]) throws {
    #expect(try Session().run(["update", "--contact", "https://example.com/c"] + options).status == 64)
  }
}
