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
  /// - Parameter isText: Whether the field is declared to be text, so that its tags stay.
  static func of(_ raw: String, isText: Bool = false, atMost limit: Int) -> String? {
    let mayHaveMarkup = raw.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    let text = mayHaveMarkup ? decoded(Array(raw.utf8), isText: isText) : Array(raw.utf8)
    let clean = CleanText(SafeText.normalized(text), atMost: limit)
    let line = clean.isShortened ? SafeText.start(of: clean.text + "  ", atMost: limit) : clean.text
    return line.isEmpty ? nil : line
  }

  private static func decoded(_ raw: [UInt8], isText: Bool) -> [UInt8] {
    var text: [UInt8] = []
    if isText {
      CharacterReference.append(raw.indices, of: raw, to: &text)
      return text
    }
    var scanner = XMLScanner(raw)
    var start = 0
    var unclosed: Set<String> = []
    while let token = scanner.next() {
      switch token {
      case .text(let range): CharacterReference.append(range, of: scanner.bytes, to: &text)
      case .literal(let range): text += scanner.bytes[range]
      case .start(let name, _) where skip(name, in: &scanner, unclosed: &unclosed): break
      case .start(let name, _), .end(let name):
        let word = scanner.bytes[name].lowercasedString
        if !formatting.contains(word) {
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

  /// Skips a script or style and its end tag, and returns whether it did. Without an end tag, it is a title's subject.
  /// - Parameter unclosed: The elements without an end tag in the rest of the text, which is searched once for each.
  private static func skip(
    _ name: Range<Int>, in scanner: inout XMLScanner, unclosed: inout Set<String>
  ) -> Bool {
    let word = scanner.bytes[name].lowercasedString
    guard ["script", "style"].contains(word), !unclosed.contains(word) else { return false }
    let start = scanner.position
    scanner.skipText(of: name)
    if scanner.next() != nil { return true }
    scanner.position = start
    unclosed.insert(word)
    return false
  }
}
