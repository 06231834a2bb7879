import Crypto
package import Foundation
import SwiftASN1
import X509

/// Certificates of a test authority, created for each test. They are valid for 30 days and have the extended key usage
/// that macOS requires.
package struct TestCertificates {
  /// A PEM file of a certificate and a PEM file of its key.
  package typealias Certificate = (chain: String, key: String)

  private let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")

  /// The authority's certificate, a PEM file.
  package let authority: String
  /// The end of the valid certificates, in whole seconds.
  package let end: Date
  /// A valid certificate for `localhost`.
  package let localhost: Certificate
  /// A valid certificate for `other.example`.
  package let otherHost: Certificate
  /// A certificate for `localhost` that expired on 2021-01-02.
  package let expired: Certificate
  /// A self-signed certificate for `localhost`.
  package let selfSigned: Certificate

  /// Writes the files.
  package init() throws {
    let folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let (root, server) = (Signer("Test"), Signer("Test server"))
    let now = Date.now
    let key = try write(server.key.pemRepresentation, "key.pem")
    func certificate(_ name: String, host: String = "localhost", by issuer: Signer, until end: Date) throws
      -> Certificate
    {
      (try write(try server.certificate(host: host, by: issuer, from: end - 90 * 86_400, to: end), name), key)
    }
    end = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)) + 30 * 86_400
    authority = try write(try root.authority(from: now - 86_400, to: end), "authority.pem")
    localhost = try certificate("localhost.pem", by: root, until: end)
    otherHost = try certificate("other.pem", host: "other.example", by: root, until: end)
    expired = try certificate("expired.pem", by: root, until: Date(timeIntervalSince1970: 1_609_545_600))
    selfSigned = try certificate("self-signed.pem", by: server, until: end)
  }

  /// Removes the files.
  package func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A name with a key, which signs certificates.
private struct Signer {
  let key = P256.Signing.PrivateKey()
  let name: String

  init(_ name: String) { self.name = name }

  private var distinguishedName: DistinguishedName {
    get throws { try DistinguishedName { CommonName(name) } }
  }

  /// Returns the certificate of this authority as PEM.
  func authority(from start: Date, to end: Date) throws -> String {
    try pem(
      by: self, from: start, to: end,
      Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      })
  }

  /// Returns a certificate of this server for a host as PEM.
  func certificate(host: String, by issuer: Signer, from start: Date, to end: Date) throws -> String {
    try pem(
      by: issuer, from: start, to: end,
      Certificate.Extensions {
        SubjectAlternativeNames([.dnsName(host)])
        try ExtendedKeyUsage([.serverAuth])
      })
  }

  private func pem(by issuer: Signer, from start: Date, to end: Date, _ extensions: Certificate.Extensions) throws
    -> String
  {
    try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: start, notValidAfter: end,
      issuer: issuer.distinguishedName, subject: distinguishedName, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: .init(issuer.key)
    ).serializeAsPEM().pemString + "\n"
  }
}
