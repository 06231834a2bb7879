package import CloudKitSchema

/// What each class of users may do with the records of a type in the public database, through all of its grants.
///
/// `_world` includes everyone, and `_icloud` every signed-in user, so creators and users with a role, too.
package struct Access: Hashable, Sendable {
  private let granted: [String: Permissions]

  package init(_ grants: [Grant]) {
    self.init(grants.map { ($0.role, $0.permissions) })
  }

  init(_ grants: some Sequence<(String, Permissions)>) {
    granted = Dictionary(grants.map { ($0.0, $0.1) }) { $0.union($1) }
  }

  /// Returns the permissions that users of a role have, with those of wider roles.
  package func permissions(of role: String) -> Permissions { own(role).union(inherited(by: role)) }

  /// Returns the permissions that users of a role have without the grants to the role.
  package func inherited(by role: String) -> Permissions {
    Self.widerRoles(than: role).reduce(into: []) { $0.formUnion(own($1.rawValue)) }
  }

  /// Returns the wider roles that give a role some permissions, the fewest, the widest first.
  func roles(giving permissions: Permissions, to role: String) -> [SystemRole] {
    if permissions.isEmpty { return [] }
    let wider = Self.widerRoles(than: role)
    if let one = wider.first(where: { own($0.rawValue).isSuperset(of: permissions) }) { return [one] }
    return wider.filter { !own($0.rawValue).isDisjoint(with: permissions) }
  }

  /// Whether the grants are those of new record types.
  var isDefault: Bool {
    granted == Dictionary(uniqueKeysWithValues: Grant.ofNewType.map { ($0.role, $0.permissions) })
  }

  private func own(_ role: String) -> Permissions { granted[role] ?? [] }

  private static func widerRoles(than role: String) -> [SystemRole] {
    switch SystemRole(rawValue: role) {
    case .world: []
    case .icloud: [.world]
    case .creator, nil: [.world, .icloud]
    }
  }
}
