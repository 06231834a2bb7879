/// The references that XML knows without a document type.
package enum XMLReference {
  /// The character of what stands between `&` and `;`; `nil` where XML knows none.
  package static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case let text where text.hasPrefix("#x"): number(text.dropFirst(2), radix: 16)
    case let text where text.hasPrefix("#"): number(text.dropFirst(), radix: 10)
    default: nil
    }
  }

  /// A value with its references read; what is none stays as it stands.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"),
        let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(bytes[index + 1..<end])
      {
        text += String(scalar).utf8
        index = end + 1
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func number(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
    // Integer parsing takes signs, XML does not.
    guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let scalar = UInt32(digits, radix: radix).flatMap({ Unicode.Scalar($0) }), XMLCharacter.isAllowed(scalar)
    else { return nil }
    return scalar
  }
}
