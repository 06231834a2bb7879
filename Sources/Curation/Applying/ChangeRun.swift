package import CloudKitRecords
package import CloudKitSchema

/// Makes planned changes, of records that are still what they were when the plan was made. Run again, it finishes.
package struct ChangeRun: Sendable {
  /// How a container stands to a plan.
  package struct Check: Sendable {
    /// Changes still to be made.
    package fileprivate(set) var pending: [PlannedChange] = []
    /// Changes whose records are already as the plan wants them.
    package fileprivate(set) var done = 0
    /// Changes of records that are neither what they were nor what they should become.
    package fileprivate(set) var moved: [(change: PlannedChange, reason: String)] = []
  }

  /// What became of changes.
  package struct Outcome: Sendable {
    /// Changes made, by record type and action.
    package fileprivate(set) var made: [RecordType.Name: [RecordOperation.Kind: Int]] = [:]
    /// Changes not made.
    package fileprivate(set) var failures: [(change: PlannedChange, error: RecordError)] = []
    /// Whether the run was stopped before its end.
    package fileprivate(set) var wasStopped = false

    /// Changes made of an action.
    package func count(_ kind: RecordOperation.Kind) -> Int { made.values.reduce(0) { $0 + ($1[kind] ?? 0) } }
  }

  private let store: any RecordStore

  /// A run against a store.
  package init(store: any RecordStore) { self.store = store }

  /// Holds changes against the records as they are. Nothing is written.
  package func check(
    _ changes: [PlannedChange], progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> Check {
    var check = Check()
    for start in stride(from: 0, to: changes.count, by: RecordLimits.recordsPerPage) {
      if Task.isCancelled { throw .stopped }
      let some = changes[start..<min(start + RecordLimits.recordsPerPage, changes.count)]
      let existing = try await store.lookup(some.map(\.operation.record.name), desiredFields: nil)
      for change in some {
        let record = existing[change.operation.record.name]
        if change.isDone(by: record) {
          check.done += 1
        } else if let reason = change.problem(with: record) {
          check.moved.append((change, reason))
        } else {
          check.pending.append(change)
        }
      }
      progress(start + some.count)
    }
    return check
  }

  /// Makes changes in their order: one record type and action is finished before the next begins.
  /// - Parameter progress: called after each batch with the number of records done.
  /// - Throws: where the store cannot go on; what was done by then stays done.
  package func apply(
    _ changes: [PlannedChange], progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> Outcome {
    var outcome = Outcome()
    var position = 0
    var done = 0
    let window = RequestWindow<PlannedChange>(to: store)
    while position < changes.count, !outcome.wasStopped {
      let first = changes[position].operation
      let isStopped = try await window.send {
        var batch: RequestWindow<PlannedChange>.Batch = []
        while position < changes.count, batch.count < RecordLimits.operationsPerRequest {
          let operation = changes[position].operation
          if operation.kind != first.kind || operation.record.type != first.record.type { break }
          batch.append((changes[position], operation))
          position += 1
        }
        return batch
      } settle: { (batch, results) throws(RecordStoreError) in
        for ((change, operation), result) in zip(batch, results) {
          // A record that another run has deleted meanwhile is as it was to be.
          if let error = result.error, !(operation.kind.isDelete && error.code == .notFound) {
            outcome.failures.append((change, error))
          } else {
            outcome.made[operation.record.type, default: [:]][operation.kind, default: 0] += 1
          }
        }
        done += batch.count
        progress(done)
      }
      outcome.wasStopped = isStopped
    }
    return outcome
  }
}

extension PlannedChange {
  /// Why a change cannot be made any more of a record that is not as it wants it; `nil` where it can.
  fileprivate func problem(with existing: Record?) -> String? {
    switch operation.kind {
    case .create: existing == nil ? nil : "another was made of this name since the plan was"
    case .update where existing == nil: "it was deleted since the plan was made"
    default:
      existing?.changeTag == operation.record.changeTag && existing?.type == operation.record.type
        ? nil : "it was changed since the plan was made"
    }
  }
}
