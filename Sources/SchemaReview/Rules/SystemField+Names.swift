import CloudKitSchema
import Diagnostics

extension SystemField {
  /// Names of system fields in other CloudKit APIs (`CKRecord` and Web Services reference).
  private static let aliases: [String: SystemField] = [
    "recordname": .recordID, "creationdate": .createTime, "createdtimestamp": .createTime, "createdat": .createTime,
    "createduserrecordname": .createdBy, "creatoruserrecordid": .createdBy, "modificationdate": .modTime,
    "modifiedtimestamp": .modTime,
    "modifiedat": .modTime, "lastmodifieduserrecordid": .modifiedBy, "recordchangetag": .etag,
  ]

  /// Returns the system field that a misspelled name most likely means.
  static func named(like name: String) -> SystemField? {
    let bare = String(name.drop { $0 == "_" })
    guard bare.utf8.count < 40 else { return nil }
    if let alias = aliases[bare.lowercased()] { return alias }
    let bareNames = allCases.map { $0.rawValue.drop { $0 == "_" } }.map(String.init)
    return Suggestion.nearest(to: bare, among: bareNames).flatMap { SystemField(rawValue: "___" + $0) }
  }
}
