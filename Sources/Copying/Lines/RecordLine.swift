package import CloudKitRecords
package import CloudKitSchema
import JSON

/// A record as one line of JSON: keys sorted, every value with its type, dates in whole milliseconds. Equal records
/// have equal lines.
package enum RecordLine {
  /// Returns the line of a record, with its line break.
  /// - Parameters:
  ///   - types: The declared types of the record's fields.
  ///   - hasSystemFields: Whether the line has the dates and the change tag, which only CloudKit sets. Users are never
  ///     part of a line.
  ///   - isPartial: Whether fields of the record are left out, so that the line does not replace a record.
  package static func bytes(
    of record: Record, _ types: [String: FieldType], withSystemFields hasSystemFields: Bool = false,
    isPartial: Bool = false
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.object { writer in
      if hasSystemFields { writer.member("created", record.created?.at.milliseconds) }
      writer.name("fields")
      writer.object { writer in
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
          writer.name(name)
          writer.tagged(value, declared: types[name])
        }
      }
      if hasSystemFields { writer.member("modified", record.modified?.at.milliseconds) }
      if isPartial { writer.member("partial", true) }
      if hasSystemFields { writer.member("recordChangeTag", record.changeTag) }
      writer.member("recordName", record.name.rawValue)
      writer.member("recordType", record.type)
    }
    return writer.bytes + [0x0A]
  }
}
