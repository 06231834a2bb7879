import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

/// Writes the operations of one request, until each has its result.
struct RecordWriter: Sendable {
  let sender: RequestSender
  let types: FieldTypes

  /// Bytes of a request at most. CloudKit publishes no limit for web services; its framework's is 2 MB.
  static let bytesPerRequest = 1_900_000

  /// CloudKit JS has this code for what never reached the server.
  private static let notReached = RecordError.Code(rawValue: "SERVICE_UNAVAILABLE")

  /// The results, in order. A request that is too large is split, and what of it cannot be sent any more is failed then: the
  /// results of what was done are never lost.
  func write(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    let bodies = ModifyRequestWriter(types)
    let encoded = operations.map { Encoded(operation: $0, bytes: bodies.operation($0)) }
    var results: [RecordResult] = []
    results.reserveCapacity(operations.count)
    var rest = encoded[...]
    while !rest.isEmpty {
      let part = Self.part(of: rest)
      rest = rest.dropFirst(part.count)
      do throws(RecordStoreError) {
        results += try await send(Array(part), bodies)
      } catch {
        if results.isEmpty { throw error }
        let failure = RecordError(Self.notReached, error.description)
        return results + (part + rest).map { .failed($0.operation.record.name, failure) }
      }
    }
    return results
  }

  private struct Encoded: Sendable {
    let operation: RecordOperation
    let bytes: [UInt8]
  }

  /// As many as a request can hold, one at least.
  private static func part(of rest: ArraySlice<Encoded>) -> ArraySlice<Encoded> {
    var bytes = 0
    let count = rest.prefix { encoded in
      bytes += encoded.bytes.count + 1
      return bytes <= bytesPerRequest
    }.count
    return rest.prefix(max(1, count))
  }

  /// - Throws: where none of it is known to be done.
  private func send(_ part: [Encoded], _ bodies: ModifyRequestWriter) async throws(RecordStoreError) -> [RecordResult] {
    var results = [RecordResult?](repeating: nil, count: part.count)
    func done() -> Int { results.count { if let result = $0 { result.error == nil } else { false } } }
    defer { sender.pace.moved(done()) }
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
      if mayHaveBeenDone { try await settle(&pending, of: part, into: &results) }
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
          if case .failed(_, let error) = item, error.code.isTransient {
            again.append(index)
            wait = Duration(retryAfter: error.retryAfter).map { max($0, wait ?? .zero) } ?? wait
            isThrottled = isThrottled || error.code == .throttled
          }
          results[index] = Self.result(of: item, for: part[index].operation)
        }
        // What an earlier try did looks like somebody else's doing to a later one.
        if mayHaveBeenDone { try await reconcile(pending, of: part, in: &results) }
        pending = again
        if pending.isEmpty { break }
        let failure = RequestFailure(kind: isThrottled ? .throttled : .unavailable, reason: "", retryAfter: wait)
        // When patience ends the records have the failures CloudKit gave them.
        do throws(RecordStoreError) { try await sender.wait(afterRecords: failure, tries: tries) } catch {
          pending = []
        }
      case .failure(let failure):
        mayHaveBeenDone = mayHaveBeenDone || failure.mayHaveBeenDone
        try await sender.wait(after: failure, tries: tries)
      }
    }
  }

  /// Finds out what of a request that may have been done was done: that has its result, and is not sent again.
  private func settle(
    _ pending: inout [Int], of part: [Encoded], into results: inout [RecordResult?]
  ) async throws(RecordStoreError) {
    let doubtful = pending.filter { !part[$0].operation.kind.isForced }
    if doubtful.isEmpty { return }
    let found = try await lookup(doubtful.map { part[$0].operation.record.name })
    for index in doubtful {
      let operation = part[index].operation
      results[index] = operation.resultIfDone(found[operation.record.name])
    }
    pending = pending.filter { results[$0] == nil || part[$0].operation.kind.isForced }
  }

  /// Takes back failures of records that are as they were to be.
  private func reconcile(
    _ sent: [Int], of part: [Encoded], in results: inout [RecordResult?]
  ) async throws(RecordStoreError) {
    let doubtful = sent.filter { index in
      guard let code = results[index]?.error?.code else { return false }
      return code == .exists || code == .conflict || code == .notFound
    }
    if doubtful.isEmpty { return }
    let found = try await lookup(doubtful.map { part[$0].operation.record.name })
    for index in doubtful {
      let operation = part[index].operation
      if let result = operation.resultIfDone(found[operation.record.name]) { results[index] = result }
    }
  }

  private func lookup(_ names: [RecordName]) async throws(RecordStoreError) -> [RecordName: Record] {
    try await RecordLookup(sender: sender, types: types).page(names, desiredFields: nil)
  }

  private static func items(
    _ answer: JSONObject, for operations: [RecordOperation]
  ) -> Result<[RecordsAnswer.Item], RequestFailure> {
    func malformed(_ reason: String) -> Result<[RecordsAnswer.Item], RequestFailure> {
      .failure(RequestFailure(kind: .malformed, reason: reason, mayHaveBeenDone: true))
    }
    do throws(RequestError) {
      let items = try RecordsAnswer(answer).items
      guard items.count == operations.count else {
        return malformed("\(operations.count) changes were asked for, \(items.count) answered")
      }
      for (item, operation) in zip(items, operations) where item.name.map({ $0 != operation.record.name }) == true {
        return malformed("the answer to a change is about another record")
      }
      for (item, operation) in zip(items, operations) where !operation.kind.isDelete {
        if case .record(let record) = item, record.changeTag == nil {
          return malformed("the answer to a change does not say that the record was saved")
        }
      }
      return .success(items)
    } catch {
      return malformed("CloudKit's answer to a change is not one: \(error)")
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
    // Whether CloudKit minds that there is nothing to delete is not documented; what was wanted is so.
    case .failed(_, let error) where operation.kind == .forceDelete && error.code == .notFound: return .deleted(name)
    case .failed(_, let error): return .failed(name, RecordError(error.code, error.reason))
    }
  }
}

extension RecordOperation.Kind {
  /// Whether doing it twice is as good as once.
  fileprivate var isForced: Bool { self == .forceUpdate || self == .forceReplace || self == .forceDelete }
}

extension RecordOperation {
  /// Its result, where the record shows that it was done; `nil` where it was not, or where another writer was there.
  /// - Parameter found: the record as it is; `nil` where there is none.
  func resultIfDone(_ found: Record?) -> RecordResult? {
    guard let found else { return kind.isDelete ? .deleted(record.name) : nil }
    guard !kind.isDelete, found.type == record.type, let tag = found.changeTag, tag != record.changeTag else {
      return nil
    }
    let isAsWanted =
      switch kind {
      case .create, .replace, .forceReplace: found.fields == record.fields
      default:
        record.fields.allSatisfy { found.fields[$0.key] == $0.value }
          && cleared.allSatisfy { record.fields[$0] != nil || found.fields[$0] == nil }
      }
    return isAsWanted ? .saved(record.name, changeTag: tag) : nil
  }
}
