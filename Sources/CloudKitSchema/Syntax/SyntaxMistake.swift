package import Diagnostics

/// A mistake that the lexer or the parser found. Messages are created on demand.
package struct SyntaxMistake: Sendable {
  /// The kind of a mistake; the raw value is the rule id.
  package enum Kind: String, Sendable {
    case duplicateOption = "duplicate-option"
    case duplicatePermission = "duplicate-permission"
    case emptyFile = "empty-file"
    case encryptedList = "encrypted-list"
    case expectedKeyword = "expected-keyword"
    case extraComma = "extra-comma"
    case extraSemicolon = "extra-semicolon"
    case invalidName = "invalid-name"
    case itemOutsideRecordType = "item-outside-record-type"
    case keywordCase = "keyword-case"
    case mergeConflict = "merge-conflict"
    case missingAngleBracket = "missing-angle-bracket"
    case missingComma = "missing-comma"
    case missingHeader = "missing-header"
    case missingName = "missing-name"
    case missingParenthesis = "missing-parenthesis"
    case missingPermission = "missing-permission"
    case missingSemicolon = "missing-semicolon"
    case missingType = "missing-type"
    case nestedList = "nested-list"
    case preferredNumber = "preferred-number"
    case repeatedHeader = "repeated-header"
    case reservedName = "reserved-name"
    case severalRoles = "several-roles"
    case strayBytes = "stray-bytes"
    case trailingComma = "trailing-comma"
    case unclosedRecordType = "unclosed-record-type"
    case unexpectedStatement = "unexpected-statement"
    case unexpectedToken = "unexpected-token"
    case unknownOption = "unknown-option"
    case unknownPermission = "unknown-permission"
    case unknownType = "unknown-type"
    case unterminatedComment = "unterminated-comment"
    case unterminatedName = "unterminated-name"

    /// The severity: a warning if CloudKit accepts the text anyway.
    package var severity: Diagnostic.Severity {
      switch self {
      case .keywordCase, .duplicateOption, .duplicatePermission: .warning
      default: .error
      }
    }
  }

  let kind: Kind
  /// The expected token, for kinds that depend on it.
  let expected: Token.Kind
  /// The invalid bytes; empty where something is missing.
  let range: SourceRange
  /// The index of the first token of the surrounding construct, if the message needs it.
  let context: Int

  init(_ kind: Kind, from start: Int, to end: Int, context: Int = 0, expected: Token.Kind = .end) {
    self.kind = kind
    self.expected = expected
    self.context = context
    range = SourceRange(start, end)
  }
}
