import Crypto

/// Digests that identify a text by its content.
package enum ContentDigest {
  /// Returns the lowercase hexadecimal SHA-256 of a text's UTF-8 bytes.
  package static func sha256(_ text: String) -> String { LowercaseHex.text(of: SHA256.hash(data: Array(text.utf8))) }
}
