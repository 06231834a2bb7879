import Crypto
import Foundation

/// The private key of a server-to-server key: what it signs, Apple knows the public half of. It is never printed.
package struct ServerToServerKey: Sendable {
  /// The id CloudKit Console gave the key.
  package let id: String
  private let key: P256.Signing.PrivateKey

  /// A key from its PEM text: SEC1 (`EC PRIVATE KEY`) or PKCS#8 (`PRIVATE KEY`), with or without parameters before it.
  /// - Throws: what is wrong with it, without showing any of it.
  package init(id: String, pem: String) throws(KeyError) {
    self.id = id
    // In environment variables line ends are often written out.
    let block = try PEMBlock.privateKey(in: pem.replacing("\\n", with: "\n"))
    do { key = try P256.Signing.PrivateKey(pemRepresentation: block.text) } catch { throw block.error }
  }

  /// The signature of a message, base64 of its DER form; different each time.
  package func signature(of message: [UInt8]) throws -> String {
    try key.signature(for: message).derRepresentation.base64EncodedString()
  }

  /// The public half.
  package var verificationKey: VerificationKey { VerificationKey(key.publicKey) }
}

/// The public half of a server-to-server key.
package struct VerificationKey: Sendable {
  private let key: P256.Signing.PublicKey

  fileprivate init(_ key: P256.Signing.PublicKey) { self.key = key }

  /// A key from its PEM text, `PUBLIC KEY`.
  /// - Throws: what is wrong with it.
  package init(pem: String) throws(KeyError) {
    guard let block = PEMBlock.blocks(in: pem).first(where: { $0.label == "PUBLIC KEY" }) else { throw .noPublicKey }
    do { key = try P256.Signing.PublicKey(pemRepresentation: block.text) } catch { throw block.error }
  }

  /// Whether a signature, base64 of its DER form, is one of a message.
  package func verifies(_ signature: String, of message: [UInt8]) -> Bool {
    guard let der = Data(base64Encoded: signature),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }
}

/// What is wrong with a key's text. None of the text is in it.
package enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
  case noPrivateKey, noPublicKey, onlyPublicKey, encrypted, damaged
  case notP256(String)

  package var description: String {
    switch self {
    case .noPrivateKey: "it holds no PEM private key ('-----BEGIN EC PRIVATE KEY-----' or 'BEGIN PRIVATE KEY')"
    case .noPublicKey: "it holds no PEM public key ('-----BEGIN PUBLIC KEY-----')"
    case .onlyPublicKey: "it is the public key, which goes into CloudKit Console; name the private one"
    case .encrypted: "it is encrypted; decrypt it with 'openssl ec -in KEY -out PLAIN'"
    case .damaged: "it is damaged: its PEM text holds no P-256 key"
    case .notP256(let other):
      "it is \(other), and CloudKit takes P-256 only; make one with 'openssl ecparam -name prime256v1 -genkey -noout'"
    }
  }
}
