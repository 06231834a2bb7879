import Catalog
import Notation
import XML

/// One line of plain text from a field that may be text or HTML, such as a title.
enum LineText {
  /// Elements of formatted titles. Other tags in a title are its subject, as in "Use <canvas>", and stay as text.
  static let formatting: Set<String> = [
    "a", "abbr", "b", "bdi", "big", "br", "cite", "code", "del", "div", "em", "font", "h1", "h2", "h3", "i", "img",
    "ins",
    "kbd", "mark", "p", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
  ]

  /// Returns the text without formatting, decoded once more, in NFC, with at most `limit` characters; `nil` if nothing
  /// is left.
  static func of(_ raw: String, atMost limit: Int) -> String? {
    let text = raw.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ? decoded(raw) : Array(raw.utf8)
    let clean = CleanText(SafeText.normalized(text), atMost: limit)
    let line = clean.isShortened ? SafeText.start(of: clean.text + "  ", atMost: limit) : clean.text
    return line.isEmpty ? nil : line
  }

  private static func decoded(_ raw: String) -> [UInt8] {
    var scanner = XMLScanner(Array(raw.utf8))
    var text: [UInt8] = []
    var start = 0
    while let token = scanner.next() {
      switch token {
      case .text(let range): CharacterReference.append(range, of: scanner.bytes, to: &text)
      case .literal(let range): text += scanner.bytes[range]
      case .start(let name, _), .end(let name):
        let word = scanner.bytes[name].lowercasedString
        if ["script", "style"].contains(word) {
          scanner.skipText(of: name)
        } else if !formatting.contains(word) {
          text += scanner.bytes[start..<scanner.position]
        } else if ["br", "p", "div"].contains(word) {
          text.append(0x20)
        }
      case .documentType, .other: break
      }
      start = scanner.position
    }
    return text
  }
}
