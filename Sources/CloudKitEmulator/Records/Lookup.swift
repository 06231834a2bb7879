import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

extension OperationContext {
  /// Answers `records/lookup`: each named record or its error, in request order.
  func lookup(_ body: RequestBody) async throws -> Answer {
    let request = try LookupRequest(body.object)
    try check(request.zone)
    try RecordLimits.check(request.names.count, "records", atMost: RecordLimits.recordsPerPage)
    let found = try await database.lookup(request.names, desiredFields: fields(of: request))
    let schema = self.schema
    let grants = schema.grants(for: user)
    var answer = Answer(capacity: 1024 * (1 + found.count)) { writer in
      writer.name("records")
      writer.array(request.names) { writer, name in
        guard let record = found[name] else { return writer.error(ServerError(.missing), of: name) }
        guard grants.mayRead(record) else { return writer.error(ServerError(Permissions.read.refusal), of: name) }
        let keys = request.desiredKeysOfRecord[name] ?? request.desiredKeys
        write(record, desired: keys, numbersAsStrings: request.numbersAsStrings, schema, to: &writer)
      }
    }
    // A missing record is an answer, not a refusal.
    answer.refusedRecords = request.names.compactMap { name in
      guard let record = found[name], !grants.mayRead(record) else { return nil }
      return LoggedRequest.RefusedRecord(name, Permissions.read.refusal)
    }
    return answer
  }

  /// Returns the fields requested for any of the records; `nil` for all fields.
  private func fields(of request: LookupRequest) -> [String]? {
    var fields: Set<String> = []
    for name in request.names {
      guard let keys = request.desiredKeysOfRecord[name] ?? request.desiredKeys else { return nil }
      fields.formUnion(keys)
    }
    return Array(fields)
  }
}
