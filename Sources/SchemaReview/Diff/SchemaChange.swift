package import CloudKitSchema

/// A difference between two schemas.
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

  /// The name of the changed declaration.
  package var declaration: DeclarationName {
    switch self {
    case .roleAdded(let role), .roleRemoved(let role): .role(role)
    case .recordTypeAdded(let type), .recordTypeRemoved(let type): .recordType(type.name)
    case .fieldAdded(let field, let type), .fieldRemoved(let field, let type): .field(field.name, of: type)
    case .fieldTypeChanged(let field, let type, _, _), .indexesChanged(let field, let type, _, _):
      .field(field, of: type)
    case .grantAdded(let grant, let type), .grantRemoved(let grant, let type): .grant(to: grant.role, of: type)
    case .permissionsChanged(let role, let type, _, _): .grant(to: role, of: type)
    }
  }

  /// The record type that changes; `nil` for roles.
  package var recordType: RecordType.Name? { declaration.recordType }

  /// The old and the new value; `nil` on the side without the declaration.
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
  /// The change on one line, such as `Feed.title: STRING → INT64`.
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

/// The name of a declaration, unique within a schema.
package enum DeclarationName: Hashable, Sendable {
  case role(String)
  case recordType(RecordType.Name)
  case field(String, of: RecordType.Name)
  case grant(to: String, of: RecordType.Name)

  /// The record type that the declaration is or belongs to; `nil` for a role.
  var recordType: RecordType.Name? {
    switch self {
    case .role: nil
    case .recordType(let type), .field(_, let type), .grant(_, let type): type
    }
  }

  /// The name without the record type; the role for a grant.
  package var unqualified: String {
    switch self {
    case .role(let name), .recordType(let name), .field(let name, _), .grant(let name, _): name
    }
  }
}

extension DeclarationName: CustomStringConvertible {
  /// The qualified name: `Feed`, `Feed.title`, `Feed:_world` for a grant, or the name of a role.
  package var description: String {
    switch self {
    case .role(let name), .recordType(let name): name
    case .field(let name, let type): "\(type).\(name)"
    case .grant(let role, let type): "\(type):\(role)"
    }
  }
}
