package import CloudKitSchema

/// One difference between two schemas: what, not how bad.
package enum SchemaChange: Hashable, Sendable {
  case roleAdded(String)
  case roleRemoved(String)
  case recordTypeAdded(RecordType)
  case recordTypeRemoved(RecordType)
  case fieldAdded(Field, to: RecordType.Name)
  case fieldRemoved(Field, from: RecordType.Name)
  case fieldTypeChanged(String, of: RecordType.Name, from: FieldType, to: FieldType)
  case indexesChanged(String, of: RecordType.Name, from: Indexes, to: Indexes)
  case grantAdded(Grant, to: RecordType.Name)
  case grantRemoved(Grant, from: RecordType.Name)
  case permissionsChanged(String, of: RecordType.Name, from: Permissions, to: Permissions)

  /// The record type it is a change of; `nil` for roles.
  package var recordType: RecordType.Name? {
    switch self {
    case .roleAdded, .roleRemoved: nil
    case .recordTypeAdded(let type), .recordTypeRemoved(let type): type.name
    case .fieldAdded(_, let type), .fieldRemoved(_, let type), .grantAdded(_, let type), .grantRemoved(_, let type),
      .fieldTypeChanged(_, let type, _, _), .indexesChanged(_, let type, _, _),
      .permissionsChanged(_, let type, _, _):
      type
    }
  }
}

extension SchemaChange {
  /// What changed, whatever it was and is to be: `Feed`, `Feed.title`, `Feed:_world` for a grant, or a role's name.
  package var subject: String {
    switch self {
    case .roleAdded(let role), .roleRemoved(let role): role
    case .recordTypeAdded(let type), .recordTypeRemoved(let type): type.name
    case .fieldAdded(let field, let type), .fieldRemoved(let field, let type): "\(type).\(field.name)"
    case .fieldTypeChanged(let field, let type, _, _), .indexesChanged(let field, let type, _, _): "\(type).\(field)"
    case .grantAdded(let grant, let type), .grantRemoved(let grant, let type): "\(type):\(grant.role)"
    case .permissionsChanged(let role, let type, _, _): "\(type):\(role)"
    }
  }

  /// What it was and what it is to be; `nil` on the side where it is not.
  package var values: (from: String?, to: String?) {
    switch self {
    case .roleAdded(let role): (nil, role)
    case .roleRemoved(let role): (role, nil)
    case .recordTypeAdded(let type): (nil, type.name)
    case .recordTypeRemoved(let type): (type.name, nil)
    case .fieldAdded(let field, _): (nil, field.description)
    case .fieldRemoved(let field, _): (field.description, nil)
    case .fieldTypeChanged(_, _, let old, let new): (old.description, new.description)
    case .indexesChanged(_, _, let old, let new): (old.description, new.description)
    case .grantAdded(let grant, _): (nil, grant.permissions.description)
    case .grantRemoved(let grant, _): (grant.permissions.description, nil)
    case .permissionsChanged(_, _, let old, let new): (old.description, new.description)
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  /// The change as one line, such as `Feed.title: STRING → INT64`.
  package var description: String {
    switch self {
    case .roleAdded(let role): "role \(role): added"
    case .roleRemoved(let role): "role \(role): removed"
    case .recordTypeAdded(let type): "\(type.name): added"
    case .recordTypeRemoved(let type): "\(type.name): removed"
    case .fieldAdded(let field, let type): "\(type).\(field.name): added, \(field.typeAndIndexes)"
    case .fieldRemoved(let field, let type): "\(type).\(field.name): removed, was \(field.typeAndIndexes)"
    case .fieldTypeChanged(let field, let type, let old, let new): "\(type).\(field): \(old) → \(new)"
    case .indexesChanged(let field, let type, let old, let new):
      "\(type).\(field): \(old.isEmpty ? "no index" : "\(old)") → \(new.isEmpty ? "no index" : "\(new)")"
    case .grantAdded(let grant, let type): "\(type): \(grant) added"
    case .grantRemoved(let grant, let type): "\(type): \(grant) removed"
    case .permissionsChanged(let role, let type, let old, let new):
      "\(type): \(NameSpelling.spelling(role)) may \(old) → \(new)"
    }
  }
}

extension Field {
  /// The type and the indexes as a schema file writes them.
  var typeAndIndexes: String { indexes.isEmpty ? "\(type)" : "\(type) \(indexes)" }
}
