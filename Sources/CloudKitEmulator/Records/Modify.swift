import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

extension OperationContext {
  /// Answers `records/modify`: each operation's record or error, in request order.
  func modify(_ body: RequestBody, faults: inout RequestFaults) async throws -> Answer {
    let request = try modifyRequest(body)
    try check(request.zone)
    for operation in request.operations { try check(operation.record.zone) }
    // The default zone, the only zone of a public database, does not support atomic requests (reported from live use).
    // The documented default is `true`, but clients that omit the member work.
    if request.atomic == true {
      throw RecordStoreError.badRequest(reason: "atomic operations not supported in default zone")
    }
    let requested = try RequestedOperation.operations(of: request, body, names: &faults.names)
    let conflicts = requested.map { $0.kind.needsChangeTag && faults.isInConflict() }
    let (results, records) = try await database.modify(as: user.recordName) {
      () async throws(RecordStoreError) -> ModifyPlan in
      try await plan(requested, desired: request.desiredKeys, conflicts: conflicts)
    }
    // The answer uses the schema as of now, because the changes may have extended it.
    let schema = self.schema
    var answer = Answer(capacity: 1024 * (1 + results.count)) { writer in
      writer.name("records")
      writer.array(results) { writer, result in
        switch result {
        case .saved(let name, _):
          // A later operation of the same request can delete the record, for example by cascade.
          guard let record = records[name] else { return writer.deletedRecord(name) }
          write(record, desired: request.desiredKeys, numbersAsStrings: request.numbersAsStrings, schema, to: &writer)
        case .deleted(let name): writer.deletedRecord(name)
        case .failed(let name, let error): writer.error(ServerError(error), of: name)
        }
      }
    }
    answer.refusedRecords = results.compactMap { result in
      if case .failed(let name, let error) = result { LoggedRequest.RefusedRecord(name, error) } else { nil }
    }
    return answer
  }

  private func modifyRequest(_ body: RequestBody) throws -> ModifyRequest {
    do {
      return try ModifyRequest(body.object)
    } catch {
      guard error == .unexpected else { throw error }
      // Apple's error states the position of an unknown operation type.
      let words = body.object["operations"]?.array?.compactMap { $0.object?["operationType"]?.string } ?? []
      throw words.first { RecordOperation.Kind(rawValue: $0) == nil }.map(body.unexpected) ?? error
    }
  }

  /// Plans the operations against the state that the changes apply to.
  private func plan(
    _ requested: [RequestedOperation], desired: [String]?, conflicts: [Bool]
  ) async throws(RecordStoreError) -> ModifyPlan {
    let grants = self.schema.grants(for: user)
    let unclear = requested.filter { operation in
      if growsSchema { return true }
      // The record type that a deletion states may be wrong.
      if operation.kind.isDelete { return !grants.mayDoEverything }
      return operation.type.map { !grants.mayDoAll($0) } ?? true
    }
    let existing = unclear.isEmpty ? [:] : try await database.lookup(unclear.map(\.name), desiredFields: [])
    if growsSchema {
      try await grow(
        for: requested.filter { operation in
          let known = existing[operation.name]
          return operation.problem(with: known) == nil
            && grants.missing(for: operation.kind, of: operation.type ?? "", existing: known) == nil
        }, existing)
    }
    let schema = self.schema
    var plan = ModifyPlan(desiredFields: desired)
    for (place, operation) in requested.enumerated() {
      let known = existing[operation.name]
      do throws(RecordError) {
        if let missing = grants.missing(for: operation.kind, of: operation.type ?? "", existing: known) {
          throw missing.refusal
        }
        // Check this before the fields: the schema was not extended for an operation with a problem.
        if growsSchema, let problem = operation.problem(with: known) { throw problem }
        if conflicts[place] { throw .stale }
        plan.operations.append(try recordOperation(operation, of: operation.type ?? known?.type, schema))
      } catch {
        plan.refusals[place] = .failed(operation.name, error)
      }
    }
    return plan
  }

  func recordOperation(
    _ requested: RequestedOperation, of type: RecordType.Name?, _ schema: PreparedSchema
  ) throws(RecordError) -> RecordOperation {
    var record = Record(type: type ?? "", name: requested.name, changeTag: requested.content.record.changeTag)
    // A deletion's fields, which some clients send, have no effect. For a missing record, fields do not matter.
    guard let type, !requested.kind.isDelete else {
      guard requested.kind.isDelete else { throw .missing }
      return RecordOperation(requested.kind, record)
    }
    _ = try schema.types.declared(type)
    var cleared: Set<String> = []
    for named in requested.content.record.fields {
      let name = named.name
      guard let declared = schema.types[type][name] else {
        if growsSchema, !SystemField.isReserved(name), named.field?.type == nil,
          named.field?.value?.array?.isEmpty == true
        {
          // Seen in live use of a development database.
          throw RecordError(
            .badRequest, "cannot use an empty list to initialize a new field (field '\(name)' in record type '\(type)')"
          )
        }
        throw .notSettable(name, of: type)
      }
      if let value = try value(of: named.field, declared) {
        record.fields[name] = value
        cleared.remove(name)
      } else {
        // If a name is repeated, the last value counts.
        record.fields[name] = nil
        cleared.insert(name)
      }
    }
    return RecordOperation(requested.kind, record, clearing: cleared)
  }

  private func value(of field: WireField?, _ declared: FieldType) throws(RecordError) -> FieldValue? {
    guard let field else { throw .misfit(declared) }
    guard let value = try field.fieldValue(declared: declared, tolerance) else { return nil }
    guard value.fits(declared) else { throw .misfit(declared) }
    // Assets must have been uploaded; assets of a stored record can be written back.
    guard value.assets.allSatisfy(database.assets.knows) else { throw .unknownAsset }
    return value
  }
}
