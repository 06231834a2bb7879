package import CloudKitSchema

/// The rules that a schema sets for queries. The texts are CloudKit's where known.
package struct QueryRules: Sendable {
  private let schema: Schema

  package init(_ schema: Schema) { self.schema = schema }

  /// Checks a query and returns its record type. Ignores desired fields: CloudKit returns those that exist.
  /// - Throws: `.badRequest` with CloudKit's reason.
  package func check(_ query: Query) throws(RecordStoreError) -> RecordType {
    guard let type = schema.recordType(named: query.recordType) else {
      throw .badRequest(reason: RecordError.unknownType(query.recordType).reason)
    }
    guard (1...RecordLimits.recordsPerPage).contains(query.limit) else {
      throw .badRequest(reason: "a page has 1 to \(RecordLimits.recordsPerPage) records, not \(query.limit)")
    }
    // CloudKit refuses every query of a type without any index (reported from live use).
    guard type.fields.contains(where: { !$0.indexes.isEmpty }) else {
      throw .badRequest(reason: "Queried type is not marked indexable")
    }
    // Without a filter, CloudKit uses the index of the record names (reported from live use).
    if query.filters.isEmpty { try require(.queryable, SystemField.recordID.rawValue, of: type, called: "recordName") }
    for filter in query.filters { try check(filter, of: type) }
    for sort in query.sorts {
      let field = try require(.sortable, sort.field, of: type)
      if field.type.isList { throw .badRequest(reason: "Field '\(sort.field)' is a list and cannot be sorted by") }
      if sort.relativeTo != nil, field.type.primitive != .location {
        throw .badRequest(reason: "Field '\(sort.field)' is not a location")
      }
    }
    return type
  }

  private func check(_ filter: Filter, of type: RecordType) throws(RecordStoreError) {
    let index: Indexes = filter.comparator.isTokenSearch ? .searchable : .queryable
    let field = try require(index, filter.field, of: type)
    guard filter.comparator.accepts(field.type, filter.value) else {
      throw .badRequest(
        reason: "Field '\(filter.field)' of type \(field.type) cannot be compared by \(filter.comparator.rawValue)"
          + " with \(filter.value.typeName)")
    }
    if filter.comparator == .near, filter.distance.map({ $0.isFinite && $0 >= 0 }) != true {
      throw .badRequest(reason: "NEAR needs a distance in metres")
    }
  }

  @discardableResult
  private func require(
    _ index: Indexes, _ name: String, of type: RecordType, called shown: String? = nil
  ) throws(RecordStoreError) -> Field {
    guard let field = type.field(named: name) else {
      throw .badRequest(reason: "Did not find field: '\(name)' in type: '\(type.name)'")
    }
    guard field.indexes.contains(index) else {
      let word = index == .queryable ? "queryable" : index == .sortable ? "sortable" : "searchable"
      throw .badRequest(reason: "Field '\(shown ?? name)' is not marked \(word)")
    }
    return field
  }
}

extension RecordType {
  /// Whether CloudKit can list the records: a query without a filter uses the index of the record names.
  package var isListable: Bool { field(named: SystemField.recordID.rawValue)?.indexes.contains(.queryable) == true }
}

extension Filter.Comparator {
  /// Whether the comparator searches for words, which requires SEARCHABLE instead of QUERYABLE.
  package var isTokenSearch: Bool { self == .containsAllTokens || self == .containsAnyTokens }

  /// Returns the type of the values that fields of a type are compared with; `nil` for a type that cannot be compared.
  package func valueType(for type: FieldType) -> FieldType? {
    let member = FieldType(type.primitive)
    let isComparable =
      switch self {
      case .equals, .notEquals: type.primitive != .asset
      case .in, .notIn: !type.isList && type.primitive != .asset
      case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals: !type.isList && type.primitive.isOrdered
      case .near: !type.isList && type.primitive == .location
      case .containsAllTokens, .containsAnyTokens: type.primitive == .string
      case .beginsWith, .notBeginsWith: !type.isList && type.primitive == .string
      case .listMemberBeginsWith, .notListMemberBeginsWith: type.isList && type.primitive == .string
      case .listContains, .notListContains, .listContainsAny, .notListContainsAny, .listContainsAll,
        .notListContainsAll:
        type.isList
      }
    guard isComparable else { return nil }
    return switch self {
    case .in, .notIn: .list(type.primitive)
    case .listContains, .notListContains, .listMemberBeginsWith, .notListMemberBeginsWith, .containsAllTokens,
      .containsAnyTokens:
      member
    default: type
    }
  }

  package func accepts(_ type: FieldType, _ value: FieldValue) -> Bool { valueType(for: type).map(value.fits) ?? false }
}

extension FieldType.Primitive {
  /// Whether values of the type have an order.
  package var isOrdered: Bool {
    switch self {
    case .bytes, .double, .int64, .number, .string, .timestamp: true
    case .asset, .location, .reference: false
    }
  }
}
