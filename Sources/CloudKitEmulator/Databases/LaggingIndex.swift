import CloudKitRecords
import Synchronization

/// What queries see: the records as they were some time ago.
///
/// Apple updates the indexes of a database after it has answered a change ("indexes are updated asynchronously"); a
/// new record was missing from queries for about three seconds in reports from live use. Here it is a copy of the
/// database that takes every change late: the same change, by the same user and of the same moment.
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

  /// Remembers what of a request was done, to be seen later.
  func add(
    _ operations: [RecordOperation], with results: [RecordResult], by user: RecordName, at time: Timestamp
  ) async throws(RecordStoreError) {
    let done = zip(operations, results).filter { $1.error == nil }.map { $0.0.forced }
    if !done.isEmpty {
      let due = Timestamp(milliseconds: time.milliseconds + lag.milliseconds)
      pending.withLock { $0.append(Change(due: due, operations: done, user: user, time: time)) }
    }
    // Nobody need ever query.
    try await catchUp(at: time)
  }

  /// The names a query finds among the records as they were.
  func query(_ query: Query, after cursor: Cursor?, at now: Timestamp) async throws(RecordStoreError) -> QueryPage {
    try await catchUp(at: now)
    var names = query
    names.desiredFields = []
    return try await copy.query(names, after: cursor)
  }

  /// Makes the changes that are due.
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
  /// The same without looking at what there is: that has been done.
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
  /// Whole milliseconds.
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
  /// Seconds.
  var seconds: Double { self / .seconds(1) }
}
