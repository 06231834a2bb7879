package import CloudKitRecords
package import JSON

/// A record's dictionary in a request or an answer, before validation against a schema.
package struct WireRecord: Sendable {
  /// The record name; `nil` in a create operation that lets the server choose one.
  package let name: RecordName?
  /// The record type; `nil` if not specified, as in most deletions.
  package let type: String?
  /// The change tag; `nil` if not specified.
  package let changeTag: String?
  /// The fields by name, in the order they were written; `nil` for members that are not field dictionaries.
  package let fields: [(name: String, field: WireField?)]
  /// The creation time and user, in answers.
  package let created: Authorship?
  /// The time and user of the last change, in answers.
  package let modified: Authorship?
  package let isDeleted: Bool
  package let zone: WireZone?

  package init(_ object: JSONObject) {
    name = object["recordName"]?.string.map { RecordName($0) }
    type = object["recordType"]?.string
    changeTag = object["recordChangeTag"]?.string
    fields = object["fields"]?.object?.map { (name: $0.key, field: WireField($0.value)) } ?? []
    created = Self.authorship(object["created"])
    modified = Self.authorship(object["modified"])
    isDeleted = object["deleted"]?.bool ?? false
    zone = WireZone(object["zoneID"])
  }

  /// Creates a record from a request, with stricter validation than for answers.
  /// - Throws: An error if a name, type, tag, zone or the fields have the wrong JSON type.
  init(request object: JSONObject) throws(RecordStoreError) {
    self.init(object)
    for name in ["recordName", "recordType", "recordChangeTag"] { _ = try object.string(name) }
    _ = try object.zone()
    guard let fields = object["fields"] else { return }
    guard let members = fields.object else { throw .unexpected }
    for member in members { _ = try member.value.object?.string("type") }
  }

  package subscript(field: String) -> WireField? { fields.last { $0.name == field }?.field }

  /// Returns the record with its values. It omits fields of an unknown type whose value matches no known type.
  /// - Throws: An error if a value contradicts its type.
  package func record(_ types: FieldTypes) throws(RecordError) -> Record? {
    guard let name, let type else { return nil }
    let declared = types[type]
    var values: RecordFields = [:]
    values.reserveCapacity(fields.count)
    for named in fields {
      guard let field = named.field else { continue }
      values[named.name] = try field.fieldValue(declared: declared[named.name], .lenientWire)
    }
    return Record(
      type: type, name: name, changeTag: changeTag, fields: values, created: created, modified: modified)
  }

  private static func authorship(_ json: JSONValue?) -> Authorship? {
    guard let object = json?.object, let milliseconds = object["timestamp"]?.integer else { return nil }
    return Authorship(
      at: Timestamp(milliseconds: milliseconds), by: object["userRecordName"]?.string.map { RecordName($0) })
  }
}

extension JSONWriter {
  /// Writes a record's dictionary as CloudKit answers it, in the recorded order of keys.
  /// - Parameters:
  ///  - fields: the names of the fields to write, in order; names without a value are skipped. `nil` omits `fields`
  ///    entirely, as for `desiredKeys: []`.
  ///  - zone: the zone, which query answers contain; modify and lookup answers do not (recorded 2023).
  ///  - referenceZone: the zone that all answers add to references (recordings edited by their authors).
  package mutating func record(
    _ record: Record, fields: [String]?, types: FieldTypes, numbersAsStrings: Bool = false, zone: WireZone? = nil,
    referenceZone: WireZone? = nil
  ) {
    object { writer in
      writer.member("recordName", record.name.rawValue)
      writer.member("recordType", record.type)
      if let fields {
        let declared = types[record.type]
        writer.name("fields")
        writer.object { writer in
          for name in fields {
            guard let value = record.fields[name] else { continue }
            writer.name(name)
            writer.field(
              value, declared: declared[name], numbersAsStrings: numbersAsStrings, referenceZone: referenceZone)
          }
        }
      }
      writer.name("pluginFields")
      writer.object { _ in }
      writer.member("recordChangeTag", record.changeTag)
      writer.authorship("created", record.created)
      writer.authorship("modified", record.modified)
      writer.member("deleted", false)
      if let zone {
        writer.name("zoneID")
        writer.zone(zone)
      }
    }
  }

  /// Writes the dictionary of a deleted record. Some clients look for only one of its keys.
  package mutating func deletedRecord(_ name: RecordName) {
    object { writer in
      writer.member("recordName", name.rawValue)
      writer.member("deleted", true)
    }
  }

  private mutating func authorship(_ name: String, _ authorship: Authorship?) {
    guard let authorship else { return }
    self.name(name)
    object { writer in
      writer.member("timestamp", authorship.at.milliseconds)
      writer.member("userRecordName", authorship.by?.rawValue)
      // The device ID of records written by web services (recorded 2018 to 2023).
      writer.member("deviceID", "2")
    }
  }
}
