/// Untrusted text made safe for display: it stays on its line and cannot control a terminal.
package enum DisplayText {
  /// Returns a text on one line, without control characters and direction marks, truncated with "…" to `count`
  /// characters.
  package static func line(
    _ text: String, atMost count: Int = .max, keepingTabs: Bool = false, replacement: Unicode.Scalar = "\u{FFFD}"
  ) -> String {
    // A long text is read only up to the limit.
    let end = text.utf8.count <= count ? nil : text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex)
    let isCut = end.map { $0 < text.endIndex } ?? false
    let shown = isCut ? text.prefix(count - 1) + "…" : text[...]
    // Most texts are printable ASCII.
    if shown.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(shown) }
    return String(
      String.UnicodeScalarView(
        shown.unicodeScalars.map { isUnsafe($0) && !(keepingTabs && $0 == "\t") ? replacement : $0 }))
  }

  /// Returns a text on one line for a message, at most 60 characters long.
  package static func short(_ text: String) -> String { line(text, atMost: 60) }

  /// Returns a text of several lines with each line made safe.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
  }

  /// Whether a text has a character that people can see, unlike one of zero-width spaces.
  package static func isVisible(_ text: String) -> Bool {
    text.utf8.first.map { $0 < 0x80 } == true
      || text.unicodeScalars.contains {
        !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace && $0 != "\u{2800}"
      }
  }

  /// Returns the width of a text in columns of a terminal. Wide East Asian characters and emoji are two columns wide.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  private static func width(_ character: Character) -> Int {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  /// Returns a text that is at most some columns of a terminal wide, truncated with "…".
  package static func cut(_ text: String, toWidth width: Int) -> String {
    if text.utf8.count <= width || Self.width(text) <= width { return text }
    var free = width - 1
    let shown = text.prefix { character in
      free -= Self.width(character)
      return free >= 0
    }
    return shown + "…"
  }

  /// Returns the words of a text in lines of a width; a longer word has a line of its own.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, Self.width(last) + 1 + Self.width(String(word)) <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
