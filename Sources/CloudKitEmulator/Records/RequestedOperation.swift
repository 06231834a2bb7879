import CloudKitRecords
import CloudKitSchema
import CloudKitWire

/// An operation of a valid `records/modify` request.
struct RequestedOperation: Sendable {
  let content: ModifyRequest.Operation
  /// The record name; the server creates one if a create operation has none.
  let name: RecordName

  var kind: RecordOperation.Kind { content.kind }
  /// The record type; `nil` if not specified, which is valid for an existing record.
  var type: RecordType.Name? { content.record.type }

  /// - Parameter names: source of names for create operations without a record name.
  /// - Throws: The reason why CloudKit rejects the request as a whole.
  static func operations(
    of request: ModifyRequest, _ body: RequestBody, names: inout SeededRandom
  ) throws(RecordStoreError) -> [RequestedOperation] {
    var rules = try RequestRules(operationCount: request.operations.count)
    return try request.operations.map { content throws(RecordStoreError) in
      if let word = content.record.unknownType { throw body.unexpected(word) }
      let kind = content.kind
      if kind.creates, content.record.type == nil { throw .missing("recordType") }
      let name = content.record.name ?? (kind == .create ? RecordName(names.uuid()) : nil)
      guard let name else { throw .missing("recordName") }
      try rules.check(kind, name, changeTag: content.record.changeTag)
      return RequestedOperation(content: content, name: name)
    }
  }

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
