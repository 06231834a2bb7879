package import Diagnostics

/// A schema file as it was written: its tokens, what is between them, and the declarations they make.
///
/// Nothing of the text is lost: what no token and no trivia covers is white space or the byte order mark. Declarations
/// are indices into flat arrays, so that a large file costs a few times its size.
package struct SchemaFile: Sendable {
  /// The text.
  package let source: SourceText
  /// Every token in the order of the text; the last is always `end`.
  package let tokens: [Token]
  /// Comments, and bytes that should not be there, in the order of the text.
  package let trivia: [Trivia]
  /// The declarations of roles, in the order of the text.
  package let roles: [RoleDeclaration]
  /// The declarations of record types, in the order of the text.
  package let recordTypes: [RecordTypeDeclaration]
  /// The fields of all record types, in the order of the text.
  package let fields: [FieldDeclaration]
  /// The grants of all record types, in the order of the text.
  package let grants: [GrantDeclaration]

  /// The mistakes of grammar, in the order they were met.
  package let mistakes: [SyntaxMistake]
  /// Why the text was not read; it has no tokens then but the last.
  private let refusal: Diagnostic?

  /// Reads a text, going on after each mistake.
  package init(_ source: SourceText) {
    self.source = source
    refusal = Encoding.refusal(of: source)
    let bytes = refusal == nil ? source.bytes : []
    let (tokens, trivia) = bytes.withUnsafeBufferPointer { Lexer.lex($0) }
    self.tokens = tokens
    self.trivia = trivia
    let parser = bytes.withUnsafeBufferPointer { bytes in
      tokens.withUnsafeBufferPointer { tokens in
        var parser = Parser(bytes: bytes, tokens: tokens, trivia: trivia)
        parser.parse()
        return parser
      }
    }
    roles = parser.roles
    recordTypes = parser.recordTypes
    fields = parser.fields
    grants = parser.grants
    mistakes = refusal == nil ? parser.mistakes : []
  }

  /// The mistakes of spelling and grammar, in the order they were met.
  package var syntaxDiagnostics: [Diagnostic] {
    if let refusal { return [refusal] }
    return [Encoding.mistake(in: source)].compactMap(\.self) + mistakes.map { $0.diagnostic(in: self) }
  }

  /// The bare name a token spells, without quotes.
  package func name(_ token: Int) -> String { source.string(nameRange(token)) }

  /// The bytes of the bare name a token spells, without quotes.
  @inlinable package func nameRange(_ token: Int) -> SourceRange { tokens[token].nameRange }

  /// The comments between a token and the one before it: those above a declaration, when the token is its first,
  /// and the one at the end of the line before.
  package func comments(before token: Int) -> ArraySlice<Trivia> {
    let upper = firstTrivia(from: Int(tokens[token].offset))
    let lower = token == 0 ? 0 : firstTrivia(from: tokens[token - 1].end)
    return trivia[lower..<upper]
  }

  /// The index of the first trivia at or after an offset.
  private func firstTrivia(from offset: Int) -> Int {
    var low = 0
    var high = trivia.count
    while low < high {
      let middle = (low + high) / 2
      if trivia[middle].range.start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
