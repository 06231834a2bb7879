package import Diagnostics

/// A comment or a run of invalid bytes between two tokens.
package struct Trivia: Hashable, Sendable {
  /// The kind of a trivia.
  package enum Kind: UInt8, Sendable {
    /// `// …`
    case slashComment
    /// `-- …`
    case dashComment
    /// `/* … */`
    case blockComment
    /// `/* …` without an end.
    case unterminatedComment
    /// Control characters.
    case strayBytes
  }

  /// The kind.
  package let kind: Kind
  private let offset: UInt32
  private let length: UInt32

  init(_ kind: Kind, from start: Int, to end: Int) {
    self.kind = kind
    offset = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: end - start)
  }

  /// The bytes, including comment marks.
  package var range: SourceRange { SourceRange(start, end) }

  /// The offset of the first byte.
  package var start: Int { Int(offset) }
  /// The offset after the last byte.
  package var end: Int { start + Int(length) }
}
