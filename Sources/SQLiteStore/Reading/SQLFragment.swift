/// A piece of SQL with its parameter values, in order.
struct SQLFragment: Hashable {
  var sql: String
  var arguments: [StoredValue]

  init(_ sql: String, _ arguments: [StoredValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }

  /// Returns a comma-separated list of `count` parameters: `?, ?, ?`.
  static func parameters(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

  static func + (lhs: SQLFragment, rhs: SQLFragment) -> SQLFragment {
    SQLFragment(lhs.sql + rhs.sql, lhs.arguments + rhs.arguments)
  }

  static func + (lhs: SQLFragment, rhs: String) -> SQLFragment { SQLFragment(lhs.sql + rhs, lhs.arguments) }
}

extension [SQLFragment] {
  func joined(separator: String) -> SQLFragment {
    SQLFragment(map(\.sql).joined(separator: separator), flatMap(\.arguments))
  }
}

/// Returns a name as a quoted SQL identifier: in double quotes, with double quotes inside doubled.
func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
