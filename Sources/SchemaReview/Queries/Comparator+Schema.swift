import CloudKitRecords
import CloudKitSchema

/// What a schema has to offer for a comparator of a declared query, whose values are not known yet.
extension Filter.Comparator {
  /// The index that serves it.
  var index: Indexes {
    isTokenSearch ? .searchable : .queryable
  }

  /// Whether it looks for a range, for which SORTABLE may be wanted too.
  var isRange: Bool {
    switch self {
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals: true
    default: false
    }
  }

  /// Whether fields of a type can be compared so.
  func accepts(_ type: FieldType) -> Bool {
    switch self {
    case .equals, .notEquals: type.primitive != .asset
    case .in, .notIn: !type.isList && type.primitive != .asset
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals:
      !type.isList && type.primitive.isOrdered
    case .near: !type.isList && type.primitive == .location
    case .containsAllTokens, .containsAnyTokens: type.primitive == .string
    case .listContains, .notListContains, .listContainsAny, .notListContainsAny, .listContainsAll,
      .notListContainsAll:
      type.isList
    case .beginsWith, .notBeginsWith: !type.isList && type.primitive == .string
    case .listMemberBeginsWith, .notListMemberBeginsWith: type.isList && type.primitive == .string
    }
  }

  /// What to do about a comparator of predicates that CloudKit cannot evaluate; `nil` for one nobody uses.
  static func advice(on word: String) -> String? {
    switch word.uppercased().filter({ $0 != " " }) {
    case "OR", "||": "CloudKit has AND only: ask once for each side, or use IN"
    case "NOT", "!": "CloudKit has no NOT: use the comparator that begins with NOT_"
    case "CONTAINS[CD]", "CONTAINS[C]", "CONTAINS[D]", "CONTAINS":
      "CloudKit finds no parts of words: use CONTAINS_ALL_TOKENS on a SEARCHABLE field, or LIST_CONTAINS on a list"
    case "LIKE", "LIKE[CD]", "MATCHES", "ENDSWITH", "ENDS_WITH":
      "CloudKit finds no patterns: use BEGINS_WITH, or CONTAINS_ALL_TOKENS on a SEARCHABLE field"
    case "==", "=": "write EQUALS"
    case "!=", "<>": "write NOT_EQUALS"
    case "<": "write LESS_THAN"
    case "<=": "write LESS_THAN_OR_EQUALS"
    case ">": "write GREATER_THAN"
    case ">=": "write GREATER_THAN_OR_EQUALS"
    default: nil
    }
  }
}
