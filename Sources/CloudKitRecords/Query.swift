package import CloudKitSchema

/// A question for records of one type. Filters are all to hold; CloudKit has no OR.
package struct Query: Hashable, Sendable {
  /// The type of the records.
  package var recordType: RecordType.Name
  /// What has to hold of them.
  package var filters: [Filter]
  /// Their order; without one it is the store's own, stable from page to page.
  package var sorts: [Sort]
  /// The fields to answer with; `nil` for all of them.
  package var desiredFields: [String]?
  /// Records a page has at most, 1…`RecordLimits.recordsPerPage`.
  package var limit: Int

  /// A query for all records of a type, unless filters say otherwise.
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

/// One condition on a field.
package struct Filter: Hashable, Sendable {
  /// How a field's value is compared.
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

  /// The field, a system field by its schema name (`___recordID`).
  package var field: String
  /// How it is compared.
  package var comparator: Comparator
  /// With what: a list for `IN`, `NOT_IN` and the `…_ANY` and `…_ALL` comparators.
  package var value: FieldValue
  /// Metres, for `NEAR`.
  package var distance: Double?

  /// A condition.
  package init(_ field: String, _ comparator: Comparator, _ value: FieldValue, distance: Double? = nil) {
    self.field = field
    self.comparator = comparator
    self.value = value
    self.distance = distance
  }
}

/// One key of an order.
package struct Sort: Hashable, Sendable {
  /// The field, a system field by its schema name.
  package var field: String
  /// Smallest first.
  package var ascending: Bool
  /// For a LOCATION field: nearest to this place first.
  package var relativeTo: Location?

  /// An order by a field, ascending by default.
  package init(_ field: String, ascending: Bool = true, relativeTo: Location? = nil) {
    self.field = field
    self.ascending = ascending
    self.relativeTo = relativeTo
  }
}

/// Where a query goes on. Opaque: only the store that made it can read it.
package struct Cursor: Hashable, Sendable {
  /// The store's own text.
  package let token: String

  /// A cursor of a store's own text.
  package init(token: String) { self.token = token }
}

/// A page of a query's answer.
package struct QueryPage: Sendable {
  /// The records, in the query's order; a page may be empty and still not be the last.
  package let records: [Record]
  /// Where the next page begins; `nil` after the last.
  package let next: Cursor?

  /// A page.
  package init(records: [Record], next: Cursor?) {
    self.records = records
    self.next = next
  }
}

/// What CloudKit allows at most.
///
/// Source: Apple, CloudKit Web Services Reference, Data Size Limits.
package enum RecordLimits {
  /// Records of one answer.
  package static let recordsPerPage = 200
  /// Operations of one request.
  package static let operationsPerRequest = 200
  /// Bytes of one request of operations; CloudKit publishes no limit for web services, its framework's is 2 MB.
  package static let bytesPerRequest = 1_800_000
  /// Bytes of a record's fields, assets left out.
  package static let bytesPerRecord = 1_000_000
}
