import Crypto

/// Tells people apart without keeping who they are: a keyed hash whose key is made for one run, written nowhere, and dies
/// with it.
package struct EphemeralHash: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// A hash with a key of its own.
  package init() {}

  /// 64 bits of the HMAC-SHA-256 of a number and some bytes.
  ///
  /// Of ten million pairs two share their bits with a probability of 3 in a million.
  package func value(_ number: Int, _ bytes: some Sequence<UInt8>) -> UInt64 {
    var hmac = HMAC<SHA256>(key: key)
    hmac.update(data: withUnsafeBytes(of: Int64(number).littleEndian, Array.init))
    hmac.update(data: Array(bytes))
    return hmac.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
