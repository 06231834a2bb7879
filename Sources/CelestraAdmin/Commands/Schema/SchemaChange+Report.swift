import CloudKitSchema
import Diagnostics
import SchemaReview

extension SchemaChange {
  /// The sign of a change in text output.
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case modified = "~"

    /// The style of the line.
    var meaning: Style.Meaning {
      switch self {
      case .added: .good
      case .removed: .bad
      case .modified: .doubtful
      }
    }
  }

  var sign: Sign {
    switch self {
    case .roleAdded, .recordTypeAdded, .fieldAdded, .grantAdded: .added
    case .roleRemoved, .recordTypeRemoved, .fieldRemoved, .grantRemoved: .removed
    case .fieldTypeChanged, .indexesChanged, .permissionsChanged: .modified
    }
  }

  var kind: String {
    switch self {
    case .roleAdded: "roleAdded"
    case .roleRemoved: "roleRemoved"
    case .recordTypeAdded: "recordTypeAdded"
    case .recordTypeRemoved: "recordTypeRemoved"
    case .fieldAdded: "fieldAdded"
    case .fieldRemoved: "fieldRemoved"
    case .fieldTypeChanged: "fieldTypeChanged"
    case .indexesChanged: "indexesChanged"
    case .grantAdded: "grantAdded"
    case .grantRemoved: "grantRemoved"
    case .permissionsChanged: "permissionsChanged"
    }
  }

  /// The change as a line under its record type.
  var line: String {
    switch self {
    case .roleAdded(let role), .roleRemoved(let role): role
    case .recordTypeAdded(let type), .recordTypeRemoved(let type):
      "the record type, with \(type.fields.count.of("field"))"
    case .fieldAdded(let field, _), .fieldRemoved(let field, _): field.description
    case .fieldTypeChanged(let field, _, let old, let new): "\(field): \(old) → \(new)"
    case .indexesChanged(let field, _, let old, let new):
      "\(field): \(old.isEmpty ? "no index" : old.description) → \(new.isEmpty ? "no index" : new.description)"
    case .grantAdded(let grant, _), .grantRemoved(let grant, _): grant.description
    case .permissionsChanged(let role, _, let old, let new): "GRANT to \(role): \(old) → \(new)"
    }
  }
}
