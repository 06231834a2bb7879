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

  /// Does what is to be done. A cancelled task stops it after the batches at hand.
  /// - Parameter progress: called after each batch with the number of records done.
  /// - Throws: where the store cannot go on; what was done by then stays done.
  package func apply(progress: (Int) -> Void = { _ in }) async throws(RecordStoreError) -> Outcome {
    var outcome = Outcome()
    var position = 0
    var done = 0
    while position < plan.steps.count, !outcome.wasStopped {
      let kind = plan.steps[position].kind
      let failure = await withTaskGroup(of: Answer.self) { group -> RecordStoreError? in
        var failure: RecordStoreError?
        func send() {
          if Task.isCancelled { outcome.wasStopped = true }
          guard failure == nil, !outcome.wasStopped else { return }
          let batch = batch(of: kind, from: &position)
          if !batch.isEmpty { group.addTask { Answer(to: batch, results: await answer(to: batch)) } }
        }
        for _ in 0..<max(1, store.requestsAtOnce) { send() }
        while let answer = await group.next() {
          send()
          do throws(RecordStoreError) {
            try await settle(answer.to, answer.results.get(), &outcome)
            done += answer.to.count
            progress(done)
          } catch {
            failure = failure ?? error
          }
        }
        return failure
      }
      if case .stopped = failure { outcome.wasStopped = true } else if let failure { throw failure }
    }
    return outcome
  }

  private typealias Item = (step: SeedStep, operation: RecordOperation)

  private struct Answer: Sendable {
    let to: [Item]
    let results: Result<[RecordResult], RecordStoreError>
  }

  /// The changes of the next steps of a kind, as many as a request takes. A kind is finished before the next begins, so that
  /// what is referred to exists.
  private func batch(of kind: SeedKind, from position: inout Int) -> [Item] {
    var batch: [Item] = []
    while position < plan.steps.count, batch.count < RecordLimits.operationsPerRequest {
      let step = plan.steps[position]
      if step.kind != kind { break }
      if let operation = plan.operation(for: step) { batch.append((step, operation)) }
      position += 1
    }
    return batch
  }

  private func answer(to batch: [Item]) async -> Result<[RecordResult], RecordStoreError> {
    do throws(RecordStoreError) {
      return .success(try await store.modify(batch.map(\.operation)))
    } catch {
      return .failure(error)
    }
  }

  private func settle(
    _ batch: [Item], _ results: [RecordResult], _ outcome: inout Outcome, isRetry: Bool = false
  ) async throws(RecordStoreError) {
    guard results.count == batch.count else {
      throw .malformedReply(reason: "\(batch.count) changes were asked for, \(results.count) answered")
    }
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
    var batch: [Item] = []
    for step in steps.map({ step in plan.replanned(step, on: plan.name(of: step).flatMap { existing[$0] }) }) {
      if let operation = plan.operation(for: step) {
        batch.append((step, operation))
      } else {
        outcome.settled[step.kind, default: 0] += 1
      }
    }
    if !batch.isEmpty { try await settle(batch, answer(to: batch).get(), &outcome, isRetry: true) }
  }
}

extension RecordError {
  /// Whether the record is not what it was when the change was planned.
  fileprivate var saysRecordMoved: Bool { code == .conflict || code == .exists || code == .notFound }
}
