import Foundation

/// A block of a PEM file (RFC 7468). swift-crypto reads a block only without surrounding text.
struct PEMBlock {
  let label: String
  /// The block's text, from its first to its last line.
  let text: String

  /// Returns the blocks of a text, whose lines may be indented.
  static func blocks(in text: String) -> [PEMBlock] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
      .matches(of: /-----BEGIN ([^-\n]+)-----\n(?:(?!-----)[^\n]*\n)*-----END \1-----/)
      .map { PEMBlock(label: String($0.1), text: String($0.0)) }
  }

  static func privateKey(in text: String) throws(KeyError) -> PEMBlock {
    let blocks = blocks(in: text)
    guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
      throw blocks.contains { $0.label == "PUBLIC KEY" } ? .onlyPublicKey : .noPrivateKey
    }
    if block.text.contains("ENCRYPTED") { throw .encrypted }
    if block.label == "RSA PRIVATE KEY" { throw .notP256("an RSA key") }
    return block
  }

  /// The reason why a key block does not contain a P-256 key.
  var error: KeyError {
    let lines = text.split(separator: "\n").dropFirst().dropLast()
    guard let der = Data(base64Encoded: lines.joined()) else { return .damaged }
    // Object identifiers: RFC 5480, SEC 2, RFC 8017, RFC 8410.
    let others: [(String, [UInt8])] = [
      ("a P-384 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]),
      ("a P-521 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]),
      ("a secp256k1 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A]),
      ("an RSA key", [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]),
      ("an Ed25519 key", [0x06, 0x03, 0x2B, 0x65, 0x70]),
    ]
    return others.first { der.range(of: Data($0.1)) != nil }.map { .notP256($0.0) } ?? .damaged
  }
}
