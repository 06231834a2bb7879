import Crypto
import Foundation

/// What a server-to-server signature is made over: `date:base64(SHA-256(body)):path`.
///
/// Source: Apple, CloudKit Web Services Reference, Composing Web Service Requests.
package enum SigningMessage {
  /// The header that names the key.
  package static let keyIDHeader = "X-Apple-CloudKit-Request-KeyID"
  /// The header that has the date, which is signed as it stands there.
  package static let dateHeader = "X-Apple-CloudKit-Request-ISO8601Date"
  /// The header that has the signature: base64 of its DER form.
  package static let signatureHeader = "X-Apple-CloudKit-Request-SignatureV1"

  /// The bytes to sign.
  /// - Parameters:
  ///   - date: ISO 8601, UTC, without a fraction, with `Z`.
  ///   - body: the whole body, whatever its size.
  ///   - path: from `/database` on, without the host.
  package static func bytes(date: String, body: [UInt8], path: String) -> [UInt8] {
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    return Array("\(date):\(hash):\(path)".utf8)
  }

  /// The bytes that one client signs in place of `bytes` where a request has no body: it leaves the hash out (reported
  /// to work with CloudKit).
  package static func bytesWithoutHash(date: String, path: String) -> [UInt8] { Array("\(date)::\(path)".utf8) }
}
