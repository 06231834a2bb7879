package import CloudKitRecords
package import CloudKitSchema
package import JSON

/// `records/query`.
package struct QueryRequest: WireRequest {
  package static let operation = "records/query"

  /// The type asked for; `nil` in the page-two requests of a client that sends the marker alone.
  package var recordType: RecordType.Name?
  /// The conditions.
  package var filters: [WireFilter] = []
  /// The order.
  package var sorts: [WireSort] = []
  /// The zone; the default one where it is not said.
  package var zone: WireZone?
  /// Records of a page; 200 where it is not said.
  package var resultsLimit: Int?
  /// Where a page begins; the answer's that came before.
  package var continuationMarker: String?
  /// The fields to answer; `nil` for all.
  package var desiredKeys: [String]?
  /// Whether numbers are wanted as strings.
  package var numbersAsStrings = false

  /// A query and where it goes on. The query is said again with each marker: the documentation requires it.
  package init(_ query: Query, after cursor: Cursor?, types: FieldTypes) {
    recordType = query.recordType
    filters = query.filters.map { WireFilter($0, declared: types.type(of: $0.field, in: query.recordType)) }
    sorts = query.sorts.map(WireSort.init)
    resultsLimit = query.limit
    continuationMarker = cursor?.token
    desiredKeys = query.desiredFields
  }

  package init(_ body: JSONObject) throws(RequestError) {
    continuationMarker = try body.string("continuationMarker")
    let query = body["query"]?.object
    if query == nil, continuationMarker == nil { throw .missing("query") }
    recordType = query?["recordType"]?.string
    if recordType == nil, continuationMarker == nil { throw .missing("recordType") }
    for filter in try query?.objects("filterBy") ?? [] { filters.append(try WireFilter(filter)) }
    for sort in try query?.objects("sortBy") ?? [] { sorts.append(try WireSort(sort)) }
    zone = try body.zone()
    if let limit = body["resultsLimit"] {
      guard let limit = limit.integer, let limit = Int(exactly: limit) else { throw .unexpected }
      resultsLimit = limit
    }
    desiredKeys = try body.strings("desiredKeys")
    numbersAsStrings = try body.flag("numbersAsStrings") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("query")
      writer.object { writer in
        writer.member("recordType", recordType)
        if !filters.isEmpty {
          writer.name("filterBy")
          writer.array(filters) { $1.write(to: &$0) }
        }
        if !sorts.isEmpty {
          writer.name("sortBy")
          writer.array(sorts) { $1.write(to: &$0) }
        }
      }
      writer.member("resultsLimit", resultsLimit.map(Int64.init))
      writer.member("continuationMarker", continuationMarker)
      writer.member("desiredKeys", desiredKeys)
      if numbersAsStrings { writer.member("numbersAsStrings", true) }
    }
  }

  /// The query it asks, its values held against the declared types.
  /// - Throws: for a comparator or a value that CloudKit refuses.
  package func query(_ types: FieldTypes, _ tolerance: WireField.Tolerance) throws(RequestError) -> Query? {
    guard let recordType else { return nil }
    var query = Query(recordType, desiredFields: desiredKeys, limit: resultsLimit ?? RecordLimits.recordsPerPage)
    for filter in filters {
      query.filters.append(try filter.filter(declared: types.type(of: filter.field, in: recordType), tolerance))
    }
    query.sorts = sorts.map { Sort($0.field, ascending: $0.isAscending, relativeTo: $0.relativeTo) }
    return query
  }
}
