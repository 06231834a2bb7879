package import CloudKitRecords
package import JSON

/// An answer to `records/query`, `records/lookup` or `records/modify`.
package struct RecordsAnswer: Sendable {
  package enum Item: Sendable {
    case record(WireRecord)
    case deleted(RecordName)
    case failed(RecordName?, ServerError)

    /// The record's name; `nil` for an error without a record name.
    package var name: RecordName? {
      switch self {
      case .record(let record): record.name
      case .deleted(let name): name
      case .failed(let name, _): name
      }
    }
  }

  /// One item per requested operation or name, or the records that match a query.
  package let items: [Item]
  /// `nil` on the last page.
  package let continuationMarker: String?

  /// Unknown keys are ignored.
  /// - Throws: `.malformedReply` for a body without a valid list of records.
  package init(_ body: JSONObject) throws(RecordStoreError) {
    guard let records = body["records"]?.array else {
      throw .malformedReply(reason: "the answer has no 'records'")
    }
    items = try records.map { (json) throws(RecordStoreError) in
      guard let object = json.object else { throw .malformedReply(reason: "an item of 'records' is not an object") }
      return Self.item(object)
    }
    continuationMarker = body["continuationMarker"]?.string
  }

  private static func item(_ object: JSONObject) -> Item {
    let record = WireRecord(object)
    if let error = ServerError(object) { return .failed(record.name, error) }
    // The answer to a deletion contains `deleted`, and possibly only the record name besides.
    if record.isDeleted, let name = record.name { return .deleted(name) }
    return .record(record)
  }
}
