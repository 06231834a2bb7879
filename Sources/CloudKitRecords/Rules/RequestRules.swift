/// The rules of a request that changes records, independent of the schema. A request that breaks one is refused as a
/// whole.
package struct RequestRules {
  private var names: Set<RecordName> = []

  /// - Throws: `.badRequest` for more operations than a request allows.
  package init(operationCount: Int) throws(RecordStoreError) {
    try RecordLimits.check(operationCount, "operations")
  }

  /// Checks the next operation of the request.
  /// - Throws: `.badRequest` for a missing change tag or a record that the request already names.
  package mutating func check(
    _ kind: RecordOperation.Kind, _ name: RecordName, changeTag: String?
  ) throws(RecordStoreError) {
    if kind.needsChangeTag, changeTag == nil { throw .missing("recordChangeTag") }
    guard names.insert(name).inserted else {
      throw .badRequest(reason: "the record '\(name)' is in the request twice")
    }
  }

  package static func check(_ operations: [RecordOperation]) throws(RecordStoreError) {
    var rules = try RequestRules(operationCount: operations.count)
    for operation in operations {
      try rules.check(operation.kind, operation.record.name, changeTag: operation.record.changeTag)
    }
  }
}

extension RecordStoreError {
  /// Returns an error for a missing required member of a request. The text is CloudKit's (reported from live use).
  package static func missing(_ member: String) -> RecordStoreError {
    .badRequest(reason: "BadRequestException: missing required field '\(member)'")
  }

  /// The error for a request member with the wrong type or an unknown value. The text is CloudKit's (reported from live
  /// use).
  package static let unexpected = RecordStoreError.badRequest(reason: "BadRequestException: Unexpected input")
}
