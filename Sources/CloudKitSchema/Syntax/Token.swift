package import Diagnostics

/// A word, quoted name, or punctuation mark of a schema file.
package struct Token: Hashable, Sendable {
  /// The kind of a token by its bytes alone; the parser decides whether a keyword is a name.
  package enum Kind: UInt8, Sendable {
    // Names.
    case word, quotedName
    /// A word that starts with a digit or underscore, or contains an invalid byte.
    case malformedWord
    /// A quoted name with invalid bytes.
    case malformedQuotedName
    /// A quote that is not closed on its line, and the word after it.
    case unterminatedName
    // The primitive types, in the order of `FieldType.Primitive`.
    case asset, bytes, double, int64, location, number, reference, string, timestamp
    case list, encrypted
    // Keywords that can be names.
    case `as`, create, define, read, record, role, schema, to, type, write
    // Keywords that can be names only in quotes.
    case grant, preferred, queryable, searchable, sortable
    // Marks.
    case comma, semicolon, leftParenthesis, rightParenthesis, less, greater
    /// The end of the file: the last token, which is empty.
    case end
  }

  package let kind: Kind
  /// The bytes, including quotes.
  package let range: SourceRange
  /// Whether a keyword is in upper case.
  package let isUpperCase: Bool

  init(_ kind: Kind, from start: Int, to end: Int, isUpperCase: Bool = true) {
    self.kind = kind
    range = SourceRange(start, end)
    self.isUpperCase = isUpperCase
  }

  /// The bytes of the name without quotes.
  package var nameRange: SourceRange {
    switch kind {
    case .quotedName, .malformedQuotedName: SourceRange(start + 1, end - 1)
    case .unterminatedName: SourceRange(start + 1, end)
    default: range
    }
  }

  package var start: Int { range.start }
  package var end: Int { range.end }
}

extension Token.Kind {
  /// Whether the token is a valid or invalid name or keyword.
  var isName: Bool { rawValue <= Token.Kind.sortable.rawValue }

  /// Whether the token is a word without quotes.
  var isWord: Bool {
    isName && self != .quotedName && self != .malformedQuotedName && self != .unterminatedName
  }

  /// Whether the keyword can be a name only in quotes.
  var isReserved: Bool { (Token.Kind.grant.rawValue...Token.Kind.sortable.rawValue).contains(rawValue) }

  var startsType: Bool { (Token.Kind.asset.rawValue...Token.Kind.encrypted.rawValue).contains(rawValue) }

  private static let primitives = FieldType.Primitive.allCases

  var primitive: FieldType.Primitive? {
    let index = Int(rawValue) - Int(Token.Kind.asset.rawValue)
    return Self.primitives.indices.contains(index) ? Self.primitives[index] : nil
  }

  var option: Indexes? {
    switch self {
    case .queryable: .queryable
    case .searchable: .searchable
    case .sortable: .sortable
    default: nil
    }
  }

  var permission: Permissions? {
    switch self {
    case .read: .read
    case .create: .create
    case .write: .write
    default: nil
    }
  }
}
