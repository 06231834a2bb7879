import CloudKitSchema
import SwiftSources

/// The type of a field from the code of a value.
enum RecordValue {
  /// Returns the type of a literal, a call of a known type, or a cast at the end; `nil` for any other value.
  static func type(of range: Range<Int>, in file: SwiftFile) -> FieldType? {
    let tokens = Array(file.tokens[range.clamped(to: file.tokens.indices)])
    guard let first = tokens.first else { return nil }
    if let cast = tokens.lastIndex(where: { $0.isWord("as") }), cast + 1 < tokens.count {
      let name = tokens[(cast + 1)...].map(\.text).joined()
      if let type = casts[name] { return type }
      // `as CKRecordValue` says nothing: what is before it may.
      return cast > 0 ? type(of: range.lowerBound..<range.lowerBound + cast, in: file) : nil
    }
    switch first.kind {
    case .string: return tokens.count == 1 ? FieldType(.string) : nil
    case .number where tokens.count == 1: return FieldType(first.text.contains(".") ? .double : .int64)
    case .word where tokens.count == 1 && ["true", "false"].contains(first.text): return FieldType(.int64)
    case .word:
      let isReference = tokens.prefix(3).map(\.text) == ["CKRecord", ".", "Reference"]
      if isReference { return FieldType(.reference) }
      let isCall = tokens.count > 1 && tokens[1].isMark("(") && file.after(range.lowerBound + 1) >= range.upperBound
      return isCall ? casts[first.text] : nil
    default: return nil
    }
  }

  private static let casts: [String: FieldType] = [
    "String": FieldType(.string), "NSString": FieldType(.string), "Date": FieldType(.timestamp),
    "NSDate": FieldType(.timestamp), "Data": FieldType(.bytes), "NSData": FieldType(.bytes), "Int": FieldType(.int64),
    "Int64": FieldType(.int64), "Bool": FieldType(.int64), "Double": FieldType(.double),
    "CLLocation": FieldType(.location), "CKAsset": FieldType(.asset), "CKReference": FieldType(.reference),
    "CKRecord.Reference": FieldType(.reference), "[String]": .list(.string), "[Int]": .list(.int64),
    "[Double]": .list(.double), "[Date]": .list(.timestamp), "[CKAsset]": .list(.asset),
    "[CKRecord.Reference]": .list(.reference),
  ]
}

/// The conditions in the format of a predicate.
enum PredicateFormat {
  /// Returns the keys with the comparators of a query manifest. A condition in another form is left out.
  static func filters(_ format: String) -> [(key: String, comparator: String)] {
    // What quotes contain is a value.
    format.replacing(#/'[^']*'|"[^"]*"/#, with: "?").matches(of: pattern).compactMap { match in
      let key = String(match.output.1)
      let comparator = String(match.output.2).uppercased()
      guard key.wholeMatch(of: #/[A-Za-z_]\w*/#) != nil, let name = comparators[comparator],
        !["SELF", "TRUEPREDICATE"].contains(key.uppercased())
      else { return nil }
      return (systemKeys[key] ?? key, name)
    }
  }

  // A regular expression is not Sendable, and is made for each format: there are few. It also matches `%K` and key
  // paths, so that a part of them is no key.
  private static var pattern: Regex<(Substring, Substring, Substring)> {
    #/([%.@\w]+)\s*(==|!=|<>|<=|>=|=|<|>|\b(?i:BEGINSWITH|CONTAINS|IN)\b)(?:\[\w+\])?/#
  }

  private static let comparators = [
    "==": "EQUALS", "=": "EQUALS", "!=": "NOT_EQUALS", "<>": "NOT_EQUALS", "<": "LESS_THAN",
    "<=": "LESS_THAN_OR_EQUALS", ">": "GREATER_THAN", ">=": "GREATER_THAN_OR_EQUALS", "BEGINSWITH": "BEGINS_WITH",
    "CONTAINS": "LIST_CONTAINS", "IN": "IN",
  ]

  /// The system fields by the names that predicates use.
  ///
  /// Source: Apple, CKRecord.
  static let systemKeys = [
    "recordID": "___recordID", "creationDate": "___createTime", "modificationDate": "___modTime",
    "creatorUserRecordID": "___createdBy", "lastModifiedUserRecordID": "___modifiedBy",
  ]
}
