import CloudKitRecords
import CloudKitSchema
import JSON

/// The names of system fields in requests, which differ from their names in schemas.
///
/// Source: Apple, CloudKit Web Services Reference, Types, Sort Descriptor Dictionary.
enum SystemFieldName {
  private static let names: [(SystemField, String)] = [
    (.recordID, "recordName"), (.createTime, "createdTimestamp"), (.modTime, "modifiedTimestamp"),
    (.createdBy, "createdUserRecordName"), (.modifiedBy, "modifiedUserRecordName"),
  ]

  /// Returns the name in requests; `nil` for an ordinary field.
  static func onWire(_ field: String) -> String? { names.first { $0.0.rawValue == field }?.1 }

  /// Returns the name in schemas; an unknown name is returned unchanged.
  static func inSchema(_ name: String) -> String { names.first { $0.1 == name }?.0.rawValue ?? name }

  /// Returns the field that an object names in `fieldName` or, for system fields, in `systemFieldName`. The
  /// documentation spells one of them `___recordId`.
  static func field(_ object: JSONObject) throws(RecordStoreError) -> String {
    if let name = object["systemFieldName"]?.string { return inSchema(name) }
    guard let name = object["fieldName"]?.string else { throw .missing("fieldName") }
    return name == "___recordId" ? SystemField.recordID.rawValue : name
  }
}

extension JSONWriter {
  mutating func fieldName(_ field: String) {
    if let system = SystemFieldName.onWire(field) {
      member("systemFieldName", system)
    } else {
      member("fieldName", field)
    }
  }
}
