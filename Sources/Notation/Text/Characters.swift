import Foundation

extension Unicode.Scalar {
  /// Whether the character controls a terminal or another device.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether the character reorders the text around it, which then appears different from its content. Directional
  /// marks are not meant: they only order a line.
  package var isBidirectionalControl: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

  /// Whether the character is a byte order mark, an interlinear annotation, or a language tag, all of which are
  /// invisible.
  package var isInvisibleMark: Bool { value == 0xFEFF || (0xFFF9...0xFFFB).contains(value) || value == 0xE0001 }
}

extension String {
  /// The words of a name without case, width, and punctuation: "Web Development", "web-development", and "ＷＥＢ
  /// Development" have the same.
  package var foldedWords: [Substring] {
    precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .split { !$0.properties.isAlphabetic && $0.properties.numericType == nil && $0.value <= 0x206F }.map(
        Substring.init)
  }
}
