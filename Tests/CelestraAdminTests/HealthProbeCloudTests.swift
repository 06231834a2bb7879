import FeedServer
import Foundation
import Testing

@Suite("celestra-admin health on an iCloud container")
struct HealthProbeCloudTests {
  @Test(
    "probes of an iCloud container write the same records; the history is in the user's state folder or at --history")
  func history() async throws {
    let server = try await FeedServer.start(reply: ProbedFeeds.reply)
    let session = try Session(copying: "schema")
    let urls = ["feed", "404", "1999"].enumerated().map { "http://\(TestHosts.name($0 + 2)):\(server.port)/\($1)" }
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    let emulator = try EmulatorProcess(session)
    let local = ["--container", "local.sqlite"]
    let asOf = ["--as-of", ProbedFeeds.asOf]
    #expect(try emulator.run(["seed", "s.json"] + asOf).status == 0)
    #expect(try session.run(["seed", "s.json"] + asOf + local).status == 0)

    let probe = Session.probe + asOf
    let inCloud = try ProbeOutput(emulator.run(probe).out)
    #expect(inCloud.summary.classes == ["ok": 1, "http-4xx": 1, "stale": 1])
    #expect(try session.run(probe + local).status == 0)
    #expect(try session.contents(of: "emulated.sqlite") == session.contents(of: "local.sqlite"))

    let port = try #require(emulator.url.split(separator: ":").last)
    let file = "state/celestra-admin/\(EmulatorProcess.container)@development.127.0.0.1-\(port).history.sqlite"
    #expect(try session.sqlite("SELECT count(*) FROM probe", in: file) == ["3"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: session.folder.path).allSatisfy { !$0.contains("iCloud") })
    let report = try emulator.run(["health", "report"] + asOf)
    #expect(report.out.contains("\nlast probes: http-4xx 1, stale 1\n"), "\(report)")
    let proposals = try emulator.run(["health", "proposals"])
    #expect(proposals.status == 0, "\(proposals.err)")

    let later =
      Session.probe + ["--include-not-due", "--as-of", "2026-11-22T12:00:00Z", "--history", "own.sqlite"]
    #expect(try emulator.run(later).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM probe", in: file) == ["3"])
    #expect(try session.sqlite("SELECT count(*) FROM probe", in: "own.sqlite") == ["3"])
  }
}
