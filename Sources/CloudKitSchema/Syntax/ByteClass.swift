/// The lexical classes of a byte; empty for control characters.
package struct ByteClass: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let space = ByteClass(rawValue: 1)
  static let letter = ByteClass(rawValue: 2)
  /// A letter, a digit or an underscore.
  package static let wordPart = ByteClass(rawValue: 4)
  /// Punctuation, including the quote.
  static let mark = ByteClass(rawValue: 8)
  /// A byte that is invalid in names but belongs to the word around it, so that one mistake is one token.
  static let foreign = ByteClass(rawValue: 16)

  package static let table: [ByteClass] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: .space
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): [.letter, .wordPart]
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): .wordPart
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\""):
      .mark
    case 0x00..<0x20, 0x7F: []
    default: .foreign
    }
  }
}
