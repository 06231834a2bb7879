package import Diagnostics

/// The syntax of a schema file: its tokens, the trivia between them, and its declarations.
///
/// Tokens and trivia cover the whole text except white space and the byte order mark. Declarations are indices into
/// flat arrays.
package struct SchemaFile: Sendable {
  package let source: SourceText
  /// The tokens in text order; the last is always `end`.
  package let tokens: [Token]
  /// The comments and invalid bytes, in text order.
  package let trivia: [Trivia]
  package let roles: [RoleDeclaration]
  package let recordTypes: [RecordTypeDeclaration]
  /// The fields of all record types, in text order.
  package let fields: [FieldDeclaration]
  /// The grants of all record types, in text order.
  package let grants: [GrantDeclaration]

  /// The syntax mistakes, in the order of detection.
  package let mistakes: [SyntaxMistake]
  /// The first marker of an unresolved merge conflict, of which the file has both sides; `nil` without one.
  package let conflict: SourceRange?
  /// Why the text cannot be read. The only token is `end` then.
  private let refusal: Diagnostic?

  /// Parses a text and recovers after each mistake.
  package init(_ source: SourceText) {
    self.source = source
    refusal = Encoding.refusal(of: source)
    let bytes = refusal == nil ? source.bytes : []
    (tokens, trivia) = Lexer.lex(bytes)
    var parser = Parser(bytes: bytes, tokens: tokens, trivia: trivia)
    parser.parse()
    roles = parser.roles
    recordTypes = parser.recordTypes
    fields = parser.fields
    grants = parser.grants
    mistakes = refusal == nil ? parser.mistakes : []
    conflict = mistakes.isEmpty ? nil : Self.conflict(in: source, outside: trivia)
  }

  private static func conflict(in source: SourceText, outside comments: [Trivia]) -> SourceRange? {
    source.conflictMarker.flatMap { marker in
      comments.contains { ($0.start..<$0.end).contains(marker.start) } ? nil : marker
    }
  }

  /// The encoding and syntax mistakes, in the order of detection.
  package var syntaxDiagnostics: [Diagnostic] {
    if let refusal { return [refusal] }
    if let conflict {
      return [SyntaxMistake(.mergeConflict, from: conflict.start, to: conflict.end).diagnostic(in: self)]
    }
    // Every other mistake in a file of another format follows from this one.
    if let first = mistakes.first, first.kind == .missingHeader, ForeignFormat(source) != nil {
      return [first.diagnostic(in: self)]
    }
    return [Encoding.mistake(in: source)].compactMap(\.self) + mistakes.map { $0.diagnostic(in: self) }
  }

  /// Without quotes.
  package func name(_ token: Int) -> String { source.string(nameRange(token)) }

  /// The bytes of a name, without quotes.
  package func nameRange(_ token: Int) -> SourceRange { tokens[token].nameRange }

  /// Returns the trivia between a token and the token before it.
  package func comments(before token: Int) -> ArraySlice<Trivia> {
    let upper = firstTrivia(from: tokens[token].start)
    let lower = token == 0 ? 0 : firstTrivia(from: tokens[token - 1].end)
    return trivia[lower..<upper]
  }

  /// Returns the index of the first trivia at or after an offset.
  private func firstTrivia(from offset: Int) -> Int {
    trivia.firstIndexOfSorted { $0.range.start >= offset }
  }
}
