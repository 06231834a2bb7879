/// The fields every record type has, whether its declaration lists them or not.
///
/// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", System Fields.
package enum SystemField: String, CaseIterable, Sendable {
  case createTime = "___createTime"
  case createdBy = "___createdBy"
  case etag = "___etag"
  case modTime = "___modTime"
  case modifiedBy = "___modifiedBy"
  case recordID = "___recordID"

  /// The type CloudKit gives it; it cannot be another.
  package var type: FieldType {
    switch self {
    case .createTime, .modTime: FieldType(.timestamp)
    case .createdBy, .modifiedBy, .recordID: FieldType(.reference)
    case .etag: FieldType(.string)
    }
  }
}

/// The roles every container has.
package enum SystemRole: String, CaseIterable, Sendable {
  /// The user who made the record.
  case creator = "_creator"
  /// Any signed-in iCloud user.
  case icloud = "_icloud"
  /// Anyone.
  case world = "_world"
}
