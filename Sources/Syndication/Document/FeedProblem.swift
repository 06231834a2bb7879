/// Something that is wrong with the text of a feed which could be read all the same.
package struct FeedProblem: Equatable, Sendable {
  /// What can be wrong; the raw values are stable identifiers.
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

    /// What is wrong, as the start of a message.
    package var message: String {
      switch self {
      case .badDate: "a date that no known form fits"
      case .charsetMismatch: "the text is not in the encoding it is said to be in"
      case .invalidCharacters: "bytes that are no characters"
      case .junkBeforeRoot: "something stands before the feed"
      case .jsonSyntax: "a mistake in the JSON"
      case .mismatchedTag: "a tag that does not match"
      case .tooDeep: "nested too deeply"
      case .tooManyItems: "more items than are read"
      case .tooManyNamespaces: "more namespaces than are read"
      case .truncated: "the feed ends before it is closed"
      case .undeclaredPrefix: "a prefix without a namespace"
      case .undefinedEntity: "an entity that nothing defines"
      case .unescapedAmpersand: "an '&' that is not escaped"
      case .unknownVersion: "a version that no format has"
      case .unquotedAttribute: "an attribute without quotes"
      }
    }
  }

  /// What is wrong.
  package let kind: Kind
  /// The line it is on, from 1, in the text as decoded.
  package let line: Int
}
