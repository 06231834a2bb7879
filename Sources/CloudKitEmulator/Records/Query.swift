import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON

extension OperationContext {
  /// `records/query`: a page of records, and a marker where more remain.
  func query(_ body: RequestBody) async throws -> Answer {
    let request = try QueryRequest(body.object)
    try check(request.zone)
    let schema = self.schema
    let marker = try request.continuationMarker.map { try ContinuationMarker($0) }
    // One client sends the marker alone for the pages that follow: it holds the query it is of.
    let asked = try request.query(schema.types, tolerance) ?? marker?.query().query(schema.types, tolerance)
    guard var query = asked else { throw Refusal.missing("query") }
    query.desiredFields = request.desiredKeys
    query.limit = request.resultsLimit ?? RecordLimits.recordsPerPage
    let grants = schema.grants(for: user)
    guard grants.readable(query.recordType) != .none else {
      throw Refusal(.accessDenied, Permissions.read.refusal)
    }
    let page = try await database.query(query, after: marker?.cursor)
    let encoder = RecordEncoder(self, numbersAsStrings: request.numbersAsStrings)
    return Answer(
      body: JSONWriter.document(capacity: 1024 * (1 + page.records.count)) { writer in
        writer.object { writer in
          writer.name("records")
          writer.array(page.records.lazy.filter(grants.mayRead)) { writer, record in
            encoder.write(record, desired: request.desiredKeys, zone: .publicDefault, to: &writer)
          }
          if let next = page.next {
            writer.member("continuationMarker", ContinuationMarker(next, of: marker?.body ?? body.object).text)
          }
        }
      })
  }
}

/// Where a query goes on, and which query it is: opaque to clients, as Apple's is.
struct ContinuationMarker {
  /// Where the store goes on.
  let cursor: Cursor
  /// An object with the `query` of the request that began the query.
  let body: JSONObject

  init(_ cursor: Cursor, of body: JSONObject) {
    self.cursor = cursor
    self.body = body
  }

  /// - Throws: for a text that is no marker.
  init(_ text: String) throws {
    guard let data = Data(base64Encoded: text),
      let object = try? JSONValue(strict: Array(data)).object,
      let token = object["cursor"]?.string, object["query"] != nil
    else { throw Refusal(.badRequest, "Unknown sync continuation type") }
    cursor = Cursor(token: token)
    body = object
  }

  /// The request that began the query.
  func query() throws(RequestError) -> QueryRequest { try QueryRequest(body) }

  /// Base64.
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
