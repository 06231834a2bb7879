import CloudKitRecords
import CloudKitSchema
import CloudKitWire

/// The operations of a valid `records/modify` request.
struct RequestedOperations: Sendable {
  struct Operation: Sendable {
    let content: ModifyRequest.Operation
    /// The record name; the server creates one if a create operation has none.
    let name: RecordName

    var kind: RecordOperation.Kind { content.kind }
    /// The record type; `nil` if not specified, which is valid for an existing record.
    var type: RecordType.Name? { content.record.type }
  }

  let operations: [Operation]

  /// - Parameter names: source of names for create operations without a record name.
  /// - Throws: The reason why CloudKit rejects the request as a whole.
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
  /// Returns why the stored record with this name prevents the operation; `nil` if the operation is possible.
  func problem(with existing: Record?) -> RecordError? {
    kind.problem(changeTag: content.record.changeTag, stored: existing.map { $0.changeTag ?? "" })
  }
}

extension WireRecord {
  /// An unknown type name of a value. `ASSET` counts as unknown, because only schemas use it (reported from live use).
  fileprivate var unknownType: String? {
    fields.lazy.compactMap(\.field?.type).first { FieldType(wireName: $0) == nil }
  }
}
