import CloudKitSchema
import Diagnostics

extension SystemField {
  /// What other parts of CloudKit call a system field (reference documentation of CKRecord and Web Services).
  private static let aliases: [String: SystemField] = [
    "recordname": .recordID, "creationdate": .createTime, "createdtimestamp": .createTime, "createdat": .createTime,
    "createduserrecordname": .createdBy, "modificationdate": .modTime, "modifiedtimestamp": .modTime,
    "modifiedat": .modTime, "lastmodifieduserrecordid": .modifiedBy, "recordchangetag": .etag,
  ]

  /// The system field a misspelt name most likely means.
  static func named(like name: String) -> SystemField? {
    let bare = String(name.drop { $0 == "_" })
    guard bare.utf8.count < 40 else { return nil }
    if let alias = aliases[bare.lowercased()] { return alias }
    let bareNames = allCases.map { $0.rawValue.drop { $0 == "_" } }.map(String.init)
    return Suggestion.nearest(to: bare, among: bareNames).flatMap { SystemField(rawValue: "___" + $0) }
  }
}

extension SchemaFile {
  /// Whether a name has the two leading underscores only system fields have.
  func beginsLikeSystemField(_ token: Int) -> Bool {
    let name = nameRange(token)
    return name.start + 1 < name.end && source.bytes[name.start] == UInt8(ascii: "_")
      && source.bytes[name.start + 1] == UInt8(ascii: "_")
  }

  /// The system field a name is.
  func systemField(_ token: Int) -> SystemField? {
    guard beginsLikeSystemField(token) else { return nil }
    return SystemField.allCases.first { spells(token, $0.rawValue) }
  }
}
