import CloudKitRecords
import CloudKitSchema
import SQLiteStore
import Synchronization
import TestEnvironment

/// A container whose index is late, whose writes fail at random, and which another writer changes.
final class TroubledStore: RecordStore {
  private let current: LocalContainer
  /// The names that queries return; `nil` without lag.
  private let index: LocalContainer?
  private let failures: Double
  private let rival: Bool
  private let state: Mutex<State>

  private struct State {
    var random: SeededGenerator
    var deleted: [RecordName] = []
    var rivalValues: [RecordName: Int64] = [:]
  }

  /// Creates a store.
  /// - Parameters:
  ///   - index: what queries see of the records.
  ///   - failures: the probability that an operation or a request fails.
  ///   - hasRival: whether another writer changes records right before they are written.
  init(
    _ current: LocalContainer, index: LocalContainer? = nil, failures: Double = 0, hasRival: Bool = false,
    seed: UInt64 = 0
  ) {
    self.current = current
    self.index = index
    self.failures = failures
    rival = hasRival
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  /// The names of the records that were deleted.
  var deleted: [RecordName] { state.withLock { $0.deleted } }
  /// The last rank that the other writer gave to each record.
  var rivalValues: [RecordName: Int64] { state.withLock { $0.rivalValues } }

  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    try fail()
    guard let index else { return try await current.query(query, after: cursor) }
    let page = try await index.query(query, after: cursor)
    let found = try await current.lookup(page.records.map(\.name), desiredFields: query.desiredFields)
    return QueryPage(records: page.records.compactMap { found[$0.name] }, next: page.next)
  }

  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try fail()
    return try await current.lookup(names, desiredFields: desiredFields)
  }

  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    try fail()
    if rival { try await change(operations) }
    let isFailing = operations.map { _ in isUnlucky }
    let passed = zip(operations, isFailing).filter { !$1 }.map(\.0)
    var results = try await current.modify(passed).makeIterator()
    var all: [RecordResult] = []
    for (operation, fails) in zip(operations, isFailing) {
      let result = fails ? nil : results.next()
      all.append(result ?? .failed(operation.record.name, RecordError(.accessDenied, "injected")))
      if case .deleted(let name) = result { state.withLock { $0.deleted.append(name) } }
    }
    return all
  }

  /// Changes about half of the records that are about to be written.
  private func change(_ operations: [RecordOperation]) async throws(RecordStoreError) {
    for operation in operations where operation.record.type == "Page" {
      let (isChanged, value) = state.withLock { state in
        (Bool.random(using: &state.random), Int64.random(in: 1_000_000...2_000_000, using: &state.random))
      }
      if !isChanged { continue }
      let record = Record(type: "Page", name: operation.record.name, fields: ["rank": .int64(value)])
      _ = try await current.modify([RecordOperation(.forceUpdate, record)])
      state.withLock { $0.rivalValues[record.name] = value }
    }
  }

  private var isUnlucky: Bool {
    failures > 0 && state.withLock { Double.random(in: 0..<1, using: &$0.random) < failures }
  }

  private func fail() throws(RecordStoreError) {
    if isUnlucky { throw .unavailable(reason: "injected") }
  }
}
