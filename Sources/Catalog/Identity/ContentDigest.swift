import Crypto

/// Digests by which a text is told from any other.
package enum ContentDigest {
  /// Lower-case hexadecimal SHA-256 of a text's UTF-8.
  package static func sha256(_ text: String) -> String { LowercaseHex.text(of: SHA256.hash(data: Array(text.utf8))) }
}
