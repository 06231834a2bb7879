import CloudKitRecords

/// The operations of a request, checked for what is refused without looking at any record.
struct ModifyRequest: Sendable {
  let operations: [RecordOperation]
  /// Whom the changes are by.
  let user: RecordName?
  /// When they are made; `nil` for when they are done.
  let time: Timestamp?
  /// Why an operation cannot be done whatever the store holds, by its place.
  let problems: [Int: RecordError]

  /// - Throws: `.badRequest` where CloudKit refuses the request as a whole. Its text for a missing change tag is known
  ///   (reported from live use); those for the other two are not.
  init(
    _ operations: [RecordOperation], by user: RecordName?, at time: Timestamp?, rules: RecordRules
  ) throws(RecordStoreError) {
    guard operations.count <= RecordLimits.operationsPerRequest else {
      throw .badRequest(
        reason: "a request has at most \(RecordLimits.operationsPerRequest) operations, not \(operations.count)")
    }
    var names: Set<RecordName> = []
    var problems: [Int: RecordError] = [:]
    for (index, operation) in operations.enumerated() {
      let record = operation.record
      guard names.insert(record.name).inserted else {
        throw .badRequest(reason: "the record '\(record.name)' is in the request twice")
      }
      if operation.kind.needsChangeTag, record.changeTag == nil {
        throw .badRequest(reason: "BadRequestException: missing required field 'recordChangeTag'")
      }
      if !operation.kind.isDelete { problems[index] = rules.problem(of: record) }
    }
    self.operations = operations
    self.user = user
    self.time = time
    self.problems = problems
  }
}

extension RecordOperation.Kind {
  /// Whether a record that does not exist is made.
  var creates: Bool { self == .create || self == .forceUpdate || self == .forceReplace }
  /// Whether fields that are not given keep their values.
  var merges: Bool { self == .update || self == .forceUpdate }
}
