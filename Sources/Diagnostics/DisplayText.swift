/// Text from a file, a catalogue or the network, made safe to show: it cannot leave its line or steer a terminal.
package enum DisplayText {
  /// The text on one line: controls, line ends and marks of direction are replaced, and "…" ends a text that is longer
  /// than `count` characters.
  package static func line(
    _ text: String, atMost count: Int = .max, keepingTabs: Bool = false, replacement: Unicode.Scalar = "\u{FFFD}"
  ) -> String {
    // A text of a megabyte is not read to its end for the sake of its first characters.
    let end = text.utf8.count <= count ? nil : text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex)
    let isCut = end.map { $0 < text.endIndex } ?? false
    let shown = isCut ? text.prefix(count - 1) + "…" : text[...]
    // Most texts are printable ASCII.
    if shown.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(shown) }
    return String(
      String.UnicodeScalarView(
        shown.unicodeScalars.map { isUnsafe($0) && !(keepingTabs && $0 == "\t") ? replacement : $0 }))
  }

  /// The same of each line of a text whose line ends are intended.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
