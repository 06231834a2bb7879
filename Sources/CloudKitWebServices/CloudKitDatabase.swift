package import CloudKitRecords
package import CloudKitSchema
package import CloudKitWire

/// The public database of a container, accessed through CloudKit Web Services with a server-to-server key.
package struct CloudKitDatabase: RecordStore {
  let sender: RequestSender
  private let types: FieldTypes

  package static let requestsPerSecond = RateLimiter.ceiling

  /// - Parameters:
  ///   - schema: the schema of its records, which Web Services cannot report.
  ///   - maxRequestsPerSecond: the upper limit of the adaptive pace.
  package init(
    _ address: ContainerAddress, key: ServerToServerKey, schema: Schema,
    maxRequestsPerSecond: Double = requestsPerSecond, policy: RetryPolicy = RetryPolicy(), clock: RunClock = .system
  ) {
    let pace = Pace(ceiling: maxRequestsPerSecond, clock: clock)
    sender = RequestSender(address: address, key: key, pace: pace, policy: policy)
    types = FieldTypes(schema)
  }

  package var statistics: RunStatistics { sender.pace.statistics }

  package var address: ContainerAddress { sender.address }

  /// The time that this machine's clock is ahead of the server's, by the last dated answer; `nil` if unknown.
  package var clockSkew: Duration? { sender.pace.clockSkew }

  /// Maximum concurrent requests, enough to keep the pace when answers take 0.2 seconds.
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
    // An invalid request fails as a whole, before any part is sent.
    try RequestRules.check(operations)
    // JSON cannot represent non-finite numbers, so records with such numbers are not sent.
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
