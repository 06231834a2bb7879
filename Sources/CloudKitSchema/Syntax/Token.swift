package import Diagnostics

/// A word, name or mark of a schema file.
///
/// Twelve bytes, since a file of 32 MB has some four million of them.
package struct Token: Hashable, Sendable {
  /// What a token is, told from its bytes alone; whether a keyword is meant as one is for the parser to say.
  package enum Kind: UInt8, Sendable {
    // Names.
    case word, quotedName
    /// A run of bytes that would be a name, were it not for its first byte or a strange one in it.
    case malformedWord
    /// A quoted name with bytes no name has.
    case malformedQuotedName
    /// A quote that is not closed on its line, with the word after it.
    case unterminatedName
    // The primitive types, in the order of `FieldType.Primitive`.
    case asset, bytes, double, int64, location, number, reference, string, timestamp
    case list, encrypted
    // Keywords that are names wherever a name is expected.
    case `as`, create, define, read, record, role, schema, to, type, write
    // Keywords that are names only in quotes.
    case grant, preferred, queryable, searchable, sortable
    // Marks.
    case comma, semicolon, leftParenthesis, rightParenthesis, less, greater
    /// The end of the file: the last token of each, empty.
    case end
  }

  /// Where it begins, in bytes.
  package let offset: UInt32
  /// How many bytes it has, quotes among them.
  package let length: UInt32
  /// What it is.
  package let kind: Kind
  /// Whether a keyword is spelt as the documentation spells it.
  package let isUpperCase: Bool

  init(_ kind: Kind, from start: Int, to end: Int, isUpperCase: Bool = true) {
    offset = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: end - start)
    self.kind = kind
    self.isUpperCase = isUpperCase
  }

  /// The bytes it is made of.
  @inlinable package var range: SourceRange { SourceRange(start, end) }

  /// The bytes of the bare name it spells, without quotes.
  @inlinable package var nameRange: SourceRange {
    switch kind {
    case .quotedName, .malformedQuotedName: SourceRange(start + 1, end - 1)
    case .unterminatedName: SourceRange(start + 1, end)
    default: range
    }
  }

  /// The offset of its first byte.
  @inlinable package var start: Int { Int(offset) }

  /// The offset after its last byte.
  @inlinable package var end: Int { start + Int(length) }
}

extension Token.Kind {
  /// Whether it can stand where a name is expected, rightly or by mistake.
  var isName: Bool { rawValue <= Token.Kind.sortable.rawValue }

  /// Whether it is a word without quotes.
  var isWord: Bool {
    isName && self != .quotedName && self != .malformedQuotedName && self != .unterminatedName
  }

  /// Whether it is a name only in quotes.
  var isReserved: Bool { (Token.Kind.grant.rawValue...Token.Kind.sortable.rawValue).contains(rawValue) }

  /// Whether a type can begin with it.
  var startsType: Bool { (Token.Kind.asset.rawValue...Token.Kind.encrypted.rawValue).contains(rawValue) }

  /// The primitive type it names.
  var primitive: FieldType.Primitive? {
    switch self {
    case .asset: .asset
    case .bytes: .bytes
    case .double: .double
    case .int64: .int64
    case .location: .location
    case .number: .number
    case .reference: .reference
    case .string: .string
    case .timestamp: .timestamp
    default: nil
    }
  }

  /// The index it asks for.
  var option: Indexes? {
    switch self {
    case .queryable: .queryable
    case .searchable: .searchable
    case .sortable: .sortable
    default: nil
    }
  }

  /// The permission it grants.
  var permission: Permissions? {
    switch self {
    case .read: .read
    case .create: .create
    case .write: .write
    default: nil
    }
  }
}
