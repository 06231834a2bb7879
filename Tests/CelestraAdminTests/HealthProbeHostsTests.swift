import FeedServer
import Foundation
import TestEnvironment
import Testing

/// The parts of a run's `--format json` that tests read.
struct ProbeOutput {
  private struct Report: Decodable {
    struct Summary: Decodable {
      let health: ProbeOutput.Summary
    }
    let summary: Summary
    let items: [Item]
  }
  struct Summary: Decodable {
    let feeds, due, probed, up, down, unknown, putOff, written, failed: Int
    let classes: [String: Int]
    let stopped: String?
  }
  struct Item: Decodable {
    let feedURL, verdict, evidence, level: String
    let up: Bool?
    let permanent: Bool
    let movedTo: String?

    var words: String { "\(verdict) \(up.map { "\($0)" } ?? "nil") \(permanent)" }
  }
  let summary: Summary
  let items: [Item]

  init(_ text: String) throws {
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    (summary, items) = (report.summary.health, report.items)
  }
}

@Suite("celestra-admin update --no-articles of many hosts")
struct HealthProbeHostsTests {
  private static let hosts = TestEnvironment.usesFullAmounts ? 2000 : 60

  @Test("every misbehavior is classified, no host is requested twice at once, and unchanged feeds answer 304")
  func hosts() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let session = try Session(copying: "schema")
    func url(_ host: Int, _ path: String) -> String { "http://\(TestHosts.name(host)):\(server.port)\(path)" }
    var expected: [String: String] = [:]
    for host in 0..<Self.hosts { expected[url(host, "/feed")] = "ok true false" }
    for (index, known) in ProbedFeeds.misbehaviours.enumerated() {
      expected[url(index, "/feed")] = nil
      expected[url(index, known.path)] = known.verdict
    }
    // Permanent or temporary, depending on the resolver.
    expected["http://no-such-host.invalid/feed"] = "dns false"
    // A host with twenty feeds.
    for feed in 0..<20 { expected[url(Self.hosts - 1, "/feed?\(feed)")] = "ok true false" }
    try session.write(ProbedFeeds.seed(expected.keys.sorted()), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)

    let options = Session.probe + ["--concurrency", "128", "--response-timeout", "600", "--timeout", "600"]
    let first = try session.run(options + ["--as-of", ProbedFeeds.asOf])
    #expect(first.status == 0, "\(first.err)")
    let output = try ProbeOutput(first.out)
    #expect(output.summary.probed == expected.count)
    for item in output.items where !item.words.hasPrefix(expected[item.feedURL] ?? "none") {
      Issue.record("\(item.feedURL): \(item.words), \(item.evidence); expected \(expected[item.feedURL] ?? "")")
    }
    #expect(server.log.allSatisfy { $0.atOnce == 1 })

    let before = server.log.count
    let second = try ProbeOutput(
      session.run(options + ["--include-not-due", "--ignore-robots", "--as-of", "2026-11-21T16:00:00Z"]).out)
    #expect(second.summary.classes["not-modified"] == Self.hosts - ProbedFeeds.misbehaviours.count + 20 + 1)
    let asked = server.log[before...].filter { $0.request.path.hasPrefix("/feed") }
    #expect(asked.allSatisfy { $0.request.headers["if-modified-since"] == "Fri, 20 Nov 2026 12:00:00 GMT" })
    #expect(server.log[before...].allSatisfy { $0.atOnce == 1 })
  }
}
