import CloudKitRecords

/// Changes on their way to a store in requests, several of them under way at once.
struct RequestWindow<Item: Sendable>: Sendable {
  /// The changes of one request, each with what it is for.
  typealias Batch = [(item: Item, operation: RecordOperation)]

  private struct Answer: Sendable {
    let to: Batch
    let results: Result<[RecordResult], RecordStoreError>
  }

  private let store: any RecordStore

  /// Requests to a store.
  init(to store: any RecordStore) { self.store = store }

  /// Sends batches until there are no more, and hands over each answer. A cancelled task sends no further ones.
  /// - Parameter next: the next batch; empty when there is none.
  /// - Returns: whether the run was stopped before its end.
  /// - Throws: where the store cannot go on; the answers to requests under way were handed over by then.
  func send(
    _ next: () -> Batch, settle: (Batch, [RecordResult]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) -> Bool {
    var isStopped = false
    let failure = await withTaskGroup(of: Answer.self) { group -> RecordStoreError? in
      var failure: RecordStoreError?
      func sendOne() {
        if Task.isCancelled { isStopped = true }
        guard failure == nil, !isStopped else { return }
        let batch = next()
        if !batch.isEmpty { group.addTask { Answer(to: batch, results: await answer(to: batch)) } }
      }
      for _ in 0..<max(1, store.requestsAtOnce) { sendOne() }
      while let answer = await group.next() {
        sendOne()
        do throws(RecordStoreError) {
          try await settle(answer.to, answer.results.get())
        } catch {
          failure = failure ?? error
        }
      }
      return failure
    }
    if case .stopped = failure { return true }
    if let failure { throw failure }
    return isStopped
  }

  /// What a store answers to one request.
  func answer(to batch: Batch) async -> Result<[RecordResult], RecordStoreError> {
    do throws(RecordStoreError) {
      let results = try await store.modify(batch.map(\.operation))
      guard results.count == batch.count else {
        throw .malformedReply(reason: "\(batch.count) changes were asked for, \(results.count) answered")
      }
      return .success(results)
    } catch {
      return .failure(error)
    }
  }
}
