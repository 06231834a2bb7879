import Crypto

/// A keyed hash that distinguishes users without storing their identities. The key is random for each run and is never
/// stored.
package struct EphemeralHash: Sendable {
  private let key = SymmetricKey(size: .bits256)

  package init() {}

  /// Returns the first 64 bits of the HMAC-SHA-256 of a number and bytes.
  ///
  /// For ten million inputs, the probability of any collision is 3 in a million.
  package func value(_ number: Int, _ bytes: some Sequence<UInt8>) -> UInt64 {
    var hmac = HMAC<SHA256>(key: key)
    hmac.update(data: withUnsafeBytes(of: Int64(number).littleEndian, Array.init))
    hmac.update(data: Array(bytes))
    return hmac.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
