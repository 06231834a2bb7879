import Crypto
import Foundation

/// The message that a server-to-server key signs: `date:base64(SHA-256(body)):path`.
///
/// Source: Apple, CloudKit Web Services Reference, Composing Web Service Requests.
package enum SigningMessage {
  package static let keyIDHeader = "X-Apple-CloudKit-Request-KeyID"
  /// The header for the date. The date is signed exactly as sent.
  package static let dateHeader = "X-Apple-CloudKit-Request-ISO8601Date"
  /// The header for the signature, as base64 of its DER form.
  package static let signatureHeader = "X-Apple-CloudKit-Request-SignatureV1"

  /// - Parameters:
  ///  - date: the date in ISO 8601, in UTC with `Z`, without a fraction.
  ///  - body: the complete body, regardless of its size.
  ///  - path: the path starting at `/database`, without the host.
  package static func bytes(date: String, body: [UInt8], path: String) -> [UInt8] {
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    return Array("\(date):\(hash):\(path)".utf8)
  }

  /// Returns the bytes that one client signs for a request without a body. The client omits the hash (reported to work
  /// with CloudKit).
  package static func bytesWithoutHash(date: String, path: String) -> [UInt8] { Array("\(date)::\(path)".utf8) }
}
