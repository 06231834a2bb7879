import Foundation

/// The host of a URL.
enum HostName {
  /// Writes a host in lowercase ASCII.
  /// - Throws: `.host` for an invalid host.
  static func write(_ name: ArraySlice<UInt8>, to output: inout [UInt8]) throws(FeedURLError) {
    if name.first == 0x5B { return try writeIPv6(name, to: &output) }
    let start = output.count
    for byte in name {
      if byte >= 0x80 {
        output.removeSubrange(start...)
        return try writeInternational(name, to: &output)
      }
      output.append(byte.lowercased)
    }
    guard isName(output[start...]) else { throw .host(String(decoding: name, as: UTF8.self)) }
  }

  /// Whether a name has the lengths of RFC 1035. The rules for hosts exclude underscores, but real hosts use them.
  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    if name.count > 253 { return false }
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

  /// Writes a host with non-ASCII characters. Foundation applies UTS 46 to the hosts of URLs, also on Linux (verified
  /// with Swift 6.3.1).
  private static func writeInternational(
    _ name: ArraySlice<UInt8>, to output: inout [UInt8]
  ) throws(FeedURLError) {
    let text = String(decoding: name, as: UTF8.self)
    guard !text.unicodeScalars.contains(where: isQuoteOrBracket) else { throw .host(text) }
    guard let encoded = URLComponents(string: "https://\(text)/")?.encodedHost, encoded.utf8.allSatisfy({ $0 < 0x80 })
    else { throw .host(text) }
    try write(Array(encoded.utf8)[...], to: &output)
  }

  /// Whether a character belongs to the text around a name. Foundation encodes these characters.
  private static func isQuoteOrBracket(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: false
    }
  }

  private static func writeIPv6(_ name: ArraySlice<UInt8>, to output: inout [UInt8]) throws(FeedURLError) {
    let digits = name.dropFirst().dropLast()
    let isSpelt = digits.allSatisfy { $0.isHexDigit || $0 == .colon || $0 == .dot } && digits.count <= 45
    let colons = digits.count(where: { $0 == .colon })
    guard name.last == 0x5D, isSpelt, colons >= 2 else {
      throw .host(String(decoding: name, as: UTF8.self))
    }
    for byte in name { output.append(byte.lowercased) }
  }
}
