package import Diagnostics

/// A mistake the lexer or the parser met, as small as it can be; its words are found only for those that are shown.
package struct SyntaxMistake: Sendable {
  /// What is wrong; the raw value is the rule's id.
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

    /// How much it matters: what CloudKit reads all the same is a warning.
    package var severity: Diagnostic.Severity {
      switch self {
      case .keywordCase, .duplicateOption, .duplicatePermission: .warning
      default: .error
      }
    }
  }

  let kind: Kind
  /// What should stand at the place, where the kind leaves it open.
  let expected: Token.Kind
  private let start: UInt32
  private let end: UInt32
  /// The token of the construct it is a mistake in, where its message says.
  private let contextIndex: UInt32

  init(_ kind: Kind, from start: Int, to end: Int, context: Int = 0, expected: Token.Kind = .end) {
    self.kind = kind
    self.expected = expected
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    contextIndex = UInt32(truncatingIfNeeded: context)
  }

  /// The bytes it is about; empty where something is missing.
  var range: SourceRange { SourceRange(Int(start), Int(end)) }

  /// The index of the token of the construct it is in.
  var context: Int { Int(contextIndex) }
}
