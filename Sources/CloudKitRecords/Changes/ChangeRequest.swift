/// One request of changes and its follow-up requests: halves of a request that is too large, and replanned conflicts.
struct ChangeRequest: Sendable {
  /// The results, and the reason that the store could not answer; `nil` if it did. A finished task keeps its answer for a
  /// moment, so the answer does not hold the store: a program that exits meanwhile would not close the file.
  typealias Answer = (outcome: ChangeOutcome, failure: RecordStoreError?)

  private var outcome = ChangeOutcome()
  private let store: any RecordStore
  private let replan: ChangeRun.Replan?
  private let shorten: ChangeRun.Shorten?

  init(to store: any RecordStore, replan: ChangeRun.Replan?, shorten: ChangeRun.Shorten?) {
    self.store = store
    self.replan = replan
    self.shorten = shorten
  }

  func sent(_ changes: [PlannedChange]) async -> Answer {
    var request = self
    do throws(RecordStoreError) {
      try await request.send(changes, isRetry: false)
      return (request.outcome, nil)
    } catch {
      return (request.outcome, error)
    }
  }

  private mutating func send(_ changes: [PlannedChange], isRetry: Bool) async throws(RecordStoreError) {
    let results: [RecordResult]
    do throws(RecordStoreError) {
      results = try await store.modify(changes.map(\.operation))
    } catch .limitExceeded(let reason) {
      let middle = changes.count / 2
      guard middle > 0 else {
        if let shorten, !isRetry { return try await send(changes.map(shorten), isRetry: true) }
        for change in changes { outcome.add(change, RecordError(.limitExceeded, reason)) }
        return
      }
      try await send(Array(changes[..<middle]), isRetry: isRetry)
      return try await send(Array(changes[middle...]), isRetry: isRetry)
    }
    guard results.count == changes.count else {
      throw .malformedReply(reason: "the store answered \(results.count) of \(changes.count) operations")
    }
    var conflicts: [PlannedChange] = []
    var tooLarge: [PlannedChange] = []
    for (change, result) in zip(changes, results) {
      if let shorten, !isRetry, result.error?.code == .limitExceeded {
        tooLarge.append(shorten(change))
      } else if replan != nil, !isRetry, result.error?.isConflict(of: change.operation.kind) == true {
        conflicts.append(change)
      } else {
        outcome.add(change, result.error)
      }
    }
    if !tooLarge.isEmpty { try await send(tooLarge, isRetry: true) }
    if !conflicts.isEmpty { try await sendAgain(conflicts) }
  }

  private mutating func sendAgain(_ conflicts: [PlannedChange]) async throws(RecordStoreError) {
    guard let replan else { return }
    let changes = try await replan(conflicts)
    outcome.conflicts += conflicts.count
    let names = Set(changes.map(\.recordName))
    for change in conflicts where !names.contains(change.recordName) { outcome.settle(change) }
    if !changes.isEmpty { try await send(changes, isRetry: true) }
  }
}

extension RecordError {
  /// Whether the record has changed since the change was planned. If the operation creates records, a missing record
  /// is no conflict: the record type is unknown.
  fileprivate func isConflict(of kind: RecordOperation.Kind) -> Bool {
    code == .conflict || code == .exists || code == .notFound && !kind.creates
  }
}
