import FeedFetching
import FeedProbes
import FeedServer
import Foundation
import Testing

@Suite(
  "Certificates",
  .enabled(if: TestCertificates.isAvailable, "openssl is not installed; it makes the certificates"))
struct CertificateTests {
  private func fetch(
    _ certificate: (chain: String, key: String), trusting authority: String, isOutdated: Bool = false
  ) async throws -> String {
    let server = try await FeedServer.start(certificate: certificate, isOutdated: isOutdated) { _ in
      .answer(200, [], Array("feed".utf8))
    }
    var settings = FeedFetcherTests.settings()
    settings.certificateFile = authority
    let text = try await HTTPFeedFetcher.with(settings) { fetcher in
      summary(await fetcher.fetch(FetchRequest(url: "https://localhost:\(server.port)/")))
    }
    await server.stop()
    return text
  }

  @Test("only a valid certificate for the host is accepted")
  func names() async throws {
    let made = try TestCertificates()
    let good = try made.certificate(for: "DNS:localhost", days: 2)
    #expect(try await fetch(good, trusting: made.authority) == "200 feed")
    let other = try made.certificate(for: "DNS:other.example", days: 2)
    #expect(try await fetch(other, trusting: made.authority) == "its certificate is for another host")
    let own = try made.selfSigned(for: "DNS:localhost")
    #expect(
      try await fetch(own, trusting: made.authority)
        == "its certificate is not trusted: self-signed, or by an unknown authority")
  }

  @Test("a host without TLS 1.2 fails, because Apple's devices do not connect to it")
  func outdated() async throws {
    let made = try TestCertificates()
    let good = try made.certificate(for: "DNS:localhost", days: 2)
    #expect(
      try await fetch(good, trusting: made.authority, isOutdated: true)
        == "the TLS handshake failed; TLS 1.2 or later is required")
  }

  @Test("the failure of an expired certificate names its last day")
  func expired() async throws {
    let made = try TestCertificates()
    let old = try made.certificate(for: "DNS:localhost", days: -1)
    let day = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601.year().month().day())
    #expect(try await fetch(old, trusting: made.authority) == "its certificate expired on \(day)")
  }
}
