package import CloudKitRecords
package import JSON

/// `records/modify`, as a server reads it.
package struct ModifyRequest: Sendable {
  /// One change.
  package struct Operation: Sendable {
    /// What kind.
    package let kind: RecordOperation.Kind
    /// The record's dictionary.
    package let record: WireRecord
  }

  /// The changes, in order.
  package let operations: [Operation]
  /// Whether all are to be done or none; `nil` where it was not said. The default zone knows no atomic requests.
  package let atomic: Bool?
  /// The zone; the default one where it is not said.
  package let zone: WireZone?
  /// The fields to answer; `nil` for all.
  package let desiredKeys: [String]?
  /// Whether numbers are wanted as strings.
  package let numbersAsStrings: Bool

  /// The request from a body.
  /// - Throws: where something the documentation requires is not there, or is something else.
  package init(_ body: JSONObject) throws(RequestError) {
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

extension ModifyRequest.Operation {
  /// The operation with its values; fields that are `null` are to be cleared.
  /// - Parameter name: the record's name, for one that left it to the server.
  /// - Throws: where a value is not taken; that fails this record and no other.
  package func operation(
    named name: RecordName, _ types: FieldTypes, _ tolerance: WireField.Tolerance
  ) throws(InvalidValue) -> RecordOperation {
    let type = record.type ?? ""
    let declared = types[type]
    var values: RecordFields = [:]
    var cleared: Set<String> = []
    for named in record.fields {
      guard let field = named.field else { throw InvalidValue(reason: RequestError.unexpected.reason) }
      if let value = try field.fieldValue(declared: declared[named.name], tolerance) {
        values[named.name] = value
      } else {
        cleared.insert(named.name)
      }
    }
    return RecordOperation(
      kind, Record(type: type, name: name, changeTag: record.changeTag, fields: values), clearing: cleared)
  }
}

/// Writes `records/modify` requests of at most so many operations and bytes.
package struct ModifyRequestWriter: Sendable {
  /// The operation's path.
  package static let operation = "records/modify"
  private let types: FieldTypes

  /// A writer of records of a schema's types.
  package init(_ types: FieldTypes) { self.types = types }

  /// The body of a request. It asks for no fields back, and never for an atomic change: the default zone, which is all
  /// the public database has, refuses one (reported from live use).
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

  /// One operation's dictionary. Fields are in the order of their names, so that equal requests are equal bytes.
  package func operation(_ operation: RecordOperation) -> [UInt8] {
    let record = operation.record
    return JSONWriter.document { writer in
      writer.object { writer in
        writer.member("operationType", operation.kind.rawValue)
        writer.name("record")
        writer.object { writer in
          writer.member("recordName", record.name.rawValue)
          // A deletion names its record only; one without a type is a record of a type nobody knows.
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
