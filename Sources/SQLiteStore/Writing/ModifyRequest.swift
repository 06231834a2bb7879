import CloudKitRecords

/// The operations of a request, checked by the rules that do not depend on stored records.
struct ModifyRequest: Sendable {
  let operations: [RecordOperation]
  /// The user who makes the changes.
  let user: RecordName?
  /// The time of the changes; `nil` for the current time.
  let time: Timestamp?
  /// The errors that do not depend on stored records, by operation index.
  let problems: [Int: RecordError]
  /// Whether a reference requires its target to exist.
  let validates: Bool

  /// - Throws: `.badRequest` for a request that CloudKit rejects as a whole.
  init(
    _ operations: [RecordOperation], by user: RecordName?, at time: Timestamp?, rules: RecordRules
  ) throws(RecordStoreError) {
    try RequestRules.check(operations)
    self.operations = operations
    self.user = user
    self.time = time
    var problems: [Int: RecordError] = [:]
    for (index, operation) in operations.enumerated() where !operation.kind.isDelete {
      problems[index] = rules.problem(of: operation.record)
    }
    self.problems = problems
    validates = operations.contains { !$0.kind.isDelete && !$0.record.fields.validatedNames.isEmpty }
  }
}
