import CloudKitRecords

/// A filter in SQL, on the table aliased `t`.
///
/// A record without a value fails every positive comparator and satisfies every negated one. CloudKit does not document
/// this case, so `NOT_X` is the complement of `X`.
struct FilterCondition {
  private let filter: Filter
  private let column: FieldColumn
  private let table: TableLayout

  init(_ filter: Filter, column: FieldColumn, of table: TableLayout) {
    self.filter = filter
    self.column = column
    self.table = table
  }

  /// A table with one row per matching record, in row ID order when read by a condition.
  struct Source {
    /// The table to join, aliased `m`.
    let join: String
    let rowID: String
    let condition: SQLFragment
  }

  /// The filter as the first table of the query, if possible; a page then costs only its own records.
  var source: Source? {
    switch filter.comparator {
    case .listContains:
      let members = quoted(table.memberTable(of: column))
      return Source(
        join: " JOIN \(members) AS m ON m.\"record\" = t.\"___rowid\"", rowID: "m.\"record\"",
        condition: SQLFragment("m.\"value\" = ?", [StoredValue(member: filter.value)]))
    case .containsAllTokens, .containsAnyTokens:
      guard let words else { return nil }
      let search = quoted(table.searchTable)
      return Source(
        join: " JOIN \(search) AS m ON m.rowid = t.\"___rowid\"", rowID: "m.rowid",
        condition: SQLFragment("m.\(search) MATCH ?", [.text(words)]))
    default: return nil
    }
  }

  var condition: SQLFragment {
    let value = StoredValue(filter.value)
    let field = "t.\(column.sql)"
    switch filter.comparator {
    case .equals: return SQLFragment("\(field) = ?", [value])
    case .notEquals: return SQLFragment("\(field) IS NOT ?", [value])
    case .lessThan: return SQLFragment("\(field) < ?", [value])
    case .lessThanOrEquals: return SQLFragment("\(field) <= ?", [value])
    case .greaterThan: return SQLFragment("\(field) > ?", [value])
    case .greaterThanOrEquals: return SQLFragment("\(field) >= ?", [value])
    case .in: return SQLFragment("\(field) IN (\(SQLFragment.parameters(members.count)))", scalars)
    case .notIn:
      return SQLFragment(
        "(\(field) IS NULL OR \(field) NOT IN (\(SQLFragment.parameters(members.count))))", scalars)
    case .beginsWith: return beginning(field)
    case .notBeginsWith: return SQLFragment("(\(field) IS NULL OR NOT (") + beginning(field) + "))"
    case .near:
      guard case .location(let center) = filter.value else { return SQLFragment("0") }
      return Self.distance(column, from: center) + SQLFragment(" <= ?", [.real(filter.distance ?? 0)])
    case .containsAllTokens, .containsAnyTokens:
      guard let words else { return SQLFragment("0") }
      let search = quoted(table.searchTable)
      return SQLFragment(
        "t.\"___rowid\" IN (SELECT rowid FROM \(search) WHERE \(search) MATCH ?)", [.text(words)])
    case .listContains: return contains("=", [filter.value])
    case .notListContains: return SQLFragment("NOT ") + contains("=", [filter.value])
    case .listContainsAny: return contains("IN", members)
    case .notListContainsAny: return SQLFragment("NOT ") + contains("IN", members)
    case .listContainsAll: return containsAll
    case .notListContainsAll: return SQLFragment("(\(field) IS NULL OR NOT ") + containsAll + ")"
    case .listMemberBeginsWith: return memberBeginning("IN")
    case .notListMemberBeginsWith: return memberBeginning("NOT IN")
    }
  }

  /// Returns the SQL expression for the distance of a location in meters; NULL without a location.
  static func distance(_ column: FieldColumn, from center: Location) -> SQLFragment {
    let field = "t.\(column.sql)"
    return SQLFragment(
      "distance(json_extract(\(field), '$.latitude'), json_extract(\(field), '$.longitude'), ?, ?)",
      [.real(center.latitude), .real(center.longitude)])
  }

  private var members: [FieldValue] { filter.value.list ?? [] }
  private var scalars: [StoredValue] { members.map { StoredValue($0) } }

  /// Returns a range condition for the texts that begin with a prefix. The upper bound ends in 0xFF, a byte that UTF-8
  /// never contains.
  private func beginning(_ field: String) -> SQLFragment {
    let prefix = filter.value.string ?? ""
    return SQLFragment(
      "(\(field) >= ? AND \(field) < CAST(? AS TEXT))", [.text(prefix), .blob(Array(prefix.utf8) + [0xFF])])
  }

  private func contains(_ comparison: String, _ values: [FieldValue]) -> SQLFragment {
    let members = quoted(table.memberTable(of: column))
    let right = comparison == "=" ? "?" : "(\(SQLFragment.parameters(values.count)))"
    return SQLFragment(
      "EXISTS (SELECT 1 FROM \(members) AS l WHERE l.\"record\" = t.\"___rowid\""
        + " AND l.\"value\" \(comparison) \(right))",
      values.map { StoredValue(member: $0) })
  }

  private var containsAll: SQLFragment {
    let wanted = Set(members.map { StoredValue(member: $0) })
    let table = quoted(table.memberTable(of: column))
    return SQLFragment(
      "(t.\(column.sql) IS NOT NULL AND (SELECT count(*) FROM \(table) AS l WHERE l.\"record\" = t.\"___rowid\""
        + " AND l.\"value\" IN (\(SQLFragment.parameters(wanted.count)))) = ?)",
      Array(wanted) + [.integer(Int64(wanted.count))])
  }

  private func memberBeginning(_ comparison: String) -> SQLFragment {
    let members = quoted(table.memberTable(of: column))
    return SQLFragment("t.\"___rowid\" \(comparison) (SELECT l.\"record\" FROM \(members) AS l WHERE ")
      + beginning("l.\"value\"") + ")"
  }

  /// The words as an FTS5 query, each quoted so that it contains no operators; `nil` if there are no words, which
  /// matches nothing. FTS5 itself ignores a word that is only punctuation.
  private var words: String? {
    let text = (filter.value.string ?? "").replacing("\0", with: " ")
    let words = text.split(whereSeparator: \.isWhitespace).map { quoted(String($0)) }
    guard !words.isEmpty else { return nil }
    let separator = filter.comparator == .containsAllTokens ? " " : " OR "
    return "{\(quoted(TableLayout.searchColumn(column.name)))} : (\(words.joined(separator: separator)))"
  }
}
