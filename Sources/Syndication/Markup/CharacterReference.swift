import Foundation
import XML

/// The references in a text: those of XML, those HTML 4 names, and numbers as browsers read them.
enum CharacterReference {
  /// What became of the references of a text.
  struct Findings: OptionSet {
    let rawValue: Int
    /// An `&` that begins no reference, and stands for itself.
    static let bareAmpersand = Findings(rawValue: 1)
    /// A name that nothing defines, which stays as it is.
    static let unknownName = Findings(rawValue: 2)
  }

  /// The longest name is that of a number: `&#x10FFFF;`, with room for zeros.
  private static let longest = 32

  /// Appends a piece of text with its references read.
  @discardableResult
  static func append(_ range: Range<Int>, of bytes: [UInt8], to text: inout [UInt8]) -> Findings {
    var findings: Findings = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let reference = ampersand(in: bytes, from: index, to: range.upperBound) else {
        text.append(contentsOf: bytes[index..<range.upperBound])
        break
      }
      text.append(contentsOf: bytes[index..<reference])
      index = reference + 1
      if let end = nameEnd(in: bytes, from: index, to: range.upperBound) {
        if let scalar = scalar(bytes[index..<end]) {
          append(scalar, to: &text)
          index = end + 1
          continue
        }
        findings.insert(.unknownName)
      } else {
        findings.insert(.bareAmpersand)
      }
      text.append(UInt8(ascii: "&"))
    }
    return findings
  }

  /// A piece of text with its references read.
  static func string(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    guard ampersand(in: bytes, from: range.lowerBound, to: range.upperBound) != nil else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var text: [UInt8] = []
    append(range, of: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func ampersand(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    guard start < end else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, 0x26, end - start) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where the `;` stands that ends a name; `nil` where there is no name.
  private static func nameEnd(in bytes: [UInt8], from start: Int, to limit: Int) -> Int? {
    var index = start
    while index < min(limit, start + longest) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ";") { return index > start ? index : nil }
      guard ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "#") else { return nil }
      index += 1
    }
    return nil
  }

  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    // `lt`, `gt`, `amp` and `quot` are nearly all there are in feeds.
    let first = name[name.startIndex]
    if name.count == 2, name[name.startIndex + 1] == UInt8(ascii: "t") {
      if first == UInt8(ascii: "l") { return "<" }
      if first == UInt8(ascii: "g") { return ">" }
    }
    if first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    return XMLReference.scalar(name) ?? HTMLEntity.character(named: name)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first.map { ASCIIByte.lowercased($0) == UInt8(ascii: "x") } ?? false
    let digits = isHexadecimal ? digits.dropFirst() : digits
    guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    if let scalar = Windows1252.scalar(value) { return scalar }
    return Unicode.Scalar(value).flatMap { XMLCharacter.isAllowed($0) ? $0 : nil }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    if scalar.isASCII {
      text.append(UInt8(truncatingIfNeeded: scalar.value))
    } else if let encoded = UTF8.encode(scalar) {
      text.append(contentsOf: encoded)
    }
  }

  /// Appends text so that markup can hold it.
  static func appendEscaped(_ text: ArraySlice<UInt8>, to markup: inout [UInt8], isValue: Bool = false) {
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
