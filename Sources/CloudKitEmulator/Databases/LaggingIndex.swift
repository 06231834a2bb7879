import CloudKitRecords
import Synchronization

/// A delayed copy of a database that queries read.
///
/// Apple updates a database's indexes after it has answered a change ("indexes are updated asynchronously"). In reports
/// from live use, queries did not find a new record for about three seconds. This copy applies every change after a
/// delay, with the change's original user and time.
final class LaggingIndex: Sendable {
  private struct Change {
    let due: Timestamp
    let operations: [RecordOperation]
    let user: RecordName
    let time: Timestamp
  }

  private let copy: any RecordDatabase
  private let lag: Duration
  private let pending = Mutex<[Change]>([])
  private let catchingUp = AsyncLock()

  init(_ copy: any RecordDatabase, lag: Duration) {
    self.copy = copy
    self.lag = lag
  }

  /// Records the successful operations of a request, to apply them to the copy later.
  func add(
    _ operations: [RecordOperation], with results: [RecordResult], by user: RecordName, at time: Timestamp
  ) async throws(RecordStoreError) {
    let done = zip(operations, results).filter { $1.error == nil }.map { $0.0.forced }
    if !done.isEmpty {
      let due = Timestamp(milliseconds: time.milliseconds + lag.milliseconds)
      pending.withLock { $0.append(Change(due: due, operations: done, user: user, time: time)) }
    }
    // Apply due changes here too, because clients may never send a query.
    try await catchUp(at: time)
  }

  /// Returns the names that a query matches in the delayed copy.
  func query(_ query: Query, after cursor: Cursor?, at now: Timestamp) async throws(RecordStoreError) -> QueryPage {
    try await catchUp(at: now)
    var names = query
    names.desiredFields = []
    return try await copy.query(names, after: cursor)
  }

  private func catchUp(at now: Timestamp) async throws(RecordStoreError) {
    try await catchingUp.withLock { () async throws(RecordStoreError) -> Void in
      while let change = pending.withLock({ $0.first }), change.due <= now {
        _ = try await copy.acting(as: change.user, at: change.time).modify(change.operations)
        pending.withLock { _ = $0.removeFirst() }
      }
    }
  }
}

extension RecordOperation {
  /// The operation without change tag checks, which the database has already made.
  fileprivate var forced: RecordOperation {
    let kind: Kind =
      switch self.kind {
      case .create, .replace, .forceReplace: .forceReplace
      case .update, .forceUpdate: .forceUpdate
      case .delete, .forceDelete: .forceDelete
      }
    return RecordOperation(kind, record, clearing: cleared)
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
  var seconds: Double { self / .seconds(1) }
}
