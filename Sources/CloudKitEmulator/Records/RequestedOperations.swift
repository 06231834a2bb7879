import CloudKitRecords
import CloudKitSchema
import CloudKitWire

/// The operations of a `records/modify` that is not refused as a whole.
struct RequestedOperations: Sendable {
  struct Operation: Sendable {
    let content: ModifyRequest.Operation
    /// Made up where a create leaves it to the server.
    let name: RecordName

    var kind: RecordOperation.Kind { content.kind }
    /// `nil` where it was not said, which it need not be of a record that exists.
    var type: RecordType.Name? { content.record.type }
  }

  let operations: [Operation]

  /// - Parameter names: source of names for creates that leave the name to the server.
  /// - Throws: why CloudKit refuses the request as a whole.
  init(
    _ request: ModifyRequest, of body: RequestBody, names: inout SeededRandom
  ) throws(RecordStoreError) {
    var rules = try RequestRules(operationCount: request.operations.count)
    operations = try request.operations.map { content throws(RecordStoreError) in
      if let word = content.record.unknownType { throw body.unexpected(word) }
      let kind = content.kind
      if kind.creates, content.record.type == nil { throw .missing("recordType") }
      let name = content.record.name ?? (kind == .create ? RecordName(names.uuid()) : nil)
      guard let name else { throw .missing("recordName") }
      try rules.check(kind, name, changeTag: content.record.changeTag)
      return Operation(content: content, name: name)
    }
  }
}

extension RequestedOperations.Operation {
  /// Why the stored record of the name does not allow the operation; `nil` if it does.
  func problem(with existing: Record?) -> RecordError? {
    kind.problem(changeTag: content.record.changeTag, stored: existing.map { $0.changeTag ?? "" })
  }
}

extension WireRecord {
  /// A type of a value that nothing knows; `ASSET` is one, which only schemas have (reported from live use).
  fileprivate var unknownType: String? {
    fields.lazy.compactMap(\.field?.type).first { FieldType(wireName: $0) == nil }
  }
}
