import CloudKitSchema
import JSON

/// The names system fields have in requests, where schemas have others.
///
/// Source: Apple, CloudKit Web Services Reference, Types, Sort Descriptor Dictionary.
enum SystemFieldName {
  private static let names: [(SystemField, String)] = [
    (.recordID, "recordName"), (.createTime, "createdTimestamp"), (.modTime, "modifiedTimestamp"),
    (.createdBy, "createdUserRecordName"), (.modifiedBy, "modifiedUserRecordName"),
  ]

  /// The name in requests; `nil` for an ordinary field.
  static func onWire(_ field: String) -> String? { names.first { $0.0.rawValue == field }?.1 }

  /// The name in schemas; a name that is none is answered as it is.
  static func inSchema(_ name: String) -> String { names.first { $0.1 == name }?.0.rawValue ?? name }

  /// The field an object names: by `fieldName`, or by `systemFieldName` where it is a system field. The documentation
  /// spells one of them `___recordId`.
  static func field(_ object: JSONObject) throws(RequestError) -> String {
    if let name = object["systemFieldName"]?.string { return inSchema(name) }
    guard let name = object["fieldName"]?.string else { throw .missing("fieldName") }
    return name == "___recordId" ? SystemField.recordID.rawValue : name
  }
}

extension JSONWriter {
  /// The member that names a field.
  mutating func fieldName(_ field: String) {
    if let system = SystemFieldName.onWire(field) {
      member("systemFieldName", system)
    } else {
      member("fieldName", field)
    }
  }
}
