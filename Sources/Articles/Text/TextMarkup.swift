import Notation
import XML

/// HTML in text that apps show as it is.
package enum TextMarkup {
  private static let elements = AllowedElement.kept.union(AllowedElement.droppedBlocks).union(AllowedElement.raw)
    .union(AllowedElement.foreign).union(LineText.formatting).union(["button", "embed", "input", "link", "meta"])

  /// Whether a text has a tag or a character reference, which the text may also be about.
  package static func isPresent(in text: String) -> Bool {
    guard mayHaveMarkup(text) else { return false }
    let bytes = Array(text.utf8)
    var scanner = XMLScanner(bytes)
    while let token = scanner.next() {
      switch token {
      case .start, .end: if !scanner.mistakes.contains(where: { $0.kind == .unclosedTag }) { return true }
      default: break
      }
    }
    return bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "&") && CharacterReference(at: index, in: bytes, to: bytes.count).scalar != nil
    }
  }

  /// Whether a text has a tag of HTML with attributes, or an element of HTML around text. Texts about HTML, such as
  /// "The <b> element", rarely have.
  package static func isCertain(in text: String) -> Bool {
    guard mayHaveMarkup(text) else { return false }
    var scanner = XMLScanner(Array(text.utf8))
    var open: [String: Int] = [:]
    var start = 0
    while let token = scanner.next() {
      defer { start = scanner.position }
      switch token {
      case .start(let range, _):
        let name = scanner.bytes[range].lowercasedString
        guard elements.contains(name), !scanner.mistakes.contains(where: { $0.kind == .unclosedTag }) else { continue }
        if !scanner.attributes.isEmpty { return true }
        open[name] = open[name] ?? scanner.position
      case .end(let range):
        guard let content = open[scanner.bytes[range].lowercasedString] else { continue }
        if scanner.bytes[content..<start].contains(where: { !$0.isSpace }) { return true }
      default: break
      }
    }
    return false
  }

  /// Returns a text without markup, also if the markup was escaped several times.
  package static func removed(from text: String, while isMarkup: (String) -> Bool) -> String {
    var text = text
    while isMarkup(text) {
      let plain = SanitizedHTML(text).text
      guard plain.utf8.count < text.utf8.count else { return plain }
      text = plain
    }
    return text
  }

  private static func mayHaveMarkup(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  }
}
