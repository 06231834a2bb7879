import CloudKitRecords
import GRDB

import struct CloudKitRecords.RecordError

/// The operations of a request, checked by the rules that do not depend on stored records.
struct CheckedRequest: Sendable {
  let operations: [RecordOperation]
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

  func apply(
    _ layout: ContainerLayout, _ rules: RecordRules, now: () -> Timestamp, in database: Database
  ) throws -> [RecordResult] {
    var failing = problems
    var results: [RecordResult]?
    // Each attempt fails at least one more operation, so there are at most as many attempts as operations.
    while true {
      try database.inTransaction(.immediate) {
        let attempt = try Modification(self, layout: layout, rules: rules, time: time ?? now(), in: database)
          .run(failing: failing)
        failing.merge(attempt.broken) { first, _ in first }
        results = attempt.broken.isEmpty ? attempt.results : nil
        return attempt.broken.isEmpty ? .commit : .rollback
      }
      if let results { return results }
    }
  }
}
