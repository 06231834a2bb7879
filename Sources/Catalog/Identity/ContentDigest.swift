import Crypto

/// Digests that identify a text by its content.
package enum ContentDigest {
  /// Returns the lowercase hexadecimal SHA-256 of a text's UTF-8 bytes.
  package static func sha256(_ text: String) -> String { hexadecimal(Array(SHA256.hash(data: Array(text.utf8)))) }

  /// Returns the lowercase hexadecimal SHA-256 of bytes after a text.
  package static func sha256(_ text: String, _ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(data: Array(text.utf8))
    hash.update(data: bytes)
    return hexadecimal(Array(hash.finalize()))
  }

  /// Returns the lowercase hexadecimal HMAC of bytes with SHA-256 (RFC 2104).
  package static func hmac(_ bytes: [UInt8], secret: String) -> String {
    let key = SymmetricKey(data: Array(secret.utf8))
    return hexadecimal(Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key)))
  }

  /// Returns bytes in lowercase hexadecimal, without Foundation's overhead: every feed and article needs a record name.
  /// - Parameter hyphens: the numbers of bytes after which a hyphen follows.
  static func hexadecimal(_ bytes: some Collection<UInt8>, hyphens: [Int] = []) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count + hyphens.count) { text in
      var length = 0
      for (index, byte) in bytes.enumerated() {
        if hyphens.contains(index) {
          text[length] = UInt8(ascii: "-")
          length += 1
        }
        text[length] = digit(byte >> 4)
        text[length + 1] = digit(byte & 0xF)
        length += 2
      }
      return length
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

/// The SHA-256 digest of bytes that arrive in parts.
package struct ContentHasher: Sendable {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// The digest of the bytes so far, in lowercase hexadecimal.
  package var hexadecimal: String { ContentDigest.hexadecimal(Array(hash.finalize())) }
}
