/// A reference in a text: `&amp;`, `&#233;`, `&eacute;`.
package struct CharacterReference {
  /// What an `&` begins.
  package enum Kind: Sendable {
    /// A reference that XML knows without a document type.
    case xml
    /// A reference that only HTML knows.
    case html
    /// A name that nothing defines.
    case unknownName
    /// A reference to something that is no number.
    case notANumber
    /// A number of no character that XML allows.
    case invalidCharacter
    /// No reference: an `&` by itself.
    case none
  }

  /// What the references of a text turned out to be.
  package struct Findings: OptionSet {
    package let rawValue: Int
    /// An `&` that begins no reference, and stands for itself.
    package static let bareAmpersand = Findings(rawValue: 1)
    /// A name that nothing defines, which stays as it is.
    package static let unknownName = Findings(rawValue: 2)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The longest is that of a number: `&#x10FFFF;`, with room for zeros.
  private static let longest = 32

  /// What it is.
  package let kind: Kind
  /// The offset behind it.
  package let end: Int
  /// The character it stands for, if it is of XML or HTML.
  package let scalar: Unicode.Scalar?

  /// The reference that an `&` at an offset begins, before a limit.
  package init(at ampersand: Int, in bytes: [UInt8], to limit: Int) {
    let start = ampersand + 1
    var index = start
    while index < min(limit, start + Self.longest), Self.isPart(bytes[index]) { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: ";"), index > start else {
      (kind, end, scalar) = (.none, start, nil)
      return
    }
    end = index + 1
    (kind, scalar) = Self.read(bytes[start..<index])
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "#")
  }

  private static func read(_ name: ArraySlice<UInt8>) -> (Kind, Unicode.Scalar?) {
    // `lt` and `gt` are nearly all that feeds hold.
    if name.elementsEqual([0x6C, 0x74]) { return (.xml, "<") }
    if name.elementsEqual([0x67, 0x74]) { return (.xml, ">") }
    if name.first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return (.xml, "&")
    case "quot": return (.xml, "\"")
    case "apos": return (.xml, "'")
    case let name: return HTMLEntity.characters[name].map { (.html, $0) } ?? (.unknownName, nil)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> (Kind, Unicode.Scalar?) {
    let isHexadecimal = digits.first.map { ASCIIByte.lowercased($0) == UInt8(ascii: "x") } ?? false
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10) else { return (.notANumber, nil) }
    guard let scalar = Unicode.Scalar(value), XMLCharacter.isAllowed(scalar) else { return (.invalidCharacter, nil) }
    return (digits.first == UInt8(ascii: "X") ? .html : .xml, scalar)
  }
}

extension CharacterReference {
  /// Appends a piece of text with its references read as browsers read them.
  @discardableResult
  package static func append(_ range: Range<Int>, of bytes: [UInt8], to text: inout [UInt8]) -> Findings {
    var findings: Findings = []
    var index = range.lowerBound
    while let ampersand = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      text.append(contentsOf: bytes[index..<ampersand])
      let reference = CharacterReference(at: ampersand, in: bytes, to: range.upperBound)
      index = reference.end
      if let scalar = reference.scalar {
        append(Windows1252.scalar(scalar.value) ?? scalar, to: &text)
      } else {
        findings.insert(reference.kind == .none ? .bareAmpersand : .unknownName)
        text.append(contentsOf: bytes[ampersand..<index])
      }
    }
    text.append(contentsOf: bytes[index..<range.upperBound])
    return findings
  }

  /// A piece of text with its references read as browsers read them.
  package static func string(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    append(range, of: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    if scalar.isASCII {
      text.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends text so that markup can hold it.
  package static func appendEscaped(_ text: ArraySlice<UInt8>, to markup: inout [UInt8], isValue: Bool = false) {
    var copied = text.startIndex
    for index in text.indices {
      let escape: StaticString
      switch text[index] {
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      case UInt8(ascii: "\"") where isValue: escape = "&quot;"
      default: continue
      }
      markup.append(contentsOf: text[copied..<index])
      escape.withUTF8Buffer { markup.append(contentsOf: $0) }
      copied = index + 1
    }
    markup.append(contentsOf: text[copied...])
  }
}
