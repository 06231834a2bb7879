import Foundation

package enum HostName {
  /// Returns a host in lowercase ASCII; `nil` for an invalid one.
  package static func ascii(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    if name.first == UInt8(ascii: "[") { return isIPv6(name) ? name.map(\.lowercased) : nil }
    if name.contains(where: { $0 >= 0x80 }) { return international(name) }
    return isName(name) ? name.map(\.lowercased) : nil
  }

  /// Whether a name has the lengths of RFC 1035. The rules for hosts exclude underscores, but real hosts use them.
  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    if name.isEmpty || name.count > 253 { return false }
    var length = 0
    for byte in name {
      if byte == .dot {
        if length == 0 { return false }
        length = 0
      } else {
        guard byte.isLetter || byte.isDigit || byte == 0x2D || byte == 0x5F, length < 63 else { return false }
        length += 1
      }
    }
    return name.first != .dot
  }

  /// Returns a host with non-ASCII characters. Foundation applies UTS 46 to the hosts of URLs, also on Linux (verified
  /// with Swift 6.3.1).
  private static func international(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    let text = String(decoding: name, as: UTF8.self)
    guard !text.unicodeScalars.contains(where: isQuoteOrBracket),
      let encoded = URLComponents(string: "https://\(text)/")?.encodedHost, encoded.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    return ascii(Array(encoded.utf8)[...])
  }

  /// Whether a character belongs to the text around a name. Foundation encodes these characters.
  private static func isQuoteOrBracket(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: false
    }
  }

  private static func isIPv6(_ name: ArraySlice<UInt8>) -> Bool {
    let digits = name.dropFirst().dropLast()
    return name.last == UInt8(ascii: "]") && digits.count <= 45 && digits.count(where: { $0 == .colon }) >= 2
      && digits.allSatisfy { $0.isHexDigit || $0 == .colon || $0 == .dot }
  }
}
