package import CloudKitRecords
package import CloudKitSchema
import Diagnostics

/// The records of one type to read: conditions, order, and fields.
package struct RecordSelection: Sendable {
  package let type: RecordType
  package var query: Query
  /// The field that lists the records if their type has no index of record names; records without the field are not
  /// found.
  package let listedBy: String?

  /// - Parameters:
  ///   - conditions: The conditions that all records must match, as `RecordCondition` reads them.
  ///   - sorts: The sort fields, each with `:desc` for the reverse order.
  ///   - fields: The fields to read; empty for all.
  ///   - listedBy: A QUERYABLE field that all records have, for a type that cannot be listed otherwise.
  ///   - listsAllTypes: Whether the store lists every type.
  package init(
    of type: RecordType, where conditions: [String] = [], sortedBy sorts: [String] = [], fields: [String] = [],
    listedBy: String? = nil, listsAllTypes: Bool = false
  ) throws(RequestMistake) {
    self.type = type
    var query = Query(type.name)
    for condition in conditions { query.filters.append(try RecordCondition.filter(condition, on: type)) }
    for sort in sorts { query.sorts.append(try Self.sort(sort, of: type)) }
    if !fields.isEmpty {
      for field in fields { _ = try type.knownField(field) }
      query.desiredFields = fields.filter { !SystemField.isReserved($0) }
    }
    var lister: String?
    if query.filters.isEmpty, !type.isListable, !listsAllTypes {
      guard let listedBy else {
        throw RequestMistake(
          "\(type.name) has no QUERYABLE index on ___recordID: its records cannot be listed; declare "
            + "\"___recordID\" REFERENCE QUERYABLE in the schema, or use 'records list --list-by FIELD' or 'records show'"
        )
      }
      query.filters = [try Self.alwaysTrue(try type.knownField(listedBy), of: type)]
      lister = listedBy
    }
    self.query = query
    self.listedBy = lister
  }

  private static func sort(_ text: String, of type: RecordType) throws(RequestMistake) -> Sort {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let order = parts.count > 1 ? parts[1] : "asc"
    guard order == "asc" || order == "desc" else {
      throw RequestMistake("unknown sort order '\(DisplayText.line(order))'; use \(parts[0]) or \(parts[0]):desc")
    }
    let field = try type.knownField(parts[0])
    try type.requireIndex(.sortable, on: field, "sorted by")
    return Sort(field.name, ascending: order == "asc")
  }

  /// Returns a filter that every record with a value in the field matches.
  private static func alwaysTrue(_ field: Field, of type: RecordType) throws(RequestMistake) -> Filter {
    try type.requireIndex(.queryable, on: field, "filtered on")
    if field.type == FieldType(.string) { return Filter(field.name, .beginsWith, .string("")) }
    let least: FieldValue? =
      switch field.type.primitive {
      case .int64, .number: .int64(.min)
      case .double: .double(-.greatestFiniteMagnitude)
      case .timestamp: .timestamp(Timestamp(milliseconds: .min))
      default: nil
      }
    guard !field.type.isList, let least else {
      throw RequestMistake(
        "--list-by needs a field of text, numbers, or dates; \(type.name).\(field.name) is \(field.type)")
    }
    return Filter(field.name, .greaterThanOrEquals, least)
  }
}
