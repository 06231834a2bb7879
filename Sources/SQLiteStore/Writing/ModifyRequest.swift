import CloudKitRecords

/// The operations of a request, checked by the rules that need no stored record.
struct ModifyRequest: Sendable {
  let operations: [RecordOperation]
  /// Whom the changes are by.
  let user: RecordName?
  /// When they are made; `nil` for when they are done.
  let time: Timestamp?
  /// Why an operation cannot be done whatever the store holds, by its place.
  let problems: [Int: RecordError]
  /// Whether a reference requires its target to exist.
  let validates: Bool

  /// - Throws: `.badRequest` for a request that CloudKit refuses as a whole.
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
    validates = operations.contains { !$0.kind.isDelete && !$0.record.fields.values.flatMap(\.validatedNames).isEmpty }
  }
}
