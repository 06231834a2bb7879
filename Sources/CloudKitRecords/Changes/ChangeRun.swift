/// Applies planned changes to a store: packs them into requests, sends several requests concurrently and counts the
/// results.
///
/// An interrupted run can be planned again and completed.
package struct ChangeRun: Sendable {
  /// Replans changes of records that another writer has changed. Omits changes that are no longer needed.
  package typealias Replan = @Sendable ([PlannedChange]) async throws(RecordStoreError) -> [PlannedChange]
  /// Returns another change in place of one that the store refused, such as a smaller one for a record that is too
  /// large;
  /// `nil` to report the refusal.
  package typealias Amend = @Sendable (PlannedChange, RecordError) -> PlannedChange?
  /// Adds changes to a run; returns when requests have space for the changes.
  package typealias Adding = ([PlannedChange]) async throws(RecordStoreError) -> Void

  /// The maximum number of failures to keep for a run that streams its changes.
  package static let failuresKept = 1000

  package private(set) var outcome = ChangeOutcome()

  private let store: any RecordStore
  private let isDryRun: Bool

  /// Creates a run that changes a store, or only counts changes with `isDryRun`.
  package init(to store: any RecordStore, isDryRun: Bool = false) {
    self.store = store
    self.isDryRun = isDryRun
  }

  /// Applies the changes of a plan in order. Each record type finishes before the next begins, and deletions are sent
  /// separately.
  ///
  /// A cancelled task sends no further requests, and the outcome records that the run was stopped.
  /// - Parameter progress: called after each request with the number of completed changes.
  /// - Throws: if the store cannot continue. The outcome includes all changes written until then.
  package mutating func apply(
    _ changes: some Sequence<PlannedChange>, replan: Replan? = nil, progress: @escaping (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    do throws(RecordStoreError) {
      try await run(isOrdered: true, replan, nil, progress) { (add) throws(RecordStoreError) in
        for change in changes { try await add([change]) }
      }
    } catch .stopped {
      outcome.wasStopped = true
    }
  }

  /// Counts changes that are not needed any more.
  package mutating func settle(_ changes: [PlannedChange]) {
    outcome.planned += changes.count
    for change in changes { outcome.settle(change) }
  }

  /// Applies changes in order, then makes their deletions. If a change fails, nothing is deleted: what replaces a
  /// record may be missing.
  ///
  /// A record that another refers to with VALIDATE is deleted after the other.
  /// - Parameter progress: called after each request with the number of completed changes.
  package mutating func applyDeletingLast(
    _ changes: [PlannedChange], replan: Replan? = nil, progress: @escaping (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    try await apply(changes.lazy.filter { !$0.operation.kind.isDelete }, replan: replan, progress: progress)
    var deletions = changes.filter(\.operation.kind.isDelete)
    guard outcome.failed == 0, !outcome.wasStopped else {
      outcome.keep(deletions)
      return
    }
    while true {
      let before = outcome.deleted
      try await apply(deletions, replan: replan, progress: progress)
      let referred = Set(outcome.failures.filter { $0.error.code == .validatingReference }.map(\.recordName))
      if referred.isEmpty || outcome.deleted == before || outcome.wasStopped { return }
      deletions = deletions.filter { referred.contains($0.recordName) }
      outcome.withdrawFailures(of: deletions)
    }
  }

  /// Applies changes as they are found.
  /// - Parameters:
  ///   - isOrdered: whether each record type finishes before the next begins; otherwise changes are applied in any
  ///     order.
  ///   - replan: replans conflicts; `nil` if conflicts are failures.
  ///   - amend: amends what the store refuses, once; `nil` if such changes are failures.
  ///   - find: adds changes to the run.
  /// - Throws: any error of `find`, `.stopped` in a cancelled task, or an error if the store cannot continue. The
  ///   outcome includes all changes written until then.
  package mutating func apply(
    isOrdered: Bool = false, replan: Replan?, amend: Amend? = nil,
    _ find: (Adding) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    try await run(isOrdered: isOrdered, replan, amend, { _ in }, find)
  }

  private mutating func run(
    isOrdered: Bool, _ replan: Replan?, _ amend: Amend?, _ progress: @escaping (Int) -> Void,
    _ find: (Adding) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    let failuresKept = isOrdered ? Int.max : Self.failuresKept
    let failure = await withTaskGroup(of: ChangeRequest.Answer.self) { group -> RecordStoreError? in
      var pack = ChangePack(isOrdered: isOrdered)
      var underWay = 0
      var failure: RecordStoreError?
      // The records whose creation failed.
      var missing: Set<RecordName> = []

      func settle(atMost limit: Int) async {
        while underWay > limit, let answer = await group.next() {
          underWay -= 1
          if isOrdered { missing.formUnion(answer.outcome.failures.filter(\.leavesNone).map(\.recordName)) }
          outcome.add(answer.outcome, keepingFailures: failuresKept)
          failure = failure ?? answer.failure
          progress(outcome.done)
        }
      }

      func send() async throws(RecordStoreError) {
        if pack.changes.isEmpty { return }
        await settle(atMost: max(1, store.requestsAtOnce) - 1)
        if let failure { throw failure }
        if Task.isCancelled { throw .stopped }
        let request = ChangeRequest(to: store, replan: replan, amend: amend)
        let changes = pack.take()
        group.addTask { await request.sent(changes) }
        underWay += 1
      }

      do throws(RecordStoreError) {
        try await find { (changes) throws(RecordStoreError) in
          outcome.planned += changes.count
          if isDryRun { return }
          for change in changes {
            let size = change.operation.requestSize
            if !pack.hasRoom(for: change, size: size) { try await send() }
            if pack.mustWait(for: change) { await settle(atMost: 0) }
            if !missing.isEmpty, let target = change.operation.record.targets.first(where: missing.contains) {
              outcome.add(change, RecordError(.notFound, "it refers to '\(target)', which was not created"))
              missing.insert(change.recordName)
              continue
            }
            pack.add(change, size: size)
          }
        }
        try await send()
      } catch {
        failure = failure ?? error
      }
      await settle(atMost: 0)
      return failure
    }
    if let failure { throw failure }
  }
}

private struct ChangePack {
  private(set) var changes: [PlannedChange] = []

  private let isOrdered: Bool
  private var size = 0
  private var fileSize: Int64 = 0
  /// The last added change, in this request or the previous one.
  private var last: PlannedChange?

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  func hasRoom(for change: PlannedChange, size: Int) -> Bool {
    changes.isEmpty
      || !mustWait(for: change) && changes.count < RecordLimits.operationsPerRequest
        && self.size + size <= RecordLimits.bytesPerRequest
        && fileSize + change.operation.fileSize <= RecordLimits.fileBytesPerRequest
  }

  /// Whether the preceding changes must finish before a change.
  func mustWait(for change: PlannedChange) -> Bool {
    guard isOrdered, let last else { return false }
    return last.recordType != change.recordType || last.operation.kind.isDelete != change.operation.kind.isDelete
  }

  mutating func add(_ change: PlannedChange, size: Int) {
    changes.append(change)
    self.size += size
    fileSize += change.operation.fileSize
    last = change
  }

  /// Returns the changes for a request and empties the pack.
  mutating func take() -> [PlannedChange] {
    (size, fileSize) = (0, 0)
    defer { changes = [] }
    return changes
  }
}
