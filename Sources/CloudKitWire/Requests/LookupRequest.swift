package import CloudKitRecords
package import JSON

/// `records/lookup`.
package struct LookupRequest: WireRequest, Hashable {
  package static let operation = "records/lookup"

  /// The records asked for.
  package var names: [RecordName]
  /// The zone; the default one where it is not said.
  package var zone: WireZone?
  /// The fields to answer; `nil` for all.
  package var desiredKeys: [String]?
  /// The fields to answer of single records, where they differ.
  package var desiredKeysOfRecord: [RecordName: [String]] = [:]
  /// Whether numbers are wanted as strings.
  package var numbersAsStrings = false

  /// A request for records.
  package init(_ names: [RecordName], desiredFields: [String]?) {
    self.names = names
    desiredKeys = desiredFields
  }

  package init(_ body: JSONObject) throws(RequestError) {
    guard let records = try body.objects("records") else { throw .missing("records") }
    names = []
    for record in records {
      guard let name = record["recordName"]?.string else { throw .missing("recordName") }
      names.append(RecordName(name))
      if let keys = try record.strings("desiredKeys") { desiredKeysOfRecord[RecordName(name)] = keys }
    }
    zone = try body.zone()
    desiredKeys = try body.strings("desiredKeys")
    numbersAsStrings = try body.flag("numbersAsStrings") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("records")
      writer.array(names) { writer, name in
        writer.object { $0.member("recordName", name.rawValue) }
      }
      writer.member("desiredKeys", desiredKeys)
      if numbersAsStrings { writer.member("numbersAsStrings", true) }
    }
  }
}
