import FeedFetching
import FeedServer
import Foundation
import Testing

/// Certificates made for a test, by the openssl of the machine.
final class TestCertificates {
  static let openssl = "/usr/bin/openssl"
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run("req -x509 \(Self.key) -keyout ca.key -out ca.pem -days 2 -subj /CN=Test")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

  var authority: String { folder.appendingPathComponent("ca.pem").path }

  /// A certificate of the authority for a name, valid for so many days from now.
  func certificate(for name: String, days: Int) throws -> (chain: String, key: String) {
    try Data("subjectAltName=\(name)\n".utf8).write(to: folder.appendingPathComponent("ext"))
    try run("req \(Self.key) -keyout s.key -out s.csr -subj /CN=Test")
    try run("x509 -req -in s.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile ext -out s.pem")
    return (folder.appendingPathComponent("s.pem").path, folder.appendingPathComponent("s.key").path)
  }

  /// A certificate that nobody vouches for.
  func selfSigned(for name: String) throws -> (chain: String, key: String) {
    try run("req -x509 \(Self.key) -keyout s.key -out s.pem -days 2 -subj /CN=Other -addext subjectAltName=\(name)")
    return (folder.appendingPathComponent("s.pem").path, folder.appendingPathComponent("s.key").path)
  }

  private func run(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.openssl)
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl \(arguments)")
  }
}

@Suite(
  "Certificates",
  .enabled(if: TestCertificates.isAvailable, "openssl is not installed; it makes the certificates"))
struct CertificateTests {
  private func fetch(_ certificate: (chain: String, key: String), trusting authority: String) async throws -> String {
    let server = try await FeedServer.start(certificate: certificate) { _ in .answer(200, [], Array("feed".utf8)) }
    var settings = FeedFetcherTests.settings()
    settings.certificateFile = authority
    let text = try await FeedFetcher.with(settings) { fetcher in
      summary(await fetcher.fetch(FetchRequest(url: "https://localhost:\(server.port)/")))
    }
    await server.stop()
    return text
  }

  @Test("a good one is taken, one of another name or from nobody is not")
  func names() async throws {
    let made = try TestCertificates()
    let good = try made.certificate(for: "DNS:localhost", days: 2)
    #expect(try await fetch(good, trusting: made.authority) == "200 feed")
    let other = try made.certificate(for: "DNS:other.example", days: 2)
    #expect(try await fetch(other, trusting: made.authority) == "its certificate is another host's")
    let own = try made.selfSigned(for: "DNS:localhost")
    #expect(
      try await fetch(own, trusting: made.authority)
        == "its certificate is not trusted: self-signed, or by an unknown authority")
  }

  @Test("an expired one is told by its date")
  func expired() async throws {
    let made = try TestCertificates()
    let old = try made.certificate(for: "DNS:localhost", days: -1)
    let day = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601.year().month().day())
    #expect(try await fetch(old, trusting: made.authority) == "its certificate expired on \(day)")
  }
}
