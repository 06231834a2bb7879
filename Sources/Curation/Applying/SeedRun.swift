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
    /// The same counts by the file that states the records; those the tool adds by itself are of no file.
    package fileprivate(set) var files: [String: FileOutcome] = [:]
    /// Whether the run was stopped before its end.
    package fileprivate(set) var wasStopped = false
  }

  /// What became of the records that one file states.
  package struct FileOutcome: Sendable {
    /// Records made, changed, found to be as wanted, and not written.
    package fileprivate(set) var created = 0, updated = 0, settled = 0, failed = 0
  }

  /// A record that could not be written.
  package struct Failure: Sendable {
    /// The step.
    package let step: SeedStep
    /// Why.
    package let error: RecordError
  }

  private typealias Batch = RequestWindow<SeedStep>.Batch

  private let store: any RecordStore
  private let plan: SeedPlan
  private let window: RequestWindow<SeedStep>

  /// A run of a plan made for the same store.
  package init(store: any RecordStore, plan: SeedPlan) {
    self.store = store
    self.plan = plan
    window = RequestWindow(to: store)
  }

  /// Does what is to be done. A cancelled task stops it after the batches at hand.
  /// - Parameter progress: called after each batch with the number of records done.
  /// - Throws: where the store cannot go on; what was done by then stays done.
  package func apply(progress: (Int) -> Void = { _ in }) async throws(RecordStoreError) -> Outcome {
    var outcome = Outcome()
    var position = 0
    var done = 0
    while position < plan.steps.count, !outcome.wasStopped {
      let kind = plan.steps[position].kind
      let isStopped = try await window.send {
        batch(of: kind, from: &position)
      } settle: { (batch, results) throws(RecordStoreError) in
        try await settle(batch, results, &outcome)
        done += batch.count
        progress(done)
      }
      outcome.wasStopped = isStopped
    }
    return outcome
  }

  /// The changes of the next steps of a kind, as many as a request takes. A kind is finished before the next begins, so that
  /// what is referred to exists.
  private func batch(of kind: SeedKind, from position: inout Int) -> Batch {
    var batch: Batch = []
    while position < plan.steps.count, batch.count < RecordLimits.operationsPerRequest {
      let step = plan.steps[position]
      if step.kind != kind { break }
      if let operation = plan.operation(for: step) { batch.append((step, operation)) }
      position += 1
    }
    return batch
  }

  private func settle(
    _ batch: Batch, _ results: [RecordResult], _ outcome: inout Outcome, isRetry: Bool = false
  ) async throws(RecordStoreError) {
    var moved: [SeedStep] = []
    for ((step, operation), result) in zip(batch, results) {
      switch result.error {
      case nil where operation.kind == .create: count(step, &outcome, \.created, \.created)
      case nil: count(step, &outcome, \.updated, \.updated)
      case .some(let error) where !isRetry && error.saysRecordMoved: moved.append(step)
      case .some(let error):
        outcome.failures.append(Failure(step: step, error: error))
        if let file = plan.place(of: step)?.file { outcome.files[file, default: FileOutcome()].failed += 1 }
      }
    }
    if !moved.isEmpty { try await writeAnew(moved, &outcome) }
  }

  private func count(
    _ step: SeedStep, _ outcome: inout Outcome, _ ofKind: WritableKeyPath<Outcome, [SeedKind: Int]>,
    _ ofFile: WritableKeyPath<FileOutcome, Int>
  ) {
    outcome[keyPath: ofKind][step.kind, default: 0] += 1
    if let file = plan.place(of: step)?.file { outcome.files[file, default: FileOutcome()][keyPath: ofFile] += 1 }
  }

  /// Somebody else wrote these records since the plan was made: they are read again, planned again, and tried once more.
  private func writeAnew(_ steps: [SeedStep], _ outcome: inout Outcome) async throws(RecordStoreError) {
    let existing = try await store.lookup(steps.compactMap(plan.name), desiredFields: nil)
    var batch: Batch = []
    for step in steps.map({ step in plan.replanned(step, on: plan.name(of: step).flatMap { existing[$0] }) }) {
      if let operation = plan.operation(for: step) {
        batch.append((step, operation))
      } else {
        count(step, &outcome, \.settled, \.settled)
      }
    }
    if !batch.isEmpty { try await settle(batch, window.answer(to: batch).get(), &outcome, isRetry: true) }
  }
}

extension RecordError {
  /// Whether the record is not what it was when the change was planned.
  fileprivate var saysRecordMoved: Bool { code == .conflict || code == .exists || code == .notFound }
}
