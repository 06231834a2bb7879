import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON

extension OperationContext {
  /// Answers `records/query`: a page of records, and a continuation marker if more remain.
  func query(_ body: RequestBody) async throws -> Answer {
    let schema = self.schema
    let request = try QueryRequest(body.object, schema.types, tolerance)
    try check(request.zone)
    let marker = try request.continuationMarker.map { try ContinuationMarker($0) }
    // One client sends only the marker for subsequent pages, so the marker contains its query.
    let asked = try request.query ?? marker.flatMap { try QueryRequest($0.body, schema.types, tolerance).query }
    guard var query = asked else { throw RecordStoreError.missing("query") }
    query.desiredFields = request.desiredKeys
    query.limit = request.resultsLimit ?? RecordLimits.recordsPerPage
    let grants = schema.grants(for: user)
    guard grants.readable(query.recordType) != .none else {
      throw Refusal(Permissions.read.refusal)
    }
    // The store keeps the record types and fields that a replaced schema had.
    _ = try QueryRules(schema.schema).check(query)
    let page = try await database.query(query, after: marker?.cursor)
    return Answer(capacity: 1024 * (1 + page.records.count)) { writer in
      writer.name("records")
      writer.array(page.records.lazy.filter(grants.mayRead)) { writer, record in
        write(
          record, desired: request.desiredKeys, numbersAsStrings: request.numbersAsStrings, schema,
          zone: .publicDefault, to: &writer)
      }
      if let next = page.next {
        writer.member("continuationMarker", ContinuationMarker(next, of: marker?.body ?? body.object).text)
      }
    }
  }
}

/// The position in a query's results, and the query. It is opaque to clients, as Apple's marker is.
struct ContinuationMarker {
  let cursor: Cursor
  /// An object with the `query` member of the query's first request.
  let body: JSONObject

  init(_ cursor: Cursor, of body: JSONObject) {
    self.cursor = cursor
    self.body = body
  }

  /// - Throws: An error if the text is not a valid marker.
  init(_ text: String) throws {
    guard let data = Data(base64Encoded: text),
      let object = try? JSONValue(strict: Array(data)).object,
      let token = object["cursor"]?.string, object["query"] != nil
    else { throw RecordStoreError.badRequest(reason: "Unknown sync continuation type") }
    cursor = Cursor(token: token)
    body = object
  }

  /// The marker encoded as base64.
  var text: String {
    let json = JSONWriter.document { writer in
      writer.object { writer in
        writer.member("cursor", cursor.token)
        writer.name("query")
        body["query"].map { writer.value($0) } ?? writer.null()
      }
    }
    return Data(json).base64EncodedString()
  }
}
