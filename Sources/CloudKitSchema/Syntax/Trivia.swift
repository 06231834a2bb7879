package import Diagnostics

/// A comment or a run of invalid bytes between two tokens.
package struct Trivia: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// `// …` or `-- …`
    case lineComment
    /// `# …`, which is an error, but clearly a comment.
    case hashComment
    /// `/* … */`
    case blockComment
    /// `/* …` without an end.
    case unterminatedComment
    /// Control characters.
    case strayBytes
  }

  package let kind: Kind
  /// The bytes, including comment marks.
  package let range: SourceRange

  init(_ kind: Kind, from start: Int, to end: Int) {
    self.kind = kind
    range = SourceRange(start, end)
  }

  package var start: Int { range.start }
  package var end: Int { range.end }
}
