import CloudKitRecords
import CloudKitWire
import JSON

/// A writer of one request's operations, which retries until each operation has a result.
struct RecordWriter: Sendable {
  let sender: RequestSender
  let types: FieldTypes

  /// The code that CloudKit JS uses for a request that never reached the server.
  private static let notReached = RecordError.Code(rawValue: "SERVICE_UNAVAILABLE")

  /// Writes operations and returns their results in the same order.
  /// - Throws: `.limitExceeded` if the request is too large; the caller splits it.
  func write(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    let bodies = ModifyRequestWriter(types)
    let encoded = operations.map { Encoded(operation: $0, bytes: bodies.operation($0)) }
    let size = encoded.reduce(0) { $0 + $1.bytes.count + 1 }
    if size > RecordLimits.bytesPerRequest, encoded.count > 1 {
      throw .limitExceeded(reason: "a request has at most \(RecordLimits.bytesPerRequest) bytes, not \(size)")
    }
    return try await send(encoded, bodies)
  }

  /// Error codes of an operation that may already be applied.
  private static let conflicts: Set<RecordError.Code?> = [.exists, .conflict, .notFound]

  private struct Encoded: Sendable {
    let operation: RecordOperation
    let bytes: [UInt8]
  }

  /// - Throws: the error if no operation is known to be applied.
  private func send(_ part: [Encoded], _ bodies: ModifyRequestWriter) async throws(RecordStoreError) -> [RecordResult] {
    var results = [RecordResult?](repeating: nil, count: part.count)
    func done() -> Int { results.count { if let result = $0 { result.error == nil } else { false } } }
    defer { sender.pace.count(records: done()) }
    do throws(RecordStoreError) {
      try await send(part, bodies, &results)
    } catch {
      if done() == 0 { throw error }
      let failure = RecordError(Self.notReached, error.description)
      for (index, result) in results.enumerated() where result == nil {
        results[index] = .failed(part[index].operation.record.name, failure)
      }
    }
    return results.compactMap { $0 }
  }

  private func send(
    _ part: [Encoded], _ bodies: ModifyRequestWriter, _ results: inout [RecordResult?]
  ) async throws(RecordStoreError) {
    var pending = Array(part.indices)
    var tries = 0
    var mayHaveBeenDone = false
    while true {
      if mayHaveBeenDone {
        let doubtful = pending.filter { !part[$0].operation.kind.isForced }
        for index in doubtful { results[index] = nil }
        try await settle(doubtful, of: part, into: &results)
        pending.removeAll { results[$0] != nil && !part[$0].operation.kind.isForced }
      }
      if pending.isEmpty { break }
      tries += 1
      let body = bodies.body(of: pending.map { part[$0].bytes })
      let attempt = await sender.attempt(ModifyRequestWriter.operation, body, isRetry: tries > 1, isWrite: true)
      switch attempt.flatMap({ Self.items($0, for: pending.map { part[$0].operation }) }) {
      case .success(let items):
        var again: [Int] = []
        var wait: Duration?
        var isThrottled = false
        for (index, item) in zip(pending, items) {
          if case .failed(_, let error) = item, error.isTransient {
            again.append(index)
            wait = Duration(retryAfter: error.retryAfter).map { max($0, wait ?? .zero) } ?? wait
            isThrottled = isThrottled || error.code == .throttled
          }
          results[index] = Self.result(of: item, for: part[index].operation)
        }
        // If an earlier try was applied late, a later try reports a conflict.
        if mayHaveBeenDone {
          let conflicts = pending.filter { Self.conflicts.contains(results[$0]?.error?.code) }
          try await settle(conflicts, of: part, into: &results)
        }
        pending = again
        if pending.isEmpty { break }
        let failure = isThrottled ? RequestFailure.throttled(retryAfter: wait) : .unavailable("", retryAfter: wait)
        // After the last try, the records keep the errors that CloudKit reported.
        do throws(RecordStoreError) { try await sender.wait(afterRecords: failure, tries: tries) } catch {
          pending = []
        }
      case .failure(let failure):
        mayHaveBeenDone = mayHaveBeenDone || failure.mayHaveBeenDone
        try await sender.wait(after: failure, tries: tries)
      }
    }
  }

  /// Looks up operations that an unanswered request may have applied, and stores the results of the applied ones.
  private func settle(
    _ indexes: [Int], of part: [Encoded], into results: inout [RecordResult?]
  ) async throws(RecordStoreError) {
    if indexes.isEmpty { return }
    let names = indexes.map { part[$0].operation.record.name }
    let found = try await RecordLookup(sender: sender, types: types).page(names, desiredFields: nil)
    for (index, name) in zip(indexes, names) {
      if let result = part[index].operation.resultIfApplied(found[name]) { results[index] = result }
    }
  }

  private static func items(
    _ answer: JSONObject, for operations: [RecordOperation]
  ) -> Result<[RecordsAnswer.Item], RequestFailure> {
    do throws(RecordStoreError) {
      let items = try RecordsAnswer(answer).items
      guard items.count == operations.count else {
        return .failure(.malformed("\(operations.count) changes were asked for, \(items.count) answered"))
      }
      for (item, operation) in zip(items, operations) where item.name.map({ $0 != operation.record.name }) == true {
        return .failure(.malformed("the answer to a change is about another record"))
      }
      for (item, operation) in zip(items, operations) where !operation.kind.isDelete {
        if case .record(let record) = item, record.changeTag == nil {
          return .failure(.malformed("the answer to a change does not say that the record was saved"))
        }
      }
      return .success(items)
    } catch {
      return .failure(.malformed("CloudKit's answer to a change is invalid: \(error)"))
    }
  }

  private static func result(of item: RecordsAnswer.Item, for operation: RecordOperation) -> RecordResult {
    let name = operation.record.name
    switch item {
    case .record(let record):
      return operation.kind.isDelete ? .deleted(name) : .saved(name, changeTag: record.changeTag ?? "")
    case .deleted where !operation.kind.isDelete:
      return .failed(name, RecordError(.notFound, "the answer says that the record is gone"))
    case .deleted: return .deleted(name)
    // Whether CloudKit reports an error for deleting a missing record is undocumented; the goal is reached either way.
    case .failed(_, let error) where operation.kind == .forceDelete && error.code == .notFound: return .deleted(name)
    case .failed(_, let error): return .failed(name, RecordError(error.code, error.reason))
    }
  }
}

extension RecordOperation {
  /// Returns the operation's result if the stored record is as the operation leaves it; `nil` if it was not applied or
  /// if another writer changed the record.
  /// - Parameter found: the stored record; `nil` if it does not exist.
  func resultIfApplied(_ found: Record?) -> RecordResult? {
    guard let found else { return kind.isDelete ? .deleted(record.name) : nil }
    guard !kind.isDelete, found.type == record.type, let tag = found.changeTag else { return nil }
    let isAsWanted =
      switch kind {
      // An answer has download URLs of assets, not what was written.
      case .create, .replace, .forceReplace:
        isApplied(to: found) && Set(found.fields.keys) == Set(record.fields.keys)
      default: isApplied(to: found)
      }
    return isAsWanted ? .saved(record.name, changeTag: tag) : nil
  }
}
