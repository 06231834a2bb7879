import Crypto

/// Digests that identify a text by its content.
package enum ContentDigest {
  /// Returns the lowercase hexadecimal SHA-256 of a text's UTF-8 bytes.
  package static func sha256(_ text: String) -> String { hexadecimal(SHA256.hash(data: Array(text.utf8))) }

  /// Returns the lowercase hexadecimal SHA-256 of bytes after a text.
  package static func sha256(_ text: String, _ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(data: Array(text.utf8))
    hash.update(data: bytes)
    return hexadecimal(hash.finalize())
  }

  /// Returns bytes in lowercase hexadecimal, without Foundation's overhead: every feed of a list needs a record name.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in bytes {
      for digit in [byte >> 4, byte & 0xF] { digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

/// The SHA-256 digest of bytes that arrive in parts.
package struct ContentHasher: Sendable {
  private var hash = SHA256()

  /// Creates the digest of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// The digest of the bytes so far, in lowercase hexadecimal.
  package var hexadecimal: String { ContentDigest.hexadecimal(hash.finalize()) }
}
