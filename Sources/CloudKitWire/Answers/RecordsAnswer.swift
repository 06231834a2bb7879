package import CloudKitRecords
package import JSON

/// What `records/query`, `lookup` and `modify` answer.
package struct RecordsAnswer: Sendable {
  /// What the answer says of one record.
  package enum Item: Sendable {
    case record(WireRecord)
    case deleted(RecordName)
    case failed(RecordName?, ServerError)

    /// The record's name; `nil` for an error that names none.
    package var name: RecordName? {
      switch self {
      case .record(let record): record.name
      case .deleted(let name): name
      case .failed(let name, _): name
      }
    }
  }

  /// One item per operation or name asked for, or the records a query found.
  package let items: [Item]
  /// Where a query goes on; `nil` on its last page.
  package let continuationMarker: String?
  /// The zone's state; custom zones have one.
  package let syncToken: String?

  /// An answer from a body; keys nobody knows are passed over.
  /// - Throws: where it is not what records are answered in.
  package init(_ body: JSONObject) throws(RequestError) {
    guard let records = body["records"]?.array else {
      throw RequestError(reason: "the answer has no 'records'")
    }
    items = try records.map { (json) throws(RequestError) in
      guard let object = json.object else { throw RequestError(reason: "an item of 'records' is not an object") }
      return Self.item(object)
    }
    continuationMarker = body["continuationMarker"]?.string
    syncToken = body["syncToken"]?.string
  }

  private static func item(_ object: JSONObject) -> Item {
    let record = WireRecord(object)
    if let error = ServerError(object) { return .failed(record.name, error) }
    // A deletion is answered with `deleted`, and maybe with nothing else but the name.
    if record.isDeleted, let name = record.name { return .deleted(name) }
    return .record(record)
  }
}
