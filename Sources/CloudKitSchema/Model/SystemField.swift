/// The fields that every record type has, declared or not.
///
/// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", System Fields.
package enum SystemField: String, CaseIterable, Sendable {
  case createTime = "___createTime"
  case createdBy = "___createdBy"
  case etag = "___etag"
  case modTime = "___modTime"
  case modifiedBy = "___modifiedBy"
  case recordID = "___recordID"

  package var type: FieldType {
    switch self {
    case .createTime, .modTime: FieldType(.timestamp)
    case .createdBy, .modifiedBy, .recordID: FieldType(.reference)
    case .etag: FieldType(.string)
    }
  }
}

package enum SystemRole: String, CaseIterable, Sendable {
  /// The user who created the record.
  case creator = "_creator"
  /// Every signed-in iCloud user.
  case icloud = "_icloud"
  /// Everyone, including signed-out users.
  case world = "_world"
}
