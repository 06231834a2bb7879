/// The encoding of an XML text, by its byte order mark, first bytes or declaration (XML 1.0, appendix F).
package struct XMLEncoding: Equatable {
  package let name: String
  /// The length of the byte order mark in bytes.
  package let mark: Int
  /// Whether an ASCII declaration names the encoding, which rules out UTF-16 and UTF-32.
  package let isDeclared: Bool

  package var isUTF8: Bool { ["utf-8", "utf8"].contains(name.lowercased()) }

  /// Whether an ASCII declaration names an encoding that is not a superset of ASCII.
  package var isImpossible: Bool {
    let name = name.lowercased()
    return isDeclared
      && ["utf-16", "utf16", "utf-32", "utf32", "ucs-", "iso-10646", "unicode"].contains { name.hasPrefix($0) }
  }

  package init(of bytes: [UInt8]) {
    let first = Array(bytes.prefix(4))
    let known: (name: String, mark: Int)? =
      switch (first.count > 0 ? first[0] : 1, first.count > 1 ? first[1] : 1) {
      case (0xFF, 0xFE): first.dropFirst(2) == [0, 0] ? ("UTF-32LE", 4) : ("UTF-16LE", 2)
      case (0xFE, 0xFF): ("UTF-16BE", 2)
      case (0xEF, 0xBB): ("UTF-8", 3)
      case (0x00, 0x00): first.last == 0xFF ? ("UTF-32BE", 4) : ("UTF-32BE", 0)
      case (0x3C, 0x00): first.dropFirst(2) == [0, 0] ? ("UTF-32LE", 0) : ("UTF-16LE", 0)
      case (0x00, 0x3C): ("UTF-16BE", 0)
      default: nil
      }
    if let known {
      name = known.name
      mark = known.mark
      isDeclared = false
    } else {
      let declared = Self.declared(in: bytes)
      name = declared ?? "UTF-8"
      mark = 0
      isDeclared = declared != nil
    }
  }

  /// Returns the name in `<?xml … encoding="…"?>` at the start of a text.
  private static func declared(in bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, bytes[5] <= 0x20,
      // A declaration is short: do not search a whole file for its end.
      let end = bytes.prefix(1024).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard let key = text.firstRange(of: "encoding") else { return nil }
    let value = text[key.upperBound...].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
