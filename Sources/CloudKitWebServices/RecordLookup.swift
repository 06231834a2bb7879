import CloudKitRecords
import CloudKitWire

struct RecordLookup: Sendable {
  let sender: RequestSender
  let types: FieldTypes

  /// Returns any number of records, with several requests at a time.
  func records(
    _ names: [RecordName], desiredFields: [String]?, atOnce: Int
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    // Whether a request that repeats a name is answered with one item or two is undocumented.
    let names = Array(Set(names)).sorted()
    var found = [RecordName: Record](minimumCapacity: names.count)
    let pages = try await names.recordPages.mapped(atOnce: atOnce) { (page) async throws(RecordStoreError) in
      try await self.page(page, desiredFields: desiredFields)
    }
    for page in pages { found.merge(page) { first, _ in first } }
    return found
  }

  /// Returns up to as many records as one request may name.
  func page(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    let body = LookupRequest.body(of: names, desiredFields: desiredFields)
    let page = try await sender.read(LookupRequest.operation, body) { answer throws(RecordStoreError) in
      try RecordPage.read(answer, types)
    }
    guard page.answered >= names.count else {
      throw .malformedReply(reason: "CloudKit answered \(page.answered) of \(names.count) names")
    }
    let found = Dictionary(page.records.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    sender.pace.count(records: found.count)
    return found
  }
}
