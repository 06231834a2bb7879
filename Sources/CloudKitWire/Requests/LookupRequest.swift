package import CloudKitRecords
package import JSON

/// A `records/lookup` request, as a server reads it.
package struct LookupRequest: Sendable {
  package static let operation = "records/lookup"

  package private(set) var names: [RecordName] = []
  /// `nil` for the default zone.
  package let zone: WireZone?
  /// `nil` for all fields.
  package let desiredKeys: [String]?
  /// The fields to return for individual records, where they differ.
  package private(set) var desiredKeysOfRecord: [RecordName: [String]] = [:]
  package let numbersAsStrings: Bool

  /// - Throws: `.badRequest` for a required member that is missing or has the wrong type.
  package init(_ body: JSONObject) throws(RecordStoreError) {
    guard let records = try body.objects("records") else { throw .missing("records") }
    zone = try body.zone()
    desiredKeys = try body.strings("desiredKeys")
    numbersAsStrings = try body.flag("numbersAsStrings") ?? false
    for record in records {
      guard let name = record["recordName"]?.string else { throw .missing("recordName") }
      names.append(RecordName(name))
      if let keys = try record.strings("desiredKeys") { desiredKeysOfRecord[RecordName(name)] = keys }
    }
  }

  package static func body(of names: [RecordName], desiredFields: [String]?) -> [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.name("records")
        writer.array(names) { writer, name in
          writer.object { $0.member("recordName", name.rawValue) }
        }
        writer.member("desiredKeys", desiredFields)
      }
    }
  }
}
