package import CloudKitSchema

/// A query for records of one type. A record must match all filters; CloudKit has no OR.
package struct Query: Hashable, Sendable {
  package var recordType: RecordType.Name
  package var filters: [Filter]
  /// The sort order; if empty, the store's own order, stable across pages.
  package var sorts: [Sort]
  /// `nil` for all fields.
  package var desiredFields: [String]?
  /// The maximum number of records per page, 1…`RecordLimits.recordsPerPage`.
  package var limit: Int

  /// Whether a store that finds a value of the wrong type returns it as stored instead of failing.
  package var toleratesInvalidValues = false

  package init(
    _ recordType: RecordType.Name, filters: [Filter] = [], sorts: [Sort] = [], desiredFields: [String]? = nil,
    limit: Int = RecordLimits.recordsPerPage
  ) {
    self.recordType = recordType
    self.filters = filters
    self.sorts = sorts
    self.desiredFields = desiredFields
    self.limit = limit
  }
}

package struct Filter: Hashable, Sendable {
  /// The comparison of a field's value with a filter's value.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Types, Filter Dictionary; CloudKit JS for `LIST_CONTAINS_ANY`.
  package enum Comparator: String, CaseIterable, Sendable {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case near = "NEAR"
    case containsAllTokens = "CONTAINS_ALL_TOKENS"
    case containsAnyTokens = "CONTAINS_ANY_TOKENS"
    case `in` = "IN"
    case notIn = "NOT_IN"
    case listContains = "LIST_CONTAINS"
    case notListContains = "NOT_LIST_CONTAINS"
    case listContainsAny = "LIST_CONTAINS_ANY"
    case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
    case listContainsAll = "LIST_CONTAINS_ALL"
    case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
    case beginsWith = "BEGINS_WITH"
    case notBeginsWith = "NOT_BEGINS_WITH"
    case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
    case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"
  }

  /// The field name; for a system field, its schema name (`___recordID`).
  package var field: String
  package var comparator: Comparator
  /// The value to compare with: a list for `IN`, `NOT_IN` and the `…_ANY` and `…_ALL` comparators.
  package var value: FieldValue
  /// The distance in meters, for `NEAR`.
  package var distance: Double?

  package init(_ field: String, _ comparator: Comparator, _ value: FieldValue, distance: Double? = nil) {
    self.field = field
    self.comparator = comparator
    self.value = value
    self.distance = distance
  }
}

package struct Sort: Hashable, Sendable {
  /// The field name; for a system field, its schema name.
  package var field: String
  package var ascending: Bool
  /// For a LOCATION field, the place whose nearest records come first.
  package var relativeTo: Location?

  package init(_ field: String, ascending: Bool = true, relativeTo: Location? = nil) {
    self.field = field
    self.ascending = ascending
    self.relativeTo = relativeTo
  }
}

/// The position of a query's next page. A cursor is opaque: only the store that created it can read it.
package struct Cursor: Hashable, Sendable {
  package let token: String

  package init(token: String) { self.token = token }
}

/// Detects cursors that repeat, which would make paging endless.
package struct CursorGuard: Sendable {
  private var visited: Set<Cursor> = []

  package init() {}

  /// - Throws: `.malformedReply` for a cursor that was already visited.
  package mutating func advance(to cursor: Cursor) throws(RecordStoreError) {
    guard visited.insert(cursor).inserted else {
      throw .malformedReply(reason: "the answer's continuation marker does not move on")
    }
  }
}

package struct QueryPage: Sendable {
  /// The records, in the query's order. An empty page is not necessarily the last.
  package let records: [Record]
  /// `nil` on the last page.
  package let next: Cursor?

  package init(records: [Record], next: Cursor?) {
    self.records = records
    self.next = next
  }
}
