import Foundation
import XML

/// Relative addresses.
enum URLReference {
  /// An address resolved against a base; the reference itself if there is no base, or either is no address.
  static func resolve(_ reference: String, base: String?) -> String {
    guard let base, !base.isEmpty, !hasScheme(reference), let url = URL(string: base) else { return reference }
    return URL(string: reference, relativeTo: url)?.absoluteString ?? reference
  }

  /// Whether a text is an address that a browser opens, or relative to one.
  static func isWebAddress(_ text: String) -> Bool {
    guard hasScheme(text) else { return !text.utf8.contains(UInt8(ascii: "<")) }
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix {
      ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
    }
    return scheme.first.map(ASCIIByte.isLetter) ?? false && text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
  }
}
