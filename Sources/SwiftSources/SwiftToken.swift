package import Diagnostics

/// A token of Swift, as far as declarations and literals need it.
package struct SwiftToken: Hashable, Sendable {
  package enum Kind: Sendable {
    /// A name or a keyword, without backticks; a macro begins with `#`.
    case word
    /// An attribute, such as `@Model`; its text is the name without the module.
    case attribute
    case number
    /// A string literal; its text is its value, which is `nil` if the value is not known before run time.
    case string
    /// A bracket, a separator, or an operator.
    case mark
  }

  package let kind: Kind
  package let text: String
  package let range: SourceRange
  /// Whether the token is the first on its line.
  package let startsLine: Bool
  /// Whether a string literal has a known value.
  package var isLiteral = true

  package func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  package func isWord(_ word: String) -> Bool { kind == .word && text == word }
}
