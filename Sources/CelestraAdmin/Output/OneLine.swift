/// Untrusted text on one line, without characters that could control a terminal.
enum OneLine {
  /// Returns the text with control characters, line ends, and bidirectional marks replaced by U+FFFD.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }

  /// Returns a text of several lines with each line made safe.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }.joined(separator: "\n")
  }

  /// Returns the text with invisible characters replaced by spaces, truncated to `length` characters.
  static func shortened(_ text: String, to length: Int) -> String {
    let clean = String(
      String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0.properties.generalCategory) ? $0 : " " }))
    return clean.count > length ? clean.prefix(length - 1) + "…" : clean
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isVisible(_ category: Unicode.GeneralCategory) -> Bool {
    ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned].contains(category)
  }
}
