/// A problem in a feed that did not prevent reading it.
package struct FeedProblem: Equatable, Sendable {
  /// The kinds of problems; the raw values are stable identifiers.
  package enum Kind: String, Equatable, Sendable {
    case badDate = "bad-date"
    case charsetMismatch = "charset-mismatch"
    case invalidCharacters = "invalid-characters"
    case junkBeforeRoot = "junk-before-root"
    case jsonSyntax = "json-syntax"
    case mismatchedTag = "mismatched-tag"
    case tooDeep = "too-deep"
    case tooManyItems = "too-many-items"
    case tooManyNamespaces = "too-many-namespaces"
    case truncated
    case undeclaredPrefix = "undeclared-prefix"
    case undefinedEntity = "undefined-entity"
    case unescapedAmpersand = "unescaped-ampersand"
    case unknownVersion = "unknown-version"
    case unquotedAttribute = "unquoted-attribute"

    package var message: String {
      switch self {
      case .badDate: "date in an unknown format"
      case .charsetMismatch: "text is not in its declared encoding"
      case .invalidCharacters: "invalid characters"
      case .junkBeforeRoot: "content before the feed"
      case .jsonSyntax: "invalid JSON syntax"
      case .mismatchedTag: "mismatched tag"
      case .tooDeep: "elements nested too deeply"
      case .tooManyItems: "too many items"
      case .tooManyNamespaces: "too many namespaces"
      case .truncated: "truncated feed"
      case .undeclaredPrefix: "undeclared namespace prefix"
      case .undefinedEntity: "undefined entity"
      case .unescapedAmpersand: "unescaped '&'"
      case .unknownVersion: "unknown format version"
      case .unquotedAttribute: "attribute value without quotes"
      }
    }
  }

  package let kind: Kind
  /// The line in the decoded text, from 1.
  package let line: Int
}
