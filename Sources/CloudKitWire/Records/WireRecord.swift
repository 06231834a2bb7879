package import CloudKitRecords
package import JSON

/// A record's dictionary as it stands on the wire, in a request or an answer, before anything is held against a schema.
package struct WireRecord: Sendable {
  /// A field by its name.
  package struct NamedField: Sendable {
    /// The name, whatever it is.
    package let name: String
    /// The value; `nil` where what stands there is no field's dictionary.
    package let field: WireField?
  }

  /// `nil` in a create that leaves the name to the server.
  package let name: RecordName?
  /// `nil` where it was not said, as in most deletes.
  package let type: String?
  /// The version; `nil` where none was given.
  package let changeTag: String?
  /// The fields, in the order they were written.
  package let fields: [NamedField]
  /// When it was created, and by whom, in an answer.
  package let created: Authorship?
  /// When it was last changed, and by whom, in an answer.
  package let modified: Authorship?
  /// Whether the answer says that the record is gone.
  package let isDeleted: Bool
  /// The zone, where one is named.
  package let zone: WireZone?

  /// A record from its dictionary.
  package init(_ object: JSONObject) {
    name = object["recordName"]?.string.map { RecordName($0) }
    type = object["recordType"]?.string
    changeTag = object["recordChangeTag"]?.string
    fields = object["fields"]?.object?.map { NamedField(name: $0.key, field: WireField($0.value)) } ?? []
    created = Self.authorship(object["created"])
    modified = Self.authorship(object["modified"])
    isDeleted = object["deleted"]?.bool ?? false
    zone = WireZone(object["zoneID"])
  }

  /// A record of a request, which is read less patiently than one of an answer.
  /// - Throws: where a name, a type, a tag, the fields or the zone are something else.
  init(request object: JSONObject) throws(RequestError) {
    self.init(object)
    for name in ["recordName", "recordType", "recordChangeTag"] { _ = try object.string(name) }
    _ = try object.zone()
    guard let fields = object["fields"] else { return }
    guard let members = fields.object else { throw .unexpected }
    for member in members { _ = try member.value.object?.string("type") }
  }

  /// Its field's value; `nil` where it has none.
  package subscript(field: String) -> WireField? { fields.last { $0.name == field }?.field }

  /// The record with its values; a field of a type nobody knows is left out where its value looks like nothing known.
  /// - Throws: where a value contradicts its type.
  package func record(_ types: FieldTypes) throws(InvalidValue) -> Record? {
    guard let name, let type else { return nil }
    let declared = types[type]
    var values: RecordFields = [:]
    values.reserveCapacity(fields.count)
    for named in fields {
      guard let field = named.field else { continue }
      values[named.name] = try field.fieldValue(declared: declared[named.name], .lenient)
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
  /// A record's dictionary as CloudKit answers it, in the recorded order of its keys.
  /// - Parameters:
  ///   - fields: the names to answer, in order; a name without a value is left out. `nil` for no `fields` at all, as
  ///     `desiredKeys: []` gets.
  ///   - zone: what queries answer, and modify and lookup do not (recorded 2023).
  ///   - referenceZone: what all of them answer beside references (recordings edited by their authors).
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

  /// The dictionary of a record that is gone. Some clients look for one of its keys only.
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
      // What web services write as (recorded 2018 to 2023).
      writer.member("deviceID", "2")
    }
  }
}
