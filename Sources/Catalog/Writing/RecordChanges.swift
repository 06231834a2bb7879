package import CloudKitRecords

/// Changes on their way into a store, in requests of the most it takes; what became of them is counted.
package struct RecordChanges: Sendable {
  /// Plans changes again whose records somebody else changed since they were read; none where none is needed any more.
  package typealias Replan = ([RecordOperation]) async throws(RecordStoreError) -> [RecordOperation]

  private let store: any RecordStore
  private let isDryRun: Bool
  private var pending: [RecordOperation] = []

  /// What became of the changes so far.
  package private(set) var outcome = ChangeOutcome()

  /// Changes to a store; with `isDryRun` they are counted and not made.
  package init(to store: any RecordStore, isDryRun: Bool) {
    self.store = store
    self.isDryRun = isDryRun
  }

  /// Takes changes, and makes them as soon as they fill a request.
  package mutating func add(_ operations: [RecordOperation], replan: Replan) async throws(RecordStoreError) {
    outcome.planned += operations.count
    if isDryRun { return }
    pending += operations
    while pending.count >= RecordLimits.operationsPerRequest { try await send(replan) }
  }

  /// Makes the changes that are left.
  package mutating func finish(replan: Replan) async throws(RecordStoreError) {
    while !pending.isEmpty { try await send(replan) }
  }

  private mutating func send(_ replan: Replan) async throws(RecordStoreError) {
    let batch = Array(pending.prefix(RecordLimits.operationsPerRequest))
    let conflicts = try await modify(batch) { [.conflict, .exists].contains($0.error?.code) }
    pending.removeFirst(batch.count)
    if conflicts.isEmpty { return }
    outcome.conflicts += conflicts.count
    let again = try await replan(conflicts)
    outcome.settled += conflicts.count - again.count
    for start in stride(from: 0, to: again.count, by: RecordLimits.operationsPerRequest) {
      let some = again[start..<min(start + RecordLimits.operationsPerRequest, again.count)]
      _ = try await modify(Array(some)) { _ in false }
    }
  }

  /// Those that are to be tried again; the others are counted.
  private mutating func modify(
    _ operations: [RecordOperation], retry: (RecordResult) -> Bool
  ) async throws(RecordStoreError) -> [RecordOperation] {
    let results = try await store.modify(operations)
    guard results.count == operations.count else {
      throw .malformedReply(reason: "\(operations.count) changes were asked for, \(results.count) answered")
    }
    var again: [RecordOperation] = []
    for (operation, result) in zip(operations, results) {
      if retry(result) { again.append(operation) } else { outcome.count(operation, result) }
    }
    return again
  }
}

/// What became of changes.
package struct ChangeOutcome: Hashable, Sendable {
  /// A change that was not made.
  package struct Failure: Hashable, Sendable {
    /// The record.
    package let recordName: RecordName
    /// Why.
    package let error: RecordError
  }

  /// Failures that are kept with their reasons; a run in which everything fails has the same few reasons.
  package static let failuresKept = 1000

  /// Changes found necessary.
  package fileprivate(set) var planned = 0
  /// Changes made.
  package fileprivate(set) var written = 0
  /// Records somebody else changed meanwhile, which were read again.
  package fileprivate(set) var conflicts = 0
  /// Those of them that needed no change any more.
  package fileprivate(set) var settled = 0
  /// Changes not made.
  package fileprivate(set) var failed = 0
  /// The first of them, with their reasons.
  package fileprivate(set) var failures: [Failure] = []

  /// Nothing yet.
  package init() {}

  fileprivate mutating func count(_ operation: RecordOperation, _ result: RecordResult) {
    guard let error = result.error else {
      written += 1
      return
    }
    failed += 1
    if failures.count < Self.failuresKept {
      failures.append(Failure(recordName: operation.record.name, error: error))
    }
  }
}
