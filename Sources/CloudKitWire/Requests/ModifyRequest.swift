package import CloudKitRecords
package import JSON

/// A `records/modify` request, as a server reads it.
package struct ModifyRequest: Sendable {
  package struct Operation: Sendable {
    package let kind: RecordOperation.Kind
    package let record: WireRecord
  }

  /// The changes, in order.
  package let operations: [Operation]
  /// Whether to apply all changes or none; `nil` if not specified. The default zone does not support atomic requests.
  package let atomic: Bool?
  /// `nil` for the default zone.
  package let zone: WireZone?
  /// `nil` for all fields.
  package let desiredKeys: [String]?
  package let numbersAsStrings: Bool

  /// - Throws: `.badRequest` for a required member that is missing or has the wrong type.
  package init(_ body: JSONObject) throws(RecordStoreError) {
    guard let objects = try body.objects("operations") else { throw .missing("operations") }
    var operations: [Operation] = []
    operations.reserveCapacity(objects.count)
    for object in objects {
      guard let name = object["operationType"]?.string else { throw .missing("operationType") }
      guard let kind = RecordOperation.Kind(rawValue: name) else { throw .unexpected }
      guard let record = object["record"]?.object else { throw .missing("record") }
      operations.append(Operation(kind: kind, record: try WireRecord(request: record)))
    }
    self.operations = operations
    atomic = try body.flag("atomic")
    zone = try body.zone()
    desiredKeys = try body.strings("desiredKeys")
    numbersAsStrings = try body.flag("numbersAsStrings") ?? false
  }
}

/// A writer of `records/modify` requests.
package struct ModifyRequestWriter: Sendable {
  package static let operation = "records/modify"
  private let types: FieldTypes

  package init(_ types: FieldTypes) { self.types = types }

  /// Returns the body of a request. It requests no fields in the answer and never an atomic change. The default zone,
  /// the only zone of a public database, rejects atomic requests (reported from live use).
  package func body(of operations: some Collection<[UInt8]>) -> [UInt8] {
    var body = [UInt8]("{\"operations\":[".utf8)
    body.reserveCapacity(operations.reduce(64) { $0 + $1.count + 1 })
    for (index, operation) in operations.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body.append(contentsOf: operation)
    }
    body.append(contentsOf: "],\"atomic\":false,\"desiredKeys\":[]}".utf8)
    return body
  }

  /// Returns one operation's dictionary. Fields are sorted by name, so that equal requests have equal bytes.
  package func operation(_ operation: RecordOperation) -> [UInt8] {
    let record = operation.record
    return JSONWriter.document { writer in
      writer.object { writer in
        writer.member("operationType", operation.kind.rawValue)
        writer.name("record")
        writer.object { writer in
          writer.member("recordName", record.name.rawValue)
          // A deletion requires only the record name; the record type is empty if unknown.
          if !record.type.isEmpty { writer.member("recordType", record.type) }
          if operation.kind.needsChangeTag { writer.member("recordChangeTag", record.changeTag) }
          if !operation.kind.isDelete { write(record, clearing: operation.cleared, to: &writer) }
        }
      }
    }
  }

  private func write(_ record: Record, clearing cleared: Set<String>, to writer: inout JSONWriter) {
    let declared = types[record.type]
    writer.name("fields")
    writer.object { writer in
      for name in record.fields.keys.sorted() {
        guard let value = record.fields[name] else { continue }
        writer.name(name)
        writer.field(value, declared: declared[name])
      }
      for name in cleared.sorted() where record.fields[name] == nil {
        writer.name(name)
        writer.object { writer in
          writer.name("value")
          writer.null()
        }
      }
    }
  }
}
