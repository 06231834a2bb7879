package import Diagnostics

/// What stands between two tokens and is not white space.
package struct Trivia: Hashable, Sendable {
  /// The three styles of comment, and what should not be there at all.
  package enum Kind: UInt8, Sendable {
    /// `// …`
    case slashComment
    /// `-- …`
    case dashComment
    /// `/* … */`
    case blockComment
    /// `/* …` up to the end of the file.
    case unterminatedComment
    /// Control characters.
    case strayBytes
  }

  /// What it is.
  package let kind: Kind
  private let offset: UInt32
  private let length: UInt32

  init(_ kind: Kind, from start: Int, to end: Int) {
    self.kind = kind
    offset = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: end - start)
  }

  /// The bytes it is made of, comment marks among them.
  package var range: SourceRange { SourceRange(start, end) }

  /// The offset of its first byte.
  package var start: Int { Int(offset) }
  /// The offset after its last byte.
  package var end: Int { start + Int(length) }
}
