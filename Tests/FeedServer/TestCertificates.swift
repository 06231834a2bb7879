import Foundation
import TestEnvironment

/// Certificates made for a test, by the openssl of the machine.
package final class TestCertificates {
  private static let openssl = TestProgram("openssl")
  /// Whether there is one.
  package static var isAvailable: Bool { openssl != nil }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")

  /// A new authority.
  package init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run("req -x509 \(Self.key) -keyout ca.key -out ca.pem -days 2 -subj /CN=Test")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

  /// The authority's own certificate, a PEM file.
  package var authority: String { folder.appendingPathComponent("ca.pem").path }

  /// A certificate of the authority for a name, valid for so many days from now.
  package func certificate(for name: String, days: Int) throws -> (chain: String, key: String) {
    try Data("subjectAltName=\(name)\n".utf8).write(to: folder.appendingPathComponent("ext"))
    try run("req \(Self.key) -keyout s.key -out s.csr -subj /CN=Test")
    try run("x509 -req -in s.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile ext -out s.pem")
    return (folder.appendingPathComponent("s.pem").path, folder.appendingPathComponent("s.key").path)
  }

  /// A certificate that nobody vouches for.
  package func selfSigned(for name: String) throws -> (chain: String, key: String) {
    try run("req -x509 \(Self.key) -keyout s.key -out s.pem -days 2 -subj /CN=Other -addext subjectAltName=\(name)")
    return (folder.appendingPathComponent("s.pem").path, folder.appendingPathComponent("s.key").path)
  }

  private struct NotMade: Error { let arguments: String }

  private func run(_ arguments: String) throws {
    let result = try Self.openssl?.run(arguments.split(separator: " ").map(String.init), in: folder)
    if result?.status != 0 { throw NotMade(arguments: arguments) }
  }
}
