import CloudKitSchema
import SchemaReview

extension SchemaChange {
  /// Whether something came, went, or is another.
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case modified = "~"

    /// How it is set off.
    var meaning: Style.Meaning {
      switch self {
      case .added: .good
      case .removed: .bad
      case .modified: .doubtful
      }
    }
  }

  /// Whether something came, went, or is another.
  var sign: Sign {
    switch self {
    case .roleAdded, .recordTypeAdded, .fieldAdded, .grantAdded: .added
    case .roleRemoved, .recordTypeRemoved, .fieldRemoved, .grantRemoved: .removed
    case .fieldTypeChanged, .indexesChanged, .permissionsChanged: .modified
    }
  }

  /// The change as data: its kind, the name of what changed, and its two sides.
  var parts: (kind: String, name: String?, from: String?, to: String?) {
    let (kind, name): (String, String?) =
      switch self {
      case .roleAdded(let role): ("roleAdded", role)
      case .roleRemoved(let role): ("roleRemoved", role)
      case .recordTypeAdded(let type): ("recordTypeAdded", type.name)
      case .recordTypeRemoved(let type): ("recordTypeRemoved", type.name)
      case .fieldAdded(let field, _): ("fieldAdded", field.name)
      case .fieldRemoved(let field, _): ("fieldRemoved", field.name)
      case .fieldTypeChanged(let field, _, _, _): ("fieldTypeChanged", field)
      case .indexesChanged(let field, _, _, _): ("indexesChanged", field)
      case .grantAdded(let grant, _): ("grantAdded", grant.role)
      case .grantRemoved(let grant, _): ("grantRemoved", grant.role)
      case .permissionsChanged(let role, _, _, _): ("permissionsChanged", role)
      }
    return (kind, name, values.from, values.to)
  }

  /// The change as a line below its record type.
  var line: String {
    switch self {
    case .roleAdded(let role), .roleRemoved(let role): role
    case .recordTypeAdded(let type), .recordTypeRemoved(let type):
      "the record type, with \(type.fields.count) field\(type.fields.count == 1 ? "" : "s")"
    case .fieldAdded(let field, _), .fieldRemoved(let field, _): field.description
    case .fieldTypeChanged(let field, _, let old, let new): "\(field): \(old) → \(new)"
    case .indexesChanged(let field, _, let old, let new):
      "\(field): \(old.isEmpty ? "no index" : old.description) → \(new.isEmpty ? "no index" : new.description)"
    case .grantAdded(let grant, _), .grantRemoved(let grant, _): grant.description
    case .permissionsChanged(let role, _, let old, let new): "GRANT to \(role): \(old) → \(new)"
    }
  }
}
