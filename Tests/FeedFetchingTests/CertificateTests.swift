import FeedFetching
import FeedHealth
import FeedServer
import Foundation
import Testing

@Suite("Certificates")
struct CertificateTests {
  private func fetch(
    _ certificate: TestCertificates.Certificate, trusting authority: String, isOutdated: Bool = false
  ) async throws -> String {
    let server = try await FeedServer.start(certificate: certificate, isOutdated: isOutdated) { _ in
      .answer(200, [], Array("feed".utf8))
    }
    var settings = FeedFetcherTests.settings()
    settings.certificateFile = authority
    return try await HTTPFeedFetcher.with(settings) { fetcher in
      summary(await fetcher.fetch(FetchRequest(url: "https://localhost:\(server.port)/")))
    }
  }

  @Test("a host without TLS 1.2 fails, because Apple's devices do not connect to it")
  func outdated() async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let failure = try await fetch(certificates.localhost, trusting: certificates.authority, isOutdated: true)
    #expect(failure.hasPrefix("the TLS handshake failed"), "\(failure)")
  }

  @Test("a certificate is accepted only from a trusted authority, for the host, and until it expires")
  func validity() async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let expected: [(TestCertificates.Certificate, String)] = [
      (certificates.localhost, "200 feed"), (certificates.otherHost, "its certificate is for another host"),
      (certificates.selfSigned, "the TLS handshake failed: certificate verify failed"),
      (certificates.expired, "the TLS handshake failed: certificate verify failed"),
    ]
    for (certificate, result) in expected {
      #expect(try await fetch(certificate, trusting: certificates.authority) == result)
    }
  }

  @Test(
    "the end of the certificate of the feed's own host is known, also behind a redirect, but not that of another host",
    arguments: [
      ("https://localhost", nil, true), ("http://localhost", nil, false),
      ("http://localhost", "https://localhost", true), ("https://localhost", "http://127.0.0.1", true),
      ("http://127.0.0.1", "https://localhost", false),
    ] as [(String, String?, Bool)])
  func end(url: String, target: String?, isKnown: Bool) async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let server = try await FeedServer.start(certificate: certificates.localhost) { request in
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      guard request.path == "/", let target else { return .answer(200, [], Array("feed".utf8)) }
      return .answer(301, [("Location", "\(target):\(port)/feed")])
    }
    var settings = FeedFetcherTests.settings()
    settings.certificateFile = certificates.authority
    let outcome = try await HTTPFeedFetcher.with(settings) { fetcher in
      await fetcher.fetch(FetchRequest(url: "\(url):\(server.port)/"))
    }
    #expect(summary(outcome).hasSuffix("200 feed"))
    #expect(outcome.certificateEnd == (isKnown ? Int64(certificates.end.timeIntervalSince1970) : nil))
  }
}
