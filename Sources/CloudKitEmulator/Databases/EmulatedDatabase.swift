import CloudKitRecords
import CloudKitSchema
import Synchronization

/// A public database: that of one container and environment, or of several that share a file.
final class EmulatedDatabase: Sendable {
  private struct State {
    var database: any RecordDatabase
    var schema: PreparedSchema
    var index: LaggingIndex?
    var kept: Restoration?
  }

  /// What brings a database back to what it held.
  private typealias Restoration = @Sendable () async throws(RecordStoreError) -> any RecordDatabase

  /// What became of an operation.
  enum Outcome: Sendable {
    /// The record as it is now.
    case saved(Record)
    case deleted(RecordName)
    case failed(RecordName, RecordError)
  }

  private let state: Mutex<State>
  private let lag: Duration
  private let now: @Sendable () -> Timestamp
  /// Changes go one after the other: what a change is allowed to do, and what is answered of it, belong to one state.
  private let changes = AsyncLock()
  /// What brings it back to how it was when it was opened; only kept where somebody may ask for it.
  private let beginning: Restoration?

  init(
    _ database: any RecordDatabase, lag: Duration, keepsBeginning: Bool, now: @escaping @Sendable () -> Timestamp
  ) async throws(RecordStoreError) {
    self.lag = lag
    self.now = now
    beginning = keepsBeginning ? try await database.snapshot() : nil
    let index = lag > .zero ? LaggingIndex(try await database.copy(), lag: lag) : nil
    state = Mutex(State(database: database, schema: PreparedSchema(database.schema), index: index))
  }

  /// The schema it has now.
  var schema: PreparedSchema { state.withLock { $0.schema } }

  /// A page of a query's answer, by the indexes as they are.
  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    let (database, index) = state.withLock { ($0.database, $0.index) }
    guard let index else { return try await database.query(query, after: cursor) }
    let page = try await index.query(query, after: cursor, at: now())
    let records = try await database.lookup(page.records.map(\.name), desiredFields: query.desiredFields)
    // What is found is what the index says; what is answered is the record, where it still is.
    return QueryPage(records: page.records.compactMap { records[$0.name] }, next: page.next)
  }

  /// The records named.
  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await state.withLock { $0.database }.lookup(names, desiredFields: desiredFields)
  }

  /// Changes records in the name of a user.
  /// - Parameter examine: looks at the state the changes will find, and says what is to be done of them; for those
  ///   left out, by their place, why.
  func modify(
    as user: RecordName,
    _ examine: () async throws(RecordStoreError) -> ModifyPlan
  ) async throws(RecordStoreError) -> [Outcome] {
    try await changes.withLock { () async throws(RecordStoreError) -> [Outcome] in
      let plan = try await examine()
      let (database, index) = state.withLock { ($0.database, $0.index) }
      let time = now()
      let results =
        plan.operations.isEmpty ? [] : try await database.acting(as: user, at: time).modify(plan.operations)
      try await index?.add(plan.operations, with: results, by: user, at: time)
      let saved = results.compactMap { if case .saved(let name, _) = $0 { name } else { nil } }
      let records = saved.isEmpty ? [:] : try await database.lookup(saved, desiredFields: plan.desiredFields)
      return plan.outcomes(results, records: records)
    }
  }

  /// Gives the database what a schema has and it has not.
  func grow(to schema: Schema) async throws(RecordStoreError) {
    let grown = try await state.withLock { $0.database }.growing(to: schema)
    try await replace(with: grown)
  }

  /// Brings it back to how it was when it was opened.
  func reset() async throws(RecordStoreError) { try await restore(beginning) }

  /// Keeps what it holds now, in place of what was kept before.
  func keepSnapshot() async throws(RecordStoreError) {
    try await changes.withLock { () async throws(RecordStoreError) -> Void in
      let kept = try await state.withLock { $0.database }.snapshot()
      state.withLock { $0.kept = kept }
    }
  }

  /// Brings it back to what was kept; to how it was when it was opened where nothing was.
  func restoreSnapshot() async throws(RecordStoreError) { try await restore(state.withLock { $0.kept } ?? beginning) }

  private func restore(_ restoration: Restoration?) async throws(RecordStoreError) {
    guard let restoration else { return }
    try await changes.withLock { () async throws(RecordStoreError) -> Void in try await replace(with: restoration()) }
  }

  private func replace(with database: any RecordDatabase) async throws(RecordStoreError) {
    let index = lag > .zero ? LaggingIndex(try await database.copy(), lag: lag) : nil
    let schema = PreparedSchema(database.schema)
    state.withLock { state in
      state.database = database
      state.schema = schema
      state.index = index
    }
  }
}

/// What is to be done of a request's operations.
struct ModifyPlan: Sendable {
  /// What is to be done.
  var operations: [RecordOperation] = []
  /// Why others are not done, by their place in the request.
  var refusals: [Int: (name: RecordName, error: RecordError)] = [:]
  /// The fields to answer with; `nil` for all.
  var desiredFields: [String]?

  /// What becomes of every operation of the request, in order.
  func outcomes(_ results: [RecordResult], records: [RecordName: Record]) -> [EmulatedDatabase.Outcome] {
    var done = results.makeIterator()
    return (0..<(operations.count + refusals.count)).compactMap { place in
      if let refusal = refusals[place] { return .failed(refusal.name, refusal.error) }
      switch done.next() {
      // A record that a later operation of the request took along is gone.
      case .saved(let name, _): return records[name].map { .saved($0) } ?? .deleted(name)
      case .deleted(let name): return .deleted(name)
      case .failed(let name, let error): return .failed(name, error)
      case nil: return nil
      }
    }
  }
}
