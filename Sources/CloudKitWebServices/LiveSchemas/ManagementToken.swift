package import CloudKitRecords
import Foundation
import JSON

/// A management token of CloudKit Console. No description of it contains the token.
package struct ManagementToken: Sendable, CustomStringConvertible, CustomReflectable {
  /// The environment variables with a token, the preferred one first.
  ///
  /// Source: `CLOUDKIT_MANAGEMENT_TOKEN` is cktool's own; the others are in use by CKTool JS samples and scripts.
  package static let variables = ["CLOUDKIT_MANAGEMENT_TOKEN", "CKTOOL_MANAGEMENT_TOKEN", "CKTOOL_MGMT_TOKEN"]

  package enum Form: Hashable, Sendable {
    /// A signed JSON Web Token, with the readable parts of its claims.
    case claims(Claims)
    /// 64 hexadecimal digits.
    case hexadecimal
    /// Another form, which may still be valid.
    case other
  }

  /// The readable parts of a token's claims.
  package struct Claims: Hashable, Sendable {
    package let expires: Timestamp?
    package let names: [String]
    /// The permitted methods and paths, if the token states them.
    package let scope: [String]

    package init(expires: Timestamp?, names: [String], scope: [String]) {
      self.expires = expires
      self.names = names
      self.scope = scope
    }
  }

  /// A text that is not a token.
  package struct Mistake: Error, Hashable, CustomStringConvertible {
    /// What is wrong with the text, without the text.
    package let description: String
  }

  package let text: String
  package let form: Form

  package init(_ text: String) throws(Mistake) {
    guard !text.isEmpty else { throw Mistake(description: "it is empty") }
    guard text.utf8.count <= 8192 else { throw Mistake(description: "it is longer than 8192 bytes") }
    for (byte, name) in [(0x20 as UInt8, "a space"), (0x22, "a quotation mark"), (0x27, "a quotation mark")]
    where text.utf8.contains(byte) {
      throw Mistake(description: "it contains \(name)")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Mistake(description: "it contains a line break or another character that tokens do not have")
    }
    self.text = text
    form = Self.form(of: text)
  }

  /// The date when the token expires, if it states one.
  package var expires: Timestamp? { if case .claims(let claims) = form { claims.expires } else { nil } }

  package var description: String { "…" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  private static func form(of text: String) -> Form {
    if text.utf8.count == 64, text.allSatisfy(\.isHexDigit) { return .hexadecimal }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[2].isEmpty, let header = object(parts[0]), header.has("alg"),
      let claims = object(parts[1])
    else { return .other }
    return .claims(
      Claims(
        expires: claims["exp"]?.int64.flatMap { seconds in
          let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
          return isTooLarge ? nil : Timestamp(milliseconds: milliseconds)
        },
        names: claims.map(\.key).sorted(),
        scope: claims["scope"]?.array?.compactMap(\.string) ?? []))
  }

  /// Returns the JSON object of a part of a token, which is base64url without padding (RFC 7515).
  private static func object(_ part: Substring) -> JSONObject? {
    let base64 = String(part).replacing("-", with: "+").replacing("_", with: "/")
    let padded = base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: padded) else { return nil }
    return (try? JSONValue(strict: Array(data)))?.object
  }
}
