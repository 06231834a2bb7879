/// A piece of SQL with the values of its parameters, in order.
struct SQLFragment: Hashable {
  var sql: String
  var arguments: [StoredValue]

  init(_ sql: String, _ arguments: [StoredValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }

  /// As many parameters, with commas between: `?, ?, ?`.
  static func parameters(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

  static func + (lhs: SQLFragment, rhs: SQLFragment) -> SQLFragment {
    SQLFragment(lhs.sql + rhs.sql, lhs.arguments + rhs.arguments)
  }

  static func + (lhs: SQLFragment, rhs: String) -> SQLFragment { SQLFragment(lhs.sql + rhs, lhs.arguments) }
}

extension [SQLFragment] {
  /// The pieces with a text between them.
  func joined(separator: String) -> SQLFragment {
    SQLFragment(map(\.sql).joined(separator: separator), flatMap(\.arguments))
  }
}
