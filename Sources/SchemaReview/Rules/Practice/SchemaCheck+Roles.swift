import CloudKitSchema
import Diagnostics

/// Rules about grants and roles without an effect.
extension SchemaCheck {
  static let overlappingGrant = SchemaCheck(
    Rule(
      "overlapping-grant", .warning, .documented, "a grant repeats permissions of a wider role",
      why: """
        _icloud includes every signed-in user and _world includes everyone, so their permissions also apply to creators \
        and custom roles. Removing the narrow grant would change nothing.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Remove the grant, or narrow the wider one.",
      bad: .recordType(#"GRANT READ TO "_icloud","#),
      good: .recordType()), in: .publicDatabase
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      // `duplicate-grant` reports several grants to one role; combine them here.
      var permissions: [String: Permissions] = [:]
      for grant in grants { permissions[file.name(grant.role), default: []].formUnion(grant.permissions) }
      let access = file.access(to: type)
      return grants.compactMap { grant in
        let role = file.name(grant.role)
        guard let own = permissions.removeValue(forKey: role), !own.isEmpty,
          access.inherited(by: role).isSuperset(of: own)
        else { return nil }
        let wider = access.roles(giving: own, to: role).map(\.rawValue).joined(separator: " and ")
        return Finding(
          message: "'\(DisplayText.short(role))' already has \(own) through the grant to \(wider)",
          range: file.range(of: grant), help: "remove this grant, or narrow the grant to \(wider)",
          subject: "\(file.name(type.name)):\(role)")
      }
    }
  }

  static let unusedRole = SchemaCheck(
    Rule(
      "unused-role", .warning, .documented, "a role has no grants",
      why: "A role without grants has no effect, although its declaration suggests otherwise.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant permissions to the role, or remove it.",
      bad: .recordType(after: "CREATE ROLE Admin;"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;"))
  ) { file, _ in
    guard !file.roles.isEmpty, !file.recordTypes.isEmpty else { return [] }
    let granted = Set(file.grants.lazy.filter { $0.systemRole == nil }.map { file.name($0.role) })
    return file.roles.compactMap { role in
      let name = file.name(role.name)
      guard !granted.contains(name) else { return nil }
      return Finding(
        message: "the role '\(DisplayText.short(name))' has no grants", range: file.tokens[role.name].range,
        subject: name)
    }
  }
}
