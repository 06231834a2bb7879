import CloudKitRecords

/// A store in memory that can refuse requests, fail records, let another writer in, and that notes what it is asked.
actor MemoryStore: RecordStore {
  /// The records.
  private(set) var records: [RecordName: Record] = [:]
  /// The requests that were answered, in order.
  private(set) var requests: [[RecordOperation]] = []
  /// The most requests that were under way at once.
  private(set) var mostUnderWay = 0

  nonisolated let requestsAtOnce: Int
  /// Operations that a request may have; more are refused as a whole.
  private let operationLimit: Int
  /// Records that always fail.
  private let invalid: Set<RecordName>
  /// Records that another writer changes before the first request for them.
  private var contested: Set<RecordName>
  /// Called before every request with the number of requests so far.
  private let beforeRequest: @Sendable (Int) async throws(RecordStoreError) -> Void
  private var underWay: [[RecordOperation]] = []
  private var tags = 0

  init(
    _ records: [Record] = [], requestsAtOnce: Int = 4, operationLimit: Int = .max, invalid: Set<RecordName> = [],
    contested: Set<RecordName> = [],
    beforeRequest: @escaping @Sendable (Int) async throws(RecordStoreError) -> Void = { _ in }
  ) {
    self.requestsAtOnce = requestsAtOnce
    self.operationLimit = operationLimit
    self.invalid = invalid
    self.contested = contested
    self.beforeRequest = beforeRequest
    for record in records { self.records[record.name] = record }
  }

  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    QueryPage(records: records.values.filter { $0.type == query.recordType }, next: nil)
  }

  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    Dictionary(names.compactMap { name in records[name].map { (name, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    underWay.append(operations)
    mostUnderWay = max(mostUnderWay, underWay.count)
    defer { underWay.removeAll { $0 == operations } }
    try await beforeRequest(requests.count)
    // Requests that are under way at once end in any order.
    for _ in 0..<operations.count % 3 { await Task.yield() }
    if operations.count > operationLimit { throw .limitExceeded(reason: "too many operations") }
    requests.append(operations)
    return operations.map(result)
  }

  private func result(of operation: RecordOperation) -> RecordResult {
    let name = operation.record.name
    if contested.remove(name) != nil {
      tags += 1
      if operation.kind.isDelete {
        records[name] = nil
      } else {
        records[name, default: Record(type: operation.record.type, name: name)]["other"] = .int64(1)
        records[name]?.changeTag = "other\(tags)"
      }
    }
    if invalid.contains(name) { return .failed(name, RecordError(.badRequest, "invalid")) }
    let existing = records[name]
    switch operation.kind {
    case .create where existing != nil: return .failed(name, RecordError(.exists, "exists"))
    case .update where existing == nil, .delete where existing == nil:
      return .failed(name, RecordError(.notFound, "not found"))
    case .update where existing?.changeTag != operation.record.changeTag,
      .delete where existing?.changeTag != operation.record.changeTag:
      return .failed(name, RecordError(.conflict, "conflict"))
    case .delete:
      records[name] = nil
      return .deleted(name)
    default:
      tags += 1
      var record = existing ?? Record(type: operation.record.type, name: name)
      record.fields.merge(operation.record.fields) { $1 }
      for field in operation.cleared { record[field] = nil }
      record.changeTag = "\(tags)"
      records[name] = record
      return .saved(name, changeTag: "\(tags)")
    }
  }
}
