import CloudKitRecords
import CloudKitWire

/// Reads records by their names.
struct RecordLookup: Sendable {
  let sender: RequestSender
  let types: FieldTypes

  /// Any number of records, a few requests at once.
  func records(
    _ names: [RecordName], desiredFields: [String]?, atOnce: Int
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    // A request that names a record twice is answered by one item or two; nobody says.
    let names = Array(Set(names)).sorted()
    let pages = stride(from: 0, to: names.count, by: RecordLimits.recordsPerPage).map {
      Array(names[$0..<min($0 + RecordLimits.recordsPerPage, names.count)])
    }
    var found = [RecordName: Record](minimumCapacity: names.count)
    let results = await withTaskGroup(of: Result<[RecordName: Record], RecordStoreError>.self) { group in
      var results: [Result<[RecordName: Record], RecordStoreError>] = []
      var waiting = pages.makeIterator()
      func add() {
        guard let page = waiting.next() else { return }
        group.addTask {
          do throws(RecordStoreError) {
            return .success(try await self.page(page, desiredFields: desiredFields))
          } catch {
            return .failure(error)
          }
        }
      }
      for _ in 0..<atOnce { add() }
      while let result = await group.next() {
        if case .success = result { add() }
        results.append(result)
      }
      return results
    }
    for result in results { found.merge(try result.get()) { first, _ in first } }
    return found
  }

  /// As many records as a request may name.
  func page(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    let body = LookupRequest.body(of: names, desiredFields: desiredFields)
    let page = try await sender.read(LookupRequest.operation, body) { answer throws(RecordStoreError) in
      try RecordPage.read(answer, types)
    }
    let found = Dictionary(page.records.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    sender.pace.count(records: found.count)
    return found
  }
}
