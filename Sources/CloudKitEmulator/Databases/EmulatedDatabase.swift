import CloudKitRecords
import CloudKitSchema
import Synchronization

/// The public database of one container and environment, or of several that share a file.
final class EmulatedDatabase: Sendable {
  private struct State {
    var database: any RecordDatabase
    var schema: PreparedSchema
    var index: LaggingIndex?
  }

  private typealias Restoration = @Sendable () async throws(RecordStoreError) -> any RecordDatabase

  let assets: AssetStorage
  private let state: Mutex<State>
  private let lag: Duration
  private let now: @Sendable () -> Timestamp
  /// Serializes changes, so that the permission checks of a change and its answer see the same state.
  private let changes = AsyncLock()
  /// Restores the contents as of opening the database; only kept if the emulator accepts reset requests.
  private let beginning: Restoration?

  init(
    _ database: any RecordDatabase, assets: AssetStorage, lag: Duration, keepsBeginning: Bool,
    now: @escaping @Sendable () -> Timestamp
  ) async throws(RecordStoreError) {
    self.assets = assets
    self.lag = lag
    self.now = now
    beginning = keepsBeginning ? try await database.snapshot() : nil
    let index = lag > .zero ? LaggingIndex(try await database.copy(), lag: lag) : nil
    state = Mutex(State(database: database, schema: PreparedSchema(database.schema), index: index))
  }

  var schema: PreparedSchema { state.withLock { $0.schema } }

  /// Returns a page of query results from the current state of the indexes.
  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    let (database, index) = state.withLock { ($0.database, $0.index) }
    guard let index else { return try await database.query(query, after: cursor) }
    let page = try await index.query(query, after: cursor, at: now())
    let records = try await database.lookup(page.records.map(\.name), desiredFields: query.desiredFields)
    // The index determines the matches; the results contain the current records, if they still exist.
    return QueryPage(records: page.records.compactMap { records[$0.name] }, next: page.next)
  }

  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await state.withLock { $0.database }.lookup(names, desiredFields: desiredFields)
  }

  /// Changes records on behalf of a user.
  /// - Parameter examine: plans the operations against the state that the changes apply to.
  /// - Returns: the result of every operation of the request, in order, and the saved records in their current state.
  func modify(
    as user: RecordName,
    _ examine: () async throws(RecordStoreError) -> ModifyPlan
  ) async throws(RecordStoreError) -> (results: [RecordResult], records: [RecordName: Record]) {
    try await changes.withLock { () async throws(RecordStoreError) -> ([RecordResult], [RecordName: Record]) in
      let plan = try await examine()
      let (database, index) = state.withLock { ($0.database, $0.index) }
      let time = now()
      var results =
        plan.operations.isEmpty ? [] : try await database.acting(as: user, at: time).modify(plan.operations)
      try await index?.add(plan.operations, with: results, by: user, at: time)
      let saved = results.compactMap { if case .saved(let name, _) = $0 { name } else { nil } }
      let records = saved.isEmpty ? [:] : try await database.lookup(saved, desiredFields: plan.desiredFields)
      for (place, refusal) in plan.refusals.sorted(by: { $0.key < $1.key }) { results.insert(refusal, at: place) }
      return (results, records)
    }
  }

  /// Adds the parts of a schema that the database lacks.
  func grow(to schema: Schema) async throws(RecordStoreError) {
    let grown = try await state.withLock { $0.database }.growing(to: schema)
    try await replace(with: grown)
  }

  /// The schema of the store, which can have more than requests are checked against.
  var storedSchema: Schema { state.withLock { $0.database }.schema }

  /// Checks requests against a schema that the store includes.
  func enforce(_ schema: Schema) { state.withLock { $0.schema = PreparedSchema(schema) } }

  /// Restores the contents as of opening the database.
  func reset() async throws(RecordStoreError) {
    guard let beginning else { return }
    assets.reset()
    try await changes.withLock { () async throws(RecordStoreError) -> Void in try await replace(with: beginning()) }
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

/// The planned operations of a request.
struct ModifyPlan: Sendable {
  var operations: [RecordOperation] = []
  /// The results of rejected operations, by position in the request.
  var refusals: [Int: RecordResult] = [:]
  /// The fields to return; `nil` for all fields.
  var desiredFields: [String]?
}
