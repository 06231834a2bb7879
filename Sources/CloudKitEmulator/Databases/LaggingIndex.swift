import CloudKitRecords
import Synchronization

/// What queries see: the records as they were some time ago.
///
/// Apple updates the indexes of a database after it has answered a change ("indexes are updated asynchronously"); a
/// new record was missing from queries for about three seconds in reports from live use. Here it is a copy of the
/// database that takes every change late.
final class LaggingIndex: Sendable {
  private struct Change {
    let due: Timestamp
    let operations: [RecordOperation]
  }

  private let copy: any RecordDatabase
  private let lag: Duration
  private let pending = Mutex<[Change]>([])
  private let exclusion = Exclusion()

  init(_ copy: any RecordDatabase, lag: Duration) {
    self.copy = copy
    self.lag = lag
  }

  /// Remembers what a request made of its records, to be seen later.
  func add(saved: [Record], deleted: [RecordName], at now: Timestamp) async throws(RecordStoreError) {
    let operations =
      saved.map { RecordOperation(.forceReplace, $0) }
      + deleted.map { RecordOperation(.forceDelete, Record(type: "", name: $0)) }
    guard !operations.isEmpty else { return }
    let due = Timestamp(milliseconds: now.milliseconds + lag.milliseconds)
    pending.withLock { $0.append(Change(due: due, operations: operations)) }
    // Nobody need ever query.
    try await catchUp(at: now)
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
    try await exclusion { () async throws(RecordStoreError) -> Void in
      let due = pending.withLock { pending in
        let count = pending.prefix { $0.due <= now }.count
        defer { pending.removeFirst(count) }
        return pending.prefix(count)
      }
      for change in due { _ = try await copy.modify(change.operations) }
    }
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
  /// Seconds.
  var seconds: Double { self / .seconds(1) }
}
