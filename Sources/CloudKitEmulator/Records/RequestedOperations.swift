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

  /// - Parameter names: where names come from that are made up.
  /// - Throws: `Refusal` where CloudKit refuses the request as a whole.
  init(_ request: ModifyRequest, of body: RequestBody, names: inout SeededRandom) throws {
    // What Apple says to 201 operations is not known.
    guard request.operations.count <= RecordLimits.operationsPerRequest else {
      throw Refusal(
        .badRequest,
        "a request has at most \(RecordLimits.operationsPerRequest) operations, not \(request.operations.count)")
    }
    var seen: Set<RecordName> = []
    operations = try request.operations.map { content in
      if let word = content.record.unknownType { throw body.unexpected(word) }
      let kind = content.kind
      if kind.creates, content.record.type == nil { throw Refusal.missing("recordType") }
      if kind.needsChangeTag, content.record.changeTag == nil { throw Refusal.missing("recordChangeTag") }
      guard let name = content.record.name ?? (kind == .create ? RecordName(names.uuid()) : nil) else {
        throw Refusal.missing("recordName")
      }
      guard seen.insert(name).inserted else {
        throw Refusal(.badRequest, "the record '\(name)' is in the request twice")
      }
      return Operation(content: content, name: name)
    }
  }
}

extension RequestedOperations.Operation {
  /// Why what there is of the name, and its change tag, do not let the operation be done; `nil` where they do.
  func problem(with existing: Record?) -> RecordError? {
    if kind == .create { return existing.map { _ in RecordError(.exists, "record to insert already exists") } }
    guard kind.needsChangeTag else { return nil }
    guard let existing else { return RecordError(.notFound, "Record not found") }
    let isCurrent = existing.changeTag == content.record.changeTag
    return isCurrent ? nil : RecordError(.conflict, "client oplock error updating record")
  }
}

extension WireRecord {
  /// A type of a value that nothing knows; `ASSET` is one, which only schemas have (reported from live use).
  fileprivate var unknownType: String? {
    fields.lazy.compactMap(\.field?.type).first { FieldType(wireName: $0) == nil }
  }
}

extension RecordOperation.Kind {
  /// Whether a record that does not exist is made.
  fileprivate var creates: Bool { self == .create || self == .forceUpdate || self == .forceReplace }
}
