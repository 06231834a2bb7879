package import CloudKitSchema
import Diagnostics

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
}

extension SchemaChange {
  package enum Kind: String, Sendable {
    case roleAdded, roleRemoved, recordTypeAdded, recordTypeRemoved, fieldAdded, fieldRemoved, fieldTypeChanged
    case indexesChanged, grantAdded, grantRemoved, permissionsChanged
  }

  package enum Sign: String, Sendable {
    case added = "+"
    case removed = "-"
    case modified = "~"
  }

  /// What reports show of a change.
  package struct Summary: Sendable {
    package let kind: Kind
    /// The old and the new value; `nil` on the side without the declaration.
    package let from, to: String?
    /// The change in a report on a whole schema, such as `Feed.title: STRING → INT64`.
    package let description: String
    /// The change under the name of its record type.
    package let line: String

    package var sign: Sign { from == nil ? .added : to == nil ? .removed : .modified }

    fileprivate init(_ kind: Kind, from: String?, to: String?, _ description: String, _ line: String) {
      self.kind = kind
      self.from = from
      self.to = to
      self.description = description
      self.line = line
    }
  }

  package var summary: Summary {
    switch self {
    case .roleAdded(let role): Summary(.roleAdded, from: nil, to: role, "role \(role): added", role)
    case .roleRemoved(let role): Summary(.roleRemoved, from: role, to: nil, "role \(role): removed", role)
    case .recordTypeAdded(let type):
      Summary(.recordTypeAdded, from: nil, to: type.name, "\(type.name): added", type.line)
    case .recordTypeRemoved(let type):
      Summary(.recordTypeRemoved, from: type.name, to: nil, "\(type.name): removed", type.line)
    case .fieldAdded(let field, let type):
      Summary(
        .fieldAdded, from: nil, to: "\(field)", "\(type).\(field.name): added, \(field.typeAndIndexes)", "\(field)")
    case .fieldRemoved(let field, let type):
      Summary(
        .fieldRemoved, from: "\(field)", to: nil, "\(type).\(field.name): removed, was \(field.typeAndIndexes)",
        "\(field)")
    case .fieldTypeChanged(let field, let type, let old, let new):
      Summary(
        .fieldTypeChanged, from: "\(old)", to: "\(new)", "\(type).\(field): \(old) → \(new)",
        "\(field): \(old) → \(new)")
    case .indexesChanged(let field, let type, let old, let new):
      Summary(
        .indexesChanged, from: "\(old)", to: "\(new)", "\(type).\(field): \(old.shown) → \(new.shown)",
        "\(field): \(old.shown) → \(new.shown)")
    case .grantAdded(let grant, let type):
      Summary(.grantAdded, from: nil, to: "\(grant.permissions)", "\(type): \(grant) added", "\(grant)")
    case .grantRemoved(let grant, let type):
      Summary(.grantRemoved, from: "\(grant.permissions)", to: nil, "\(type): \(grant) removed", "\(grant)")
    case .permissionsChanged(let role, let type, let old, let new):
      Summary(
        .permissionsChanged, from: "\(old)", to: "\(new)",
        "\(type): \(NameSpelling.spelling(role)) may \(old) → \(new)", "GRANT to \(role): \(old) → \(new)")
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  package var description: String { summary.description }
}

extension RecordType {
  fileprivate var line: String { "the record type, with \(fields.count.of("field"))" }
}

extension Indexes {
  /// The keywords, or that there are none.
  var shown: String { isEmpty ? "no index" : description }
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
