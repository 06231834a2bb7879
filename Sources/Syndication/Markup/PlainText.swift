import XML

/// HTML as the text a reader sees.
enum PlainText {
  /// The text without tags, its references read, its white space made one; `nil` where nothing is left.
  static func of(_ markup: String) -> String? {
    var scanner = XMLScanner(Array(markup.utf8))
    var text: [UInt8] = []
    while let token = scanner.next() {
      switch token {
      case .text(let range): CharacterReference.append(range, of: scanner.bytes, to: &text)
      case .literal(let range): text.append(contentsOf: scanner.bytes[range])
      // A paragraph or a line break parts words, emphasis in a word does not.
      case .start(let name, _), .end(let name):
        let tag = ASCIIByte.lowercasedString(scanner.bytes[name])
        if !inline.contains(tag) { text.append(0x20) }
      case .documentType, .other: break
      }
    }
    return collapsed(text[...])
  }

  /// A text with every run of white space made one space; `nil` where there is nothing else.
  static func collapsed(_ text: ArraySlice<UInt8>) -> String? {
    let words = text.split(whereSeparator: ASCIIByte.isSpace)
    return words.isEmpty ? nil : String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  private static let inline: Set<String> = [
    "a", "abbr", "b", "code", "em", "font", "i", "s", "small", "span", "strong", "sub", "sup", "u",
  ]
}
