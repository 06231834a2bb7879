import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health probe during a network outage")
struct HealthProbeOutageTests {
  private static func session(_ urls: [String]) throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    return session
  }

  /// The numbers of feeds by attempts, successes, and consecutive failures: `attempts successes failures: feeds`.
  private static func counters(_ session: Session) throws -> [String] {
    try session.sqlite(
      """
      SELECT totalAttempts || ' ' || successfulAttempts || ' ' || failureCount || ': ' || count(*) FROM FeedMetadata
      WHERE totalAttempts > 0 GROUP BY totalAttempts, successfulAttempts, failureCount ORDER BY 1
      """)
  }

  private static func probes(_ session: Session) throws -> [String] {
    try session.sqlite(
      "SELECT (SELECT count(*) FROM run) || ' ' || (SELECT count(*) FROM probe)", in: "celestra.sqlite.history.sqlite")
  }

  /// A loopback port without a listener.
  private static func closedPort() async throws -> Int {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    await server.stop()
    return server.port
  }

  private static let options = probeOptions + ["--ignore-robots", "--host-gap", "0"]

  @Test("when most probes fail alike, neither feeds nor the history are written")
  func most() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    // Without names to look up, they work in such an outage.
    let working = (0..<3).map { "http://127.0.0.1:\(server.port)/feed?\($0)" }
    let session = try Self.session((0..<5).map { "http://host\($0).invalid/feed" } + working)
    let run = try session.run(
      "health", "probe", "--allow-private", "--contact", "https://example.com/c", "--as-of", ProbedFeeds.asOf)
    #expect(run.status == 2)
    let reason =
      "5 of 8 probes failed the same way: no host's name can be looked up; this machine seems to have no network, so "
      + "nothing was written\n"
    #expect(run.out.contains("\nstopped: \(reason)"), "\(run.out)")
    // If the output is in a file, cron mails this only.
    #expect(run.err.hasSuffix("celestra.sqlite: \(reason)"), "\(run.err)")
    #expect(try Self.counters(session).isEmpty)
    #expect(try Self.probes(session) == ["0 0"])
    await server.stop()
  }

  /// Successfully probed feeds of a server that has stopped since.
  private static func worked(_ count: Int) async throws -> Session {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let session = try Self.session((0..<count).map { "http://\(TestHosts.name($0)):\(server.port)/feed" })
    #expect(try session.run(options + ["--as-of", "2026-11-20T12:00:00Z"]).status == 0)
    await server.stop()
    return session
  }

  @Test("a single failure is not recorded when working feeds cannot be reached either")
  func known() async throws {
    let session = try await Self.worked(4)
    let run = try session.run(Self.options + ["--all", "--limit", "1", "--as-of", ProbedFeeds.asOf])
    #expect(run.status == 2)
    #expect(
      try ProbeOutput(run.out).summary.stopped
        == "hosts that answered earlier no longer respond; this machine seems to have lost its network; finished probes are "
        + "saved, except 1 failure that this machine may have caused")
    #expect(try Self.counters(session) == ["1 1 0: 4"])
    #expect(try Self.probes(session) == ["1 4"])
  }

  @Test(
    "repeated failures of due feeds do not signal an outage; without a network they are not recorded"
  )
  func dead() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let port = try await Self.closedPort()
    let urls = (0..<12).map { "http://\(TestHosts.name($0)):\($0 < 10 ? port : server.port)/feed" }
    let session = try Self.session(urls)
    try session.change(
      """
      UPDATE FeedMetadata SET totalAttempts = 1, successfulAttempts = 0, failureCount = 1 WHERE feedReference IN
        (SELECT ___recordID FROM PublicFeed WHERE feedURL LIKE '%:\(port)/%')
      """)
    let run = try session.run(Self.options + ["--as-of", "2026-11-20T12:00:00Z"])
    #expect(run.status == 0, "\(run)")
    #expect(try Self.counters(session) == ["1 1 0: 2", "2 0 2: 10"])
    await server.stop()
    let next = try session.run(Self.options + ["--all", "--as-of", ProbedFeeds.asOf])
    #expect(next.status == 2)
    #expect(try Self.counters(session) == ["1 1 0: 2", "2 0 2: 10"])
  }

  @Test("an outage during a run keeps earlier answers and discards later failures")
  func halfWay() async throws {
    let answered = Mutex(0)
    let running = Mutex<FeedServer?>(nil)
    let server = try await FeedServer.start { request in
      let count = answered.withLock { count in
        count += 1
        return count
      }
      if count == 150 { running.withLock { $0 }?.stopListening() }
      return ProbedFeeds.reply(request)
    }
    running.withLock { $0 = server }
    let session = try Self.session((0..<2000).map { "http://\(TestHosts.name($0)):\(server.port)/feed" })
    let run = try session.run(Self.options + ["--concurrency", "8", "--as-of", ProbedFeeds.asOf])
    #expect(run.status == 2)
    let output = try ProbeOutput(run.out)
    #expect(output.summary.stopped?.hasPrefix("hosts that answered earlier no longer respond") == true)
    let answers = try #require(output.summary.classes["ok"])
    #expect(answers >= 150 && answers < 1000)
    #expect(output.summary.probed > answers && output.summary.probed < 2000)
    #expect(try Self.counters(session) == ["1 1 0: \(answers)"])
    #expect(try Self.probes(session) == ["1 \(answers)"])
  }

  @Test("Ctrl-C saves answers and discards unconfirmed failures")
  func interruption() async throws {
    let server = try await FeedServer.start(latency: 20) { request in
      request.path == "/silence" ? .silence : ProbedFeeds.reply(request)
    }
    let port = try await Self.closedPort()
    let urls = (0..<12).map { "http://\(TestHosts.name($0)):\($0 < 3 ? port : server.port)/feed" }
    let session = try Self.session(urls + ["http://h99.test:\(server.port)/silence"])
    let out = session.folder.appendingPathComponent("out")
    let err = session.folder.appendingPathComponent("err")
    let arguments = Self.options + ["--timeout", "600", "--response-timeout", "600", "--as-of", ProbedFeeds.asOf]
    let process = try session.start(arguments, out: out, err: err)
    while server.log.count < 10 { await Task.yield() }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let output = try ProbeOutput(String(decoding: try Data(contentsOf: out), as: UTF8.self))
    #expect(output.summary.stopped?.hasPrefix("interrupted; finished probes are saved") == true)
    let answers = output.summary.classes["ok"].map { ["1 1 0: \($0)"] } ?? []
    #expect(try Self.counters(session) == answers)
    await server.stop()
  }
}
