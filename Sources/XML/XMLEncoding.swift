import Foundation

/// The encoding of an XML text, as XML 1.0 appendix F finds it: byte order mark, first bytes, declaration.
package struct XMLEncoding: Equatable {
  /// The name iconv knows it by.
  package let name: String
  /// The bytes of the byte order mark, which are no part of the text.
  package let mark: Int
  /// Whether a declaration in ASCII named it, so that the text cannot be of two or four bytes a character.
  package let isDeclared: Bool

  /// Whether it is UTF-8, by any of its names.
  package var isUTF8: Bool { ["utf-8", "utf8"].contains(name.lowercased()) }

  /// Whether a declaration in ASCII contradicts itself by naming an encoding that is no superset of ASCII.
  package var isImpossible: Bool {
    let name = name.lowercased()
    return isDeclared
      && ["utf-16", "utf16", "utf-32", "utf32", "ucs-", "iso-10646", "unicode"].contains { name.hasPrefix($0) }
  }

  /// The encoding of a text, by its first bytes.
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

  /// The name in `<?xml … encoding="…"?>` at the very start.
  private static func declared(in bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, bytes[5] <= 0x20,
      // A declaration is short; a file without its end is not searched through.
      let end = bytes.prefix(1024).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard let key = text.range(of: "encoding") else { return nil }
    let value = text[key.upperBound...].drop { $0 == "=" || $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
