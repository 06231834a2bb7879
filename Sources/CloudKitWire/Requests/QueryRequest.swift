package import CloudKitRecords
package import JSON

/// A `records/query` request, as a server reads it.
package struct QueryRequest: Sendable {
  package static let operation = "records/query"

  /// `nil` in requests for subsequent pages from a client that sends only the marker.
  package let query: Query?
  /// `nil` for the default zone.
  package let zone: WireZone?
  /// Maximum records per page; `nil` for the default.
  package let resultsLimit: Int?
  /// The start of the page: the continuation marker of the previous answer.
  package let continuationMarker: String?
  /// `nil` for all fields.
  package let desiredKeys: [String]?
  package let numbersAsStrings: Bool

  /// - Throws: `.badRequest` for a member, comparator or value that CloudKit rejects.
  package init(
    _ body: JSONObject, _ types: FieldTypes, _ tolerance: ValueDialect
  ) throws(RecordStoreError) {
    continuationMarker = try body.string("continuationMarker")
    let object = body["query"]?.object
    if object == nil, continuationMarker == nil { throw .missing("query") }
    zone = try body.zone()
    let limit = body["resultsLimit"]
    resultsLimit = limit?.integer.flatMap { Int(exactly: $0) }
    if limit != nil, resultsLimit == nil { throw .unexpected }
    desiredKeys = try body.strings("desiredKeys")
    numbersAsStrings = try body.flag("numbersAsStrings") ?? false
    guard let object, let recordType = object["recordType"]?.string else {
      if continuationMarker == nil { throw .missing("recordType") }
      query = nil
      return
    }
    var query = Query(recordType, desiredFields: desiredKeys, limit: resultsLimit ?? RecordLimits.recordsPerPage)
    for filter in try object.objects("filterBy") ?? [] {
      query.filters.append(try Filter(filter, in: recordType, types, tolerance))
    }
    for sort in try object.objects("sortBy") ?? [] { query.sorts.append(try Sort(sort)) }
    self.query = query
  }

  /// Returns the body of a request for a page of a query. The documentation requires the query with every marker.
  package static func body(of query: Query, after cursor: Cursor?, types: FieldTypes) -> [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.name("query")
        writer.object { writer in
          writer.member("recordType", query.recordType)
          if !query.filters.isEmpty {
            writer.name("filterBy")
            writer.array(query.filters) { writer, filter in
              writer.filter(filter, declared: types.type(of: filter.field, in: query.recordType))
            }
          }
          if !query.sorts.isEmpty {
            writer.name("sortBy")
            writer.array(query.sorts) { $0.sort($1) }
          }
        }
        writer.member("resultsLimit", Int64(query.limit))
        writer.member("continuationMarker", cursor?.token)
        writer.member("desiredKeys", query.desiredFields)
      }
    }
  }
}
