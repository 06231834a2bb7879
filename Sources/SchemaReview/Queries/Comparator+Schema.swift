import CloudKitRecords
import CloudKitSchema

/// Schema requirements of comparators in declared queries, whose values are unknown.
extension Filter.Comparator {
  var indexes: Indexes {
    isTokenSearch ? .searchable : isRange ? [.queryable, .sortable] : .queryable
  }

  var isRange: Bool {
    switch self {
    case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals: true
    default: false
    }
  }

  /// Returns advice for a comparator from predicates or SQL that CloudKit does not support; `nil` if none applies.
  static func advice(on word: String) -> String? {
    switch word.uppercased().filter({ $0 != " " }) {
    case "OR", "||": "CloudKit supports only AND: run one query per side, or use IN"
    case "NOT", "!": "CloudKit has no NOT: use a comparator that begins with NOT_"
    case "CONTAINS[CD]", "CONTAINS[C]", "CONTAINS[D]", "CONTAINS":
      "CloudKit cannot match substrings: use CONTAINS_ALL_TOKENS on a SEARCHABLE field, or LIST_CONTAINS on a list"
    case "LIKE", "LIKE[CD]", "MATCHES", "ENDSWITH", "ENDS_WITH":
      "CloudKit cannot match patterns: use BEGINS_WITH, or CONTAINS_ALL_TOKENS on a SEARCHABLE field"
    case "==", "=": "use EQUALS"
    case "!=", "<>": "use NOT_EQUALS"
    case "<": "use LESS_THAN"
    case "<=": "use LESS_THAN_OR_EQUALS"
    case ">": "use GREATER_THAN"
    case ">=": "use GREATER_THAN_OR_EQUALS"
    default: nil
    }
  }
}
