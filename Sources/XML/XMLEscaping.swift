/// Escaping of texts that come from anywhere, for XML.
package enum XMLEscaping {
  /// A text as an attribute's value or an element's content: line ends and tabs are kept, what XML does not allow is
  /// replaced.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case 0x09: bytes += "&#9;".utf8
      case 0x0A: bytes += "&#10;".utf8
      case 0x0D: bytes += "&#13;".utf8
      case 0x00..<0x20: bytes += "\u{FFFD}".utf8
      default: bytes.append(byte)
      }
    }
    // U+FFFE and U+FFFF are no characters of XML (production 2).
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }
}
