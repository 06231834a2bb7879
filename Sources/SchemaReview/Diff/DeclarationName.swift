package import CloudKitSchema

/// The name of a declaration, unique within a schema.
package enum DeclarationName: Hashable, Sendable {
  case role(String)
  case recordType(RecordType.Name)
  case field(String, of: RecordType.Name)
  case grant(to: String, of: RecordType.Name)

  /// The record type that the declaration is or belongs to; `nil` for a role.
  package var recordType: RecordType.Name? {
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
