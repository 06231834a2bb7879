import Notation

/// A character reference: `&amp;`, `&#233;`, `&eacute;`.
package struct CharacterReference {
  package enum Kind: Sendable {
    /// A reference that XML predefines.
    case xml
    /// A reference that only HTML defines.
    case html
    /// A name that neither defines.
    case unknownName
    /// A numeric reference without a valid number.
    case notANumber
    /// A number of a character that XML does not allow.
    case invalidCharacter
    /// A bare `&`, not a reference.
    case none
  }

  /// Maximum length in bytes: enough for `&#x10FFFF;` with leading zeros.
  private static let maximumLength = 32

  package let kind: Kind
  /// The offset after the reference.
  package let end: Int
  /// The character that an XML or HTML reference stands for.
  package let scalar: Unicode.Scalar?

  /// Reads the reference that begins at an `&` and ends before a limit.
  package init(at ampersand: Int, in bytes: [UInt8], to limit: Int) {
    let start = ampersand + 1
    var index = start
    while index < min(limit, start + Self.maximumLength), Self.isPart(bytes[index]) { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: ";"), index > start else {
      (kind, end, scalar) = (.none, start, nil)
      return
    }
    end = index + 1
    (kind, scalar) = Self.read(bytes[start..<index])
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "#")
  }

  private static func read(_ name: ArraySlice<UInt8>) -> (Kind, Unicode.Scalar?) {
    // By far the most common references in feeds and lists.
    if name.elementsEqual([0x6C, 0x74]) { return (.xml, "<") }
    if name.elementsEqual([0x67, 0x74]) { return (.xml, ">") }
    if name.elementsEqual([0x61, 0x6D, 0x70]) { return (.xml, "&") }
    if name.first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    switch String(decoding: name, as: UTF8.self) {
    case "quot": return (.xml, "\"")
    case "apos": return (.xml, "'")
    case let name: return HTMLEntity.characters[name].map { (.html, $0) } ?? (.unknownName, nil)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> (Kind, Unicode.Scalar?) {
    let isHexadecimal = digits.first.map { $0.lowercased == UInt8(ascii: "x") } ?? false
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10) else { return (.notANumber, nil) }
    guard let scalar = Unicode.Scalar(value), XMLCharacter.isAllowed(scalar) else { return (.invalidCharacter, nil) }
    return (digits.first == UInt8(ascii: "X") ? .html : .xml, scalar)
  }
}

extension CharacterReference {
  /// Appends a range of a text, with references decoded the way browsers do. Keeps references without a character, and
  /// returns their kinds.
  @discardableResult
  package static func append(_ range: Range<Int>, of bytes: [UInt8], to text: inout [UInt8]) -> Set<Kind> {
    var undecoded: Set<Kind> = []
    var index = range.lowerBound
    while let ampersand = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      text.append(contentsOf: bytes[index..<ampersand])
      let reference = CharacterReference(at: ampersand, in: bytes, to: range.upperBound)
      index = reference.end
      if let scalar = reference.scalar {
        text += String(Windows1252.scalar(scalar.value) ?? scalar).utf8
      } else {
        undecoded.insert(reference.kind)
        text.append(contentsOf: bytes[ampersand..<index])
      }
    }
    text.append(contentsOf: bytes[index..<range.upperBound])
    return undecoded
  }

  /// Returns a range of a text, with references decoded the way browsers do.
  package static func string(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    append(range, of: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a range of a text with references decoded, without leading and trailing white space.
  package static func trimmedString(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    String(decoding: Array(string(range, of: bytes).utf8)[...].trimmed, as: UTF8.self)
  }

  /// Returns a text as an attribute's value or an element's content; replaces characters that XML does not allow.
  package static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { XMLCharacter.isAllowed($0) ? $0 : "\u{FFFD}" }
    var markup: [UInt8] = []
    appendEscaped(Array(String(String.UnicodeScalarView(scalars)).utf8)[...], to: &markup, isValue: true)
    return String(decoding: markup, as: UTF8.self)
  }

  /// Appends text escaped for markup; double quotes, tabs and line breaks only in an attribute value.
  package static func appendEscaped(_ text: ArraySlice<UInt8>, to markup: inout [UInt8], isValue: Bool = false) {
    var copied = text.startIndex
    for index in text.indices {
      let escape: StaticString
      switch text[index] {
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      case UInt8(ascii: "\"") where isValue: escape = "&quot;"
      case 0x09 where isValue: escape = "&#9;"
      case 0x0A where isValue: escape = "&#10;"
      case 0x0D where isValue: escape = "&#13;"
      default: continue
      }
      markup.append(contentsOf: text[copied..<index])
      escape.withUTF8Buffer { markup.append(contentsOf: $0) }
      copied = index + 1
    }
    markup.append(contentsOf: text[copied...])
  }
}
