package import CloudKitRecords
package import CloudKitSchema
package import CloudKitWire

/// The public database of a container, through CloudKit Web Services with a server-to-server key.
package struct CloudKitDatabase: RecordStore {
  private let sender: RequestSender
  private let types: FieldTypes

  /// Requests a second at most, where nobody says otherwise.
  package static let requestsPerSecond = RateLimiter.ceiling

  /// A database.
  /// - Parameters:
  ///   - schema: what its records are; Web Services cannot be asked for it.
  ///   - maxRequestsPerSecond: what the adaptive pace never exceeds.
  package init(
    _ address: ContainerAddress, key: ServerToServerKey, schema: Schema,
    maxRequestsPerSecond: Double = requestsPerSecond, policy: RetryPolicy = .standard, clock: RunClock = .system
  ) {
    let pace = Pace(ceiling: maxRequestsPerSecond, clock: clock)
    sender = RequestSender(address: address, key: key, pace: pace, policy: policy)
    types = FieldTypes(schema)
  }

  /// What it cost so far.
  package var statistics: RunStatistics { sender.pace.statistics }

  /// The server's address.
  package var host: String { sender.address.host }
  /// The container's id.
  package var container: String { sender.address.container }
  /// Which of its environments.
  package var environment: ContainerAddress.Environment { sender.address.environment }

  /// How far this machine's clock is ahead of the server's, by the last answer; `nil` where it did not say.
  package var clockSkew: Duration? { sender.pace.clockSkew }

  /// Enough to keep the pace when answers take a fifth of a second.
  package var requestsAtOnce: Int { 8 }

  package func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    let body = QueryRequest.body(of: query, after: cursor, types: types)
    let page = try await sender.read(QueryRequest.operation, body) { answer throws(RecordStoreError) in
      try RecordPage.read(answer, types)
    }
    sender.pace.count(records: page.records.count)
    return QueryPage(records: page.records, next: page.continuationMarker.map(Cursor.init(token:)))
  }

  package func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await RecordLookup(sender: sender, types: types)
      .records(names, desiredFields: desiredFields, atOnce: requestsAtOnce)
  }

  package func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    // A request that is refused as a whole is refused before any part of it is sent.
    try RequestRules.check(operations)
    // JSON has no such numbers, so the server cannot be asked what it thinks of them.
    let sendable = operations.filter { $0.record.fields.values.allSatisfy(\.isFinite) }
    var results =
      sendable.isEmpty
      ? [] : try await RecordWriter(sender: sender, types: types).write(sendable)
    guard sendable.count < operations.count else { return results }
    results.reverse()
    return operations.map { operation in
      let notFinite = operation.record.fields.filter { !$0.value.isFinite }.keys.min()
      return notFinite.map { .failed(operation.record.name, .notFinite($0)) } ?? results.removeLast()
    }
  }
}
