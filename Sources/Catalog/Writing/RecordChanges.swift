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

  /// Takes changes, and makes them as soon as they fill as many requests as the store likes at once.
  package mutating func add(_ operations: [RecordOperation], replan: Replan) async throws(RecordStoreError) {
    outcome.planned += operations.count
    if isDryRun { return }
    pending += operations
    let full = RecordLimits.operationsPerRequest * max(1, store.requestsAtOnce)
    while pending.count >= full { try await send(full, replan) }
  }

  /// Makes the changes that are left.
  package mutating func finish(replan: Replan) async throws(RecordStoreError) {
    if !pending.isEmpty { try await send(pending.count, replan) }
  }

  private mutating func send(_ count: Int, _ replan: Replan) async throws(RecordStoreError) {
    let conflicts = try await modify(Array(pending.prefix(count))) {
      [.conflict, .exists].contains($0.error?.code)
    }
    pending.removeFirst(count)
    if conflicts.isEmpty { return }
    outcome.conflicts += conflicts.count
    let again = try await replan(conflicts)
    outcome.settled += conflicts.count - again.count
    _ = try await modify(again) { _ in false }
  }

  /// Makes changes in requests under way together; those of a request that succeeded are counted even where another failed.
  /// - Returns: those that are to be tried again.
  private mutating func modify(
    _ operations: [RecordOperation], retry: (RecordResult) -> Bool
  ) async throws(RecordStoreError) -> [RecordOperation] {
    let requests = stride(from: 0, to: operations.count, by: RecordLimits.operationsPerRequest).map { start in
      Array(operations[start..<min(start + RecordLimits.operationsPerRequest, operations.count)])
    }
    let answers = await answers(to: requests)
    var again: [RecordOperation] = []
    var failure: RecordStoreError?
    for (request, answer) in zip(requests, answers) {
      switch answer {
      case .failure(let error): failure = failure ?? error
      case .success(let results):
        for (operation, result) in zip(request, results) {
          if retry(result) { again.append(operation) } else { outcome.count(operation, result) }
        }
      }
    }
    if let failure { throw failure }
    return again
  }

  /// The answers in the order of the requests.
  private func answers(to requests: [[RecordOperation]]) async -> [Result<[RecordResult], RecordStoreError>] {
    let store = store
    return await withTaskGroup(of: (Int, Result<[RecordResult], RecordStoreError>).self) { group in
      var answers = [Result<[RecordResult], RecordStoreError>](
        repeating: .failure(.stopped), count: requests.count)
      var next = 0
      func start(_ group: inout TaskGroup<(Int, Result<[RecordResult], RecordStoreError>)>) {
        let index = next
        next += 1
        group.addTask { (index, await Self.answer(store, requests[index])) }
      }
      while next < min(requests.count, max(1, store.requestsAtOnce)) { start(&group) }
      while let (index, answer) = await group.next() {
        answers[index] = answer
        if next < requests.count { start(&group) }
      }
      return answers
    }
  }

  private static func answer(
    _ store: any RecordStore, _ operations: [RecordOperation]
  ) async -> Result<[RecordResult], RecordStoreError> {
    do throws(RecordStoreError) {
      let results = try await store.modify(operations)
      guard results.count == operations.count else {
        throw RecordStoreError.malformedReply(
          reason: "\(operations.count) changes were asked for, \(results.count) answered")
      }
      return .success(results)
    } catch { return .failure(error) }
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
