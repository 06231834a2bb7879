import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

extension OperationContext {
  /// `records/lookup`: the records named, each or why not, in order.
  func lookup(_ body: RequestBody) async throws -> Answer {
    let request = try LookupRequest(body.object)
    try check(request.zone)
    guard request.names.count <= RecordLimits.recordsPerPage else {
      throw Refusal(
        .badRequest, "a request has at most \(RecordLimits.recordsPerPage) records, not \(request.names.count)")
    }
    let found = try await database.lookup(request.names, desiredFields: fields(of: request))
    let encoder = RecordEncoder(self, numbersAsStrings: request.numbersAsStrings)
    let grants = schema.grants(for: user)
    return Answer(
      body: JSONWriter.document(capacity: 1024 * (1 + found.count)) { writer in
        writer.object { writer in
          writer.name("records")
          writer.array(request.names) { writer, name in
            guard let record = found[name] else {
              return writer.error(ServerError(.notFound, "Record not found"), of: name)
            }
            guard grants.mayRead(record) else {
              return writer.error(ServerError(.accessDenied, Permissions.read.refusal), of: name)
            }
            encoder.write(record, desired: request.desiredKeysOfRecord[name] ?? request.desiredKeys, to: &writer)
          }
        }
      })
  }

  /// The fields that any of the records is asked for; `nil` for all.
  private func fields(of request: LookupRequest) -> [String]? {
    var fields: Set<String> = []
    for name in request.names {
      guard let keys = request.desiredKeysOfRecord[name] ?? request.desiredKeys else { return nil }
      fields.formUnion(keys)
    }
    return Array(fields)
  }
}
