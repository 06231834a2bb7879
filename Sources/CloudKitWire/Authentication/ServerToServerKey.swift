import Crypto
import Foundation

/// The private key of a server-to-server key. Apple verifies its signatures with the public key. It is never printed.
package struct ServerToServerKey: Sendable {
  /// The key ID from CloudKit Console.
  package let id: String
  private let key: P256.Signing.PrivateKey

  /// Creates a key from PEM text: SEC1 (`EC PRIVATE KEY`) or PKCS#8 (`PRIVATE KEY`), optionally after parameters.
  /// - Throws: A description of the problem that contains no part of the key.
  package init(id: String, pem: String) throws(KeyError) {
    self.id = id
    // Environment variables often contain line breaks in escaped form.
    let block = try PEMBlock.privateKey(in: pem.replacing("\\r", with: "").replacing("\\n", with: "\n"))
    do { key = try P256.Signing.PrivateKey(pemRepresentation: block.text) } catch { throw block.error }
  }

  /// Returns a message's signature as base64 of its DER form. Every call returns a different signature.
  package func signature(of message: [UInt8]) throws -> String {
    try key.signature(for: message).derRepresentation.base64EncodedString()
  }

  package var verificationKey: VerificationKey { VerificationKey(key.publicKey) }
}

/// The public key of a server-to-server key.
package struct VerificationKey: Sendable {
  private let key: P256.Signing.PublicKey

  fileprivate init(_ key: P256.Signing.PublicKey) { self.key = key }

  /// Creates a key from PEM text, `PUBLIC KEY`.
  package init(pem: String) throws(KeyError) {
    guard let block = PEMBlock.blocks(in: pem).first(where: { $0.label == "PUBLIC KEY" }) else { throw .noPublicKey }
    do { key = try P256.Signing.PublicKey(pemRepresentation: block.text) } catch { throw block.error }
  }

  /// Whether a signature, as base64 of its DER form, matches a message.
  package func verifies(_ signature: String, of message: [UInt8]) -> Bool {
    guard let der = Data(base64Encoded: signature),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }
}

/// A problem with a key's text. It contains no part of the text.
package enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  case noPrivateKey, noPublicKey, onlyPublicKey, encrypted, damaged
  case notP256(String)

  package var description: String {
    switch self {
    case .noPrivateKey: "it holds no PEM private key ('-----BEGIN EC PRIVATE KEY-----' or 'BEGIN PRIVATE KEY')"
    case .noPublicKey: "it holds no PEM public key ('-----BEGIN PUBLIC KEY-----')"
    case .onlyPublicKey: "this is the public key; pass the private key"
    case .encrypted: "it is encrypted; decrypt it with 'openssl ec -in KEY -out PLAIN'"
    case .damaged: "it is damaged: its PEM text holds no P-256 key"
    case .notP256(let other):
      "this is \(other); CloudKit requires P-256; create one with 'openssl ecparam -name prime256v1 -genkey -noout'"
    }
  }
}
