import Notation

/// Web addresses as articles store them.
package enum WebLink {
  /// Maximum length in bytes. A truncated address would be dead, so a longer one is dropped.
  private static let maximumLength = 4000

  /// Returns an `http` or `https` address without its user name and password, which a feed's private address may add to
  /// every relative link; `nil` for any other text.
  package static func address(_ text: String) -> String? {
    let bytes = Array(cleaned(text).utf8)
    let parts = URLParts(bytes[...])
    guard let scheme = parts.webScheme(in: bytes), let authority = parts.authority, let host = parts.host,
      // Browsers end the host there.
      !bytes[authority].contains(UInt8(ascii: "\\"))
    else { return nil }
    let address = scheme + "://" + String(decoding: bytes[host.lowerBound...], as: UTF8.self)
    return address.utf8.count > maximumLength ? nil : address
  }

  /// Whether an address is that of a page rather than of a whole site, which entries without a link have.
  package static func isPage(_ address: String) -> Bool {
    let bytes = Array(address.utf8)
    let parts = URLParts(bytes[...])
    return parts.host != nil && bytes[parts.path.lowerBound...].contains { $0 != UInt8(ascii: "/") }
  }

  /// Returns the target of a link in a text: a web address, or a mail address.
  static func target(_ text: String) -> String? {
    if let address = address(text) { return address }
    let text = cleaned(text)
    let isMail = text.lowercased().hasPrefix("mailto:") && text.utf8.count <= maximumLength
    return isMail ? text : nil
  }

  /// Returns the text as browsers read addresses: without white space at its ends, tabs and line breaks. Characters
  /// that end an attribute are escaped; control characters and direction marks are dropped.
  private static func cleaned(_ text: String) -> String {
    guard text.utf8.count <= 4 * maximumLength else { return "" }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: Array(text.utf8)[...].trimmed, as: UTF8.self).unicodeScalars {
      switch scalar {
      case " ": result.append(contentsOf: "%20".unicodeScalars)
      case "\"": result.append(contentsOf: "%22".unicodeScalars)
      case "<": result.append(contentsOf: "%3C".unicodeScalars)
      case ">": result.append(contentsOf: "%3E".unicodeScalars)
      case "`": result.append(contentsOf: "%60".unicodeScalars)
      default: if !SafeText.isDropped(scalar), scalar.value > 0x20 { result.append(scalar) }
      }
    }
    return String(result)
  }
}
