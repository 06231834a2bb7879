import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

extension OperationContext {
  /// `records/modify`: every operation's record, or why not, in order.
  func modify(_ body: RequestBody, faults: inout RequestFaults) async throws -> Answer {
    let request = try modifyRequest(body)
    try check(request.zone)
    for operation in request.operations { try check(operation.record.zone) }
    // The default zone does not know it, and the public database has no other (reported from live use). Documentation
    // gives `true` as the default, but clients that leave it out work.
    if request.atomic == true { throw Refusal(.badRequest, "atomic operations not supported in default zone") }
    let requested = try RequestedOperations(request, of: body, names: &faults.names).operations
    let conflicts = requested.map { $0.kind.needsChangeTag && faults.isInConflict() }
    let outcomes = try await database.modify(as: user.recordName) { () async throws(RecordStoreError) -> ModifyPlan in
      try await plan(requested, desired: request.desiredKeys, conflicts: conflicts)
    }
    // Only now: the schema may have grown.
    let encoder = RecordEncoder(self, numbersAsStrings: request.numbersAsStrings)
    return Answer(
      body: JSONWriter.document(capacity: 1024 * (1 + outcomes.count)) { writer in
        writer.object { writer in
          writer.name("records")
          writer.array(outcomes) { writer, outcome in
            switch outcome {
            case .saved(let record): encoder.write(record, desired: request.desiredKeys, to: &writer)
            case .deleted(let name): writer.deletedRecord(name)
            case .failed(let name, let error): writer.error(ServerError(error.code, error.reason), of: name)
            }
          }
        }
      })
  }

  private func modifyRequest(_ body: RequestBody) throws -> ModifyRequest {
    do {
      return try ModifyRequest(body.object)
    } catch {
      guard error == .unexpected else { throw Refusal(error) }
      // Apple says where a kind of operation stands that it does not know.
      let words = body.object["operations"]?.array?.compactMap { $0.object?["operationType"]?.string } ?? []
      throw words.first { RecordOperation.Kind(rawValue: $0) == nil }.map(body.unexpected) ?? Refusal(error)
    }
  }

  /// What is to be done, under the state the changes will find.
  private func plan(
    _ requested: [RequestedOperations.Operation], desired: [String]?, conflicts: [Bool]
  ) async throws(RecordStoreError) -> ModifyPlan {
    let grants = self.schema.grants(for: user)
    // What a deletion says of its record's type need not be so.
    let unclear = requested.filter { operation in
      if operation.kind.isDelete { return !grants.mayDoEverything }
      return growsSchema || operation.type.map { !grants.mayDoAll($0) } ?? true
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
          throw RecordError(.accessDenied, missing.refusal)
        }
        // Before its fields, which the schema did not grow by.
        if growsSchema, let problem = operation.problem(with: known) { throw problem }
        if conflicts[place] { throw RecordError(.conflict, "client oplock error updating record") }
        plan.operations.append(try recordOperation(operation, of: operation.type ?? known?.type, schema))
      } catch {
        plan.refusals[place] = (operation.name, error)
      }
    }
    return plan
  }

  /// What an operation is to the store.
  func recordOperation(
    _ requested: RequestedOperations.Operation, of type: RecordType.Name?, _ schema: PreparedSchema
  ) throws(RecordError) -> RecordOperation {
    var record = Record(type: type ?? "", name: requested.name, changeTag: requested.content.record.changeTag)
    // Fields of a deletion, which some clients send, say nothing; of a record that is not there, they do not matter.
    guard let type, !requested.kind.isDelete else {
      guard requested.kind.isDelete else { throw RecordError(.notFound, "Record not found") }
      return RecordOperation(requested.kind, record)
    }
    guard schema.has(type) else { throw RecordError(.badRequest, "did not find record type: \(type)") }
    var cleared: Set<String> = []
    for named in requested.content.record.fields {
      let name = named.name
      if name.utf8.first == 0x5F {
        throw RecordError(.badRequest, "Unprivileged attempt to insert a system field: \(name)")
      }
      guard let declared = schema.type(of: name, in: type) else {
        if growsSchema, named.field?.type == nil, named.field?.value.array?.isEmpty == true {
          // Seen in live use of a development database.
          throw RecordError(
            .badRequest, "cannot use an empty list to initialize a new field (field '\(name)' in record type '\(type)')"
          )
        }
        throw RecordError(.badRequest, "Cannot create or modify field '\(name)' in record '\(type)': no such field")
      }
      if let value = try value(of: named.field, declared) {
        record.fields[name] = value
        cleared.remove(name)
      } else {
        // A name may be there twice, and the last counts.
        record.fields[name] = nil
        cleared.insert(name)
      }
    }
    return RecordOperation(requested.kind, record, clearing: cleared)
  }

  private func value(of field: WireField?, _ declared: FieldType) throws(RecordError) -> FieldValue? {
    let mismatch = RecordError(.badRequest, "Invalid value, expected type \(declared.wireName).")
    guard let field else { throw mismatch }
    do {
      guard let value = try field.fieldValue(declared: declared, tolerance) else { return nil }
      guard value.fits(declared) else { throw mismatch }
      // Assets are held against what was uploaded; what a record had may be written back.
      guard value.assets.allSatisfy(dispatcher.assets.knows) else {
        throw RecordError(.badRequest, "could not decode asset object")
      }
      return value
    } catch let error as InvalidValue {
      throw RecordError(.badRequest, error.reason)
    } catch {
      throw error as? RecordError ?? mismatch
    }
  }
}

extension FieldValue {
  /// The assets of the value.
  fileprivate var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .list(let members): members.flatMap(\.assets)
    default: []
    }
  }
}
