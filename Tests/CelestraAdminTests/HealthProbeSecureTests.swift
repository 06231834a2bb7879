import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("celestra-admin health over TLS")
struct HealthProbeSecureTests {
  private struct Proposals: Decodable {
    struct Item: Decodable { let kind, new, reason: String }
    let items: [Item]
  }

  @Test("an expired, self-signed, or other host's certificate has its own failure class with evidence")
  func certificates() async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let chains = [certificates.expired, certificates.otherHost, certificates.selfSigned]
    var servers: [FeedServer] = []
    for chain in chains { servers.append(try await FeedServer.start(certificate: chain, reply: ProbedFeeds.reply)) }
    let session = try Session.probing(servers.map { "https://localhost:\($0.port)/feed" })
    let run = try session.run(Session.probe + ["--ca-file", certificates.authority])
    #expect(run.status == 0, "\(run.err)")
    let output = try ProbeOutput(run.out)
    #expect(output.items.map(\.words) == ["tls false true", "tls false true", "tls false true"])
    #expect(
      output.items.map(\.evidence).sorted() == [
        "its certificate is for another host", "the TLS handshake failed: certificate verify failed",
        "the TLS handshake failed: certificate verify failed",
      ])
  }

  @Test("a permanent redirect to https is proposed, and the feed stays the same")
  func https() async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let redirects = Mutex(false)
    let server = try await FeedServer.start(certificate: certificates.localhost) {
      request in
      if request.path == "/feed", !request.isSecure, redirects.withLock({ $0 }) {
        return .answer(301, [("Location", "https://\(request.headers["host"] ?? "")/feed")])
      }
      return ProbedFeeds.reply(request)
    }
    let address = "localhost:\(server.port)/feed"
    let session = try Session.probing(["http://\(address)"])
    let options = Session.probe + ["--include-not-due", "--ca-file", certificates.authority]
    func proposals(_ options: String...) throws -> [Proposals.Item] {
      let run = try session.run(["health", "proposals", "--format", "json", "--only", "https"] + options)
      return try JSONDecoder().decode(Proposals.self, from: Data(run.out.utf8)).items
    }
    try session.run(options + ["--as-of", "2026-11-20T12:00:00Z"])
    redirects.withLock { $0 = true }
    let moved = try ProbeOutput(session.run(options + ["--as-of", "2026-11-21T12:00:00Z"]).out)
    #expect(moved.items.map(\.verdict) == ["moved"])
    #expect(try proposals().isEmpty, "seen once")
    try session.run(options + ["--as-of", "2026-11-22T12:00:00Z"])
    let found = try proposals()
    #expect(found.map(\.kind) == ["https"] && found.map(\.new) == ["https://\(address)"])
    #expect(found.map(\.reason) == ["a permanent redirect for 1 day, to the same address"])
    #expect(try proposals("--apply").count == 1)
    #expect(try session.sqlite("SELECT feedURL FROM PublicFeed") == ["https://\(address)"])
    #expect(try proposals().isEmpty)
    let last = try ProbeOutput(session.run(options + ["--as-of", "2026-11-23T12:00:00Z"]).out)
    #expect(last.items.map(\.verdict).allSatisfy { ["ok", "not-modified"].contains($0) })
    let shown = try session.run("health", "show", "https://\(address)")
    #expect(shown.out.contains("certificate   ends \(certificates.end.ISO8601Format().prefix(10)), in "))
  }
}
