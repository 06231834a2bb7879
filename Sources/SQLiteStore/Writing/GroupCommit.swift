import CloudKitRecords
import GRDB
import Synchronization

import struct CloudKitRecords.RecordError

/// Modifications that wait for one another go into the file in one transaction.
///
/// A commit writes every page it touched, and with records named at random that is most of what a request costs:
/// requests of 200 records made one after the other take twice the time of one transaction. So whichever request
/// comes to the database first takes along all that wait with it. None of them returns before its transaction is in
/// the file.
final class GroupCommit: Sendable {
  /// A request that has not returned.
  private final class Waiting: Sendable {
    let request: ModifyRequest
    let outcome = Mutex<Result<[RecordResult], any Error>?>(nil)

    init(_ request: ModifyRequest) { self.request = request }
  }

  private let layout: ContainerLayout
  private let rules: RecordRules
  private let now: @Sendable () -> Timestamp
  private let waiting = Mutex<[Waiting]>([])

  init(layout: ContainerLayout, rules: RecordRules, now: @escaping @Sendable () -> Timestamp) {
    self.layout = layout
    self.rules = rules
    self.now = now
  }

  /// Does a request's operations, perhaps with those of others, in the order of their arrival.
  func run(_ request: ModifyRequest, on queue: DatabaseQueue) async throws -> [RecordResult] {
    let mine = Waiting(request)
    waiting.withLock { $0.append(mine) }
    do {
      try await queue.writeWithoutTransaction { database in
        // The request may have gone along with another's already.
        guard mine.outcome.withLock({ $0 }) == nil else { return }
        let group = waiting.withLock { waiting in
          defer { waiting = [] }
          return waiting
        }
        try run(group, for: mine, in: database)
      }
    } catch {
      waiting.withLock { $0.removeAll { $0 === mine } }
      // A request that was cancelled may have gone along with another's all the same.
      guard let outcome = mine.outcome.withLock({ $0 }) else { throw error }
      return try outcome.get()
    }
    guard let outcome = mine.outcome.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }

  private func run(_ group: [Waiting], for mine: Waiting, in database: Database) throws {
    do {
      if group.count > 1, let results = try together(group.map(\.request), in: database) {
        for (waiting, results) in zip(group, results) { waiting.outcome.withLock { $0 = .success(results) } }
        return
      }
    } catch {
      // Whose fault it was shows when each goes alone.
    }
    for (index, next) in group.enumerated() {
      do {
        let results = try alone(next.request, in: database)
        next.outcome.withLock { $0 = .success(results) }
      } catch {
        // A task that was cancelled can do no more for others: they go on by themselves.
        if Task.isCancelled, next !== mine {
          waiting.withLock { $0.insert(contentsOf: group[index...].filter { $0 !== mine }, at: 0) }
          throw error
        }
        next.outcome.withLock { $0 = .failure(error) }
      }
    }
  }

  /// Does requests in one transaction; `nil` and nothing done where one has to be tried again, or fails.
  private func together(_ requests: [ModifyRequest], in database: Database) throws -> [[RecordResult]]? {
    var results: [[RecordResult]]? = []
    try database.inTransaction(.immediate) {
      for request in requests {
        let attempt = try attempt(request, failing: request.problems, in: database)
        guard attempt.broken.isEmpty else {
          results = nil
          return .rollback
        }
        results?.append(attempt.results)
      }
      return .commit
    }
    return results
  }

  /// Does a request in a transaction of its own.
  private func alone(_ request: ModifyRequest, in database: Database) throws -> [RecordResult] {
    var failing = request.problems
    while true {
      var results: [RecordResult]?
      try database.inTransaction(.immediate) {
        let attempt = try attempt(request, failing: failing, in: database)
        // Each time at least one more operation has to fail, so the attempts are at most as many as the operations.
        guard attempt.broken.isEmpty else {
          failing.merge(attempt.broken) { first, _ in first }
          return .rollback
        }
        results = attempt.results
        return .commit
      }
      if let results { return results }
    }
  }

  private func attempt(
    _ request: ModifyRequest, failing: [Int: RecordError], in database: Database
  ) throws -> (results: [RecordResult], broken: [Int: RecordError]) {
    try Modification(request, layout: layout, rules: rules, time: request.time ?? now(), in: database)
      .run(failing: failing)
  }
}
