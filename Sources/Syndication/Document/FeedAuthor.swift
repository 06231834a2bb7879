import Notation
import XML

/// The name in an author element of any format.
enum FeedAuthor {
  /// Returns the name from the text of an author element: the `name` element, or else the `email` element, or else the
  /// text without its tags.
  static func name(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var parts: [String: [UInt8]] = [:]
    var open: [String] = []
    var scanner = XMLScanner(Array(text.utf8))
    while let token = scanner.next() {
      switch token {
      case .start(let name, let isEmpty):
        if !isEmpty, open.count < FeedLimits.depth { open.append(scanner.bytes[name].lowercasedString) }
      case .end(let name):
        let name = scanner.bytes[name].lowercasedString
        if let index = open.lastIndex(of: name) { open.removeSubrange(index...) }
      case .text(let range), .literal(let range):
        let element = open.last ?? ""
        // An address is not a name.
        guard !["uri", "url", "homepage"].contains(element) else { continue }
        let part = ["name", "email"].contains(element) ? element : ""
        CharacterReference.append(range, of: scanner.bytes, to: &parts[part, default: []])
      case .documentType, .other: break
      }
    }
    for part in ["name", "email", ""] {
      let words = String(decoding: ((parts[part] ?? [])[...]).trimmed, as: UTF8.self)
      if !words.isEmpty { return words }
    }
    return nil
  }
}
