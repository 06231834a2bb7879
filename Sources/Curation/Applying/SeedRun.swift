package import CloudKitRecords

/// Applies a plan, batch by batch. Stopped half way by anything and run again, it finishes.
package struct SeedRun: Sendable {
  /// What became of a plan.
  package struct Outcome: Sendable {
    /// Records made, by kind.
    package fileprivate(set) var created: [SeedKind: Int] = [:]
    /// Records changed, by kind.
    package fileprivate(set) var updated: [SeedKind: Int] = [:]
    /// Records that turned out to be as wanted, after another writer had been there.
    package fileprivate(set) var settled: [SeedKind: Int] = [:]
    /// Records that could not be written.
    package fileprivate(set) var failures: [Failure] = []
    /// Whether the run was stopped before its end.
    package fileprivate(set) var wasStopped = false
  }

  /// A record that could not be written.
  package struct Failure: Sendable {
    /// The step.
    package let step: SeedStep
    /// Why.
    package let error: RecordError
  }

  private let store: any RecordStore
  private let plan: SeedPlan

  /// A run of a plan made for the same store.
  package init(store: any RecordStore, plan: SeedPlan) {
    self.store = store
    self.plan = plan
  }

  /// Does what is to be done. A cancelled task stops it after the batch at hand.
  /// - Parameter progress: called after each batch with the number of records done.
  /// - Throws: where the store cannot go on; what was done by then stays done.
  package func apply(progress: (Int) -> Void = { _ in }) async throws(RecordStoreError) -> Outcome {
    var outcome = Outcome()
    var batch: [(step: SeedStep, operation: RecordOperation)] = []
    var done = 0
    var kind: SeedKind?
    for step in plan.steps {
      guard let operation = plan.operation(for: step) else { continue }
      // A kind is finished before the next begins, so that what is referred to exists.
      if batch.count == RecordLimits.operationsPerRequest || !batch.isEmpty && step.kind != kind {
        done += batch.count
        try await write(batch, &outcome)
        batch.removeAll(keepingCapacity: true)
        progress(done)
        if Task.isCancelled {
          outcome.wasStopped = true
          return outcome
        }
      }
      kind = step.kind
      batch.append((step, operation))
    }
    if !batch.isEmpty { try await write(batch, &outcome) }
    return outcome
  }

  private func write(
    _ batch: [(step: SeedStep, operation: RecordOperation)], _ outcome: inout Outcome, isRetry: Bool = false
  ) async throws(RecordStoreError) {
    let results = try await store.modify(batch.map(\.operation))
    var moved: [SeedStep] = []
    for (item, result) in zip(batch, results) {
      switch result.error {
      case nil:
        if item.operation.kind == .create {
          outcome.created[item.step.kind, default: 0] += 1
        } else {
          outcome.updated[item.step.kind, default: 0] += 1
        }
      case .some(let error) where !isRetry && error.saysRecordMoved: moved.append(item.step)
      case .some(let error): outcome.failures.append(Failure(step: item.step, error: error))
      }
    }
    if !moved.isEmpty { try await writeAnew(moved, &outcome) }
  }

  /// Somebody else wrote these records since the plan was made: they are read again, planned again, and tried once more.
  private func writeAnew(_ steps: [SeedStep], _ outcome: inout Outcome) async throws(RecordStoreError) {
    let existing = try await store.lookup(steps.compactMap(plan.name), desiredFields: nil)
    var batch: [(step: SeedStep, operation: RecordOperation)] = []
    for step in steps.map({ step in plan.replanned(step, on: plan.name(of: step).flatMap { existing[$0] }) }) {
      if let operation = plan.operation(for: step) {
        batch.append((step, operation))
      } else {
        outcome.settled[step.kind, default: 0] += 1
      }
    }
    if !batch.isEmpty { try await write(batch, &outcome, isRetry: true) }
  }
}

extension RecordError {
  /// Whether the record is not what it was when the change was planned.
  fileprivate var saysRecordMoved: Bool { code == .conflict || code == .exists || code == .notFound }
}
