/// One request of changes and its follow-up requests: halves of a request that is too large, and replanned conflicts.
struct ChangeRequest: Sendable {
  /// The results, and the reason that the store could not answer; `nil` if it did. A finished task keeps its answer for
  /// a moment, so the answer does not hold the store: a program that exits meanwhile would not close the file.
  typealias Answer = (outcome: ChangeOutcome, failure: RecordStoreError?)

  private var outcome = ChangeOutcome()
  private let store: any RecordStore
  private let replan: ChangeRun.Replan?
  private let amend: ChangeRun.Amend?

  init(to store: any RecordStore, replan: ChangeRun.Replan?, amend: ChangeRun.Amend?) {
    self.store = store
    self.replan = replan
    self.amend = amend
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
        let error = RecordError(.limitExceeded, reason)
        var amended: [PlannedChange] = []
        for change in changes { settle(change, error, isRetry: isRetry, amended: &amended) }
        if !amended.isEmpty { try await send(amended, isRetry: true) }
        return
      }
      try await send(Array(changes[..<middle]), isRetry: isRetry)
      return try await send(Array(changes[middle...]), isRetry: isRetry)
    }
    guard results.count == changes.count else {
      throw .malformedReply(reason: "the store answered \(results.count) of \(changes.count) operations")
    }
    var conflicts: [PlannedChange] = []
    var amended: [PlannedChange] = []
    for (change, result) in zip(changes, results) {
      if replan != nil, !isRetry, result.error?.isConflict(of: change.operation.kind) == true {
        conflicts.append(change)
      } else {
        settle(change, result.error, isRetry: isRetry, amended: &amended)
      }
    }
    if !amended.isEmpty { try await send(amended, isRetry: true) }
    if !conflicts.isEmpty { try await sendAgain(conflicts) }
  }

  /// Counts a result, or adds the change to send in its place.
  private mutating func settle(
    _ change: PlannedChange, _ error: RecordError?, isRetry: Bool, amended: inout [PlannedChange]
  ) {
    guard let error, !isRetry, let other = amend?(change, error) else { return outcome.add(change, error) }
    amended.append(other)
    outcome.amended += 1
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
  /// is not a conflict: the record type is unknown.
  fileprivate func isConflict(of kind: RecordOperation.Kind) -> Bool {
    code == .conflict || code == .exists || code == .notFound && !kind.creates
  }
}
