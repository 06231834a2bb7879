import FeedServer
import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin update --no-articles during a network outage")
struct HealthProbeOutageTests {
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

  /// A loopback port that never has a listener. The port of a stopped server could become another test's.
  private static let closedPort = 1

  private static let options = Session.probe + ["--ignore-robots"]

  @Test("without a network, neither feeds nor the history are written, also for few feeds")
  func none() throws {
    let session = try Session.probing((0..<5).map { "http://\(TestHosts.name($0)):\(Self.closedPort)/feed" })
    let run = try session.run(["update", "--no-articles"] + Session.fetching + ["--as-of", ProbedFeeds.asOf])
    #expect(run.status == 2)
    let reason =
      "5 of 5 probes failed the same way: no host accepts a connection; this machine seems to have no network, so no "
      + "failure was recorded\n"
    #expect(run.out.contains("\nstopped: \(reason)"), "\(run.out)")
    // If the output is in a file, cron mails this only.
    #expect(run.err.hasSuffix("celestra.sqlite: \(reason)"), "\(run.err)")
    #expect(try Self.counters(session).isEmpty)
    #expect(try Self.probes(session) == ["0 0"])
  }

  @Test(
    "repeated failures of due feeds do not signal an outage; without a network they are not recorded"
  )
  func dead() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let urls = (0..<12).map { "http://\(TestHosts.name($0)):\($0 < 10 ? Self.closedPort : server.port)/feed" }
    let session = try Session.probing(urls)
    try session.change(
      """
      UPDATE FeedMetadata SET totalAttempts = 1, successfulAttempts = 0, failureCount = 1 WHERE feedReference IN
        (SELECT ___recordID FROM PublicFeed WHERE feedURL LIKE '%:\(Self.closedPort)/%')
      """)
    let run = try session.run(Self.options + ["--as-of", "2026-11-20T12:00:00Z"])
    #expect(run.status == 0, "\(run)")
    #expect(try Self.counters(session) == ["1 1 0: 2", "2 0 2: 10"])
    await server.stop()
    try session.change("UPDATE PublicFeed SET feedURL = replace(feedURL, ':\(server.port)/', ':\(Self.closedPort)/')")
    let next = try session.run(Self.options + ["--include-not-due", "--as-of", ProbedFeeds.asOf])
    #expect(next.status == 2)
    #expect(try Self.counters(session) == ["1 1 0: 2", "2 0 2: 10"])
  }

  @Test("Ctrl-C saves answers and discards failures without an answer")
  func interruption() async throws {
    let server = try await FeedServer.start(latency: 20) { request in
      request.path == "/silence" ? .silence : ProbedFeeds.reply(request)
    }
    let urls = (0..<12).map { "http://\(TestHosts.name($0)):\($0 < 3 ? Self.closedPort : server.port)/feed" }
    let session = try Session.probing(urls + ["http://h99.test:\(server.port)/silence"])
    let out = session.folder.appendingPathComponent("out")
    let err = session.folder.appendingPathComponent("err")
    let arguments = Self.options + ["--timeout", "600", "--response-timeout", "600", "--as-of", ProbedFeeds.asOf]
    let process = try session.start(arguments, out: out, err: err)
    TestEnvironment.wait { server.log.count < 10 }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    let output = try ProbeOutput(String(decoding: try Data(contentsOf: out), as: UTF8.self))
    #expect(output.summary.stopped?.hasPrefix("interrupted; probes with an answer are saved") == true)
    let answers = output.summary.classes["ok"].map { ["1 1 0: \($0)"] } ?? []
    #expect(try Self.counters(session) == answers)
  }
}
