import FeedServer
import Foundation
import Synchronization
import Testing

@Suite(
  "celestra-admin health, over TLS",
  .enabled(if: TestCertificates.isAvailable, "openssl is not installed; it makes the certificates"))
struct HealthProbeSecureTests {
  private struct Proposals: Decodable {
    struct Item: Decodable { let kind, new, reason: String }
    let items: [Item]
  }

  private static func session(_ urls: [String]) throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(ProbedFeeds.seed(urls), to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    return session
  }

  @Test("a certificate that is expired, another's or self-signed is its own class, with the evidence")
  func certificates() async throws {
    let expired = try TestCertificates()
    let other = try TestCertificates()
    let own = try TestCertificates()
    let chains = [
      try expired.certificate(for: "DNS:localhost", days: -1), try other.certificate(for: "DNS:other.example", days: 2),
      try own.selfSigned(for: "DNS:localhost"),
    ]
    var servers: [FeedServer] = []
    for chain in chains { servers.append(try await FeedServer.start(certificate: chain, reply: ProbedFeeds.reply)) }
    let session = try Self.session(servers.map { "https://localhost:\($0.port)/feed" })
    try session.write(
      [expired, other].map { try String(contentsOfFile: $0.authority, encoding: .utf8) }.joined(), to: "ca.pem")
    let run = try session.run(probeOptions + ["--host-gap", "0", "--ca-file", "ca.pem"])
    #expect(run.status == 0, "\(run.err)")
    let output = try ProbeOutput(run.out)
    let day = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601.year().month().day())
    #expect(output.items.map(\.words) == ["tls false true", "tls false true", "tls false true"])
    #expect(
      output.items.map(\.evidence).sorted() == [
        "its certificate expired on \(day)", "its certificate is for another host",
        "its certificate is not trusted: self-signed, or by an unknown authority",
      ])
    for server in servers { await server.stop() }
  }

  @Test("http that leads to https for good is proposed, and the same feed afterwards")
  func https() async throws {
    let made = try TestCertificates()
    let redirects = Mutex(false)
    let server = try await FeedServer.start(certificate: try made.certificate(for: "DNS:localhost", days: 2)) {
      request in
      if request.path == "/feed", !request.isSecure, redirects.withLock({ $0 }) {
        return .answer(301, [("Location", "https://\(request.headers["host"] ?? "")/feed")])
      }
      return ProbedFeeds.reply(request)
    }
    let address = "localhost:\(server.port)/feed"
    let session = try Self.session(["http://\(address)"])
    let options = probeOptions + ["--all", "--host-gap", "0", "--ca-file", made.authority]
    func proposals(_ options: String...) throws -> [Proposals.Item] {
      let run = try session.run(["health", "proposals", "--format", "json", "--kind", "https"] + options)
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
    await server.stop()
  }
}
