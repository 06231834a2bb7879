import Foundation

/// One block of a PEM file (RFC 7468): a label and base64.
struct PEMBlock {
  let label: String
  private let lines: [Substring]

  /// The block on its own, without what stands before and after it.
  var text: String {
    (["-----BEGIN \(label)-----"] + lines.map(String.init) + ["-----END \(label)-----"]).joined(separator: "\n")
  }

  /// The first block whose label is wanted.
  static func first(in text: String, where isWanted: (String) -> Bool) -> PEMBlock? {
    var label: String?
    var lines: [Substring] = []
    for line in text.split(whereSeparator: \.isNewline).map({ $0.trimming(while: \.isWhitespace) }) {
      if let begun = line.between("-----BEGIN ", "-----") {
        label = String(begun)
        lines = []
      } else if let ended = line.between("-----END ", "-----") {
        if let begun = label, begun == ended, isWanted(begun) { return PEMBlock(label: begun, lines: lines) }
        label = nil
      } else if label != nil {
        lines.append(line)
      }
    }
    return nil
  }

  /// The private key of a text.
  static func privateKey(in text: String) throws(KeyError) -> PEMBlock {
    guard let block = first(in: text, where: { $0.hasSuffix("PRIVATE KEY") }) else {
      throw first(in: text) { $0 == "PUBLIC KEY" } == nil ? .noPrivateKey : .onlyPublicKey
    }
    if block.label.hasPrefix("ENCRYPTED") || block.lines.contains(where: { $0.contains("ENCRYPTED") }) {
      throw .encrypted
    }
    if block.label == "RSA PRIVATE KEY" { throw .notP256("an RSA key") }
    return block
  }

  /// What else than P-256 the block says it is; `nil` where it does not say.
  var otherAlgorithm: String? {
    guard let der = Data(base64Encoded: lines.joined()) else { return nil }
    // Object identifiers: RFC 5480, SEC 2, RFC 8017, RFC 8410.
    let others: [(String, [UInt8])] = [
      ("a P-384 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]),
      ("a P-521 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]),
      ("a secp256k1 key", [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A]),
      ("an RSA key", [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]),
      ("an Ed25519 key", [0x06, 0x03, 0x2B, 0x65, 0x70]),
    ]
    return others.first { der.range(of: Data($0.1)) != nil }?.0
  }
}

extension Substring {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    let start = drop(while: isTrimmed)
    guard let last = start.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return start[...last]
  }

  fileprivate func between(_ prefix: String, _ suffix: String) -> Substring? {
    guard hasPrefix(prefix), hasSuffix(suffix), utf8.count >= prefix.utf8.count + suffix.utf8.count else { return nil }
    return dropFirst(prefix.count).dropLast(suffix.count)
  }
}
