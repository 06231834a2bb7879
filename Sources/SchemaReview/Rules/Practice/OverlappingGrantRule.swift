import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let overlappingGrant = SchemaRule(
    RuleDocumentation(
      id: "overlapping-grant",
      summary: "a grant gives nothing that a wider role does not have",
      severity: .warning, evidence: .documented,
      why: """
        _icloud is everyone who is signed in and _world is everyone: what they may do, creators and roles of your own may \
        do too. Taking the narrow grant back would change nothing.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Remove the grant, or narrow the wider one.",
      bad: .recordType(#"GRANT READ TO "_icloud","#),
      good: .recordType())
  ) { file in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      let open = grants.filter {
        $0.systemRole == .world || $0.systemRole == .icloud
      }
      let given = open.reduce(into: Permissions()) { $0.formUnion($1.permissions) }
      // Most types have no grant that others cover: no names are made of theirs.
      guard !open.isEmpty, grants.count > 1, grants.count(where: { given.isSuperset(of: $0.permissions) }) > 1 else {
        return []
      }
      // Several grants to one role are another rule's; here they are one.
      var permissions: [String: Permissions] = [:]
      for grant in grants { permissions[file.name(grant.role), default: []].formUnion(grant.permissions) }
      let world = permissions[SystemRole.world.rawValue] ?? []
      let icloud = permissions[SystemRole.icloud.rawValue] ?? []
      return grants.compactMap { grant in
        let role = file.name(grant.role)
        guard let own = permissions.removeValue(forKey: role), !own.isEmpty else { return nil }
        let wider: SystemRole
        switch SystemRole(rawValue: role) {
        case .world: return nil
        case .icloud:
          guard world.isSuperset(of: own) else { return nil }
          wider = .world
        case .creator, nil:
          guard world.isSuperset(of: own) || icloud.isSuperset(of: own) else { return nil }
          wider = world.isSuperset(of: own) ? .world : .icloud
        }
        return Finding(
          message: "'\(SyntaxMistake.shown(role))' may \(own) by the grant to \(wider.rawValue) already",
          range: file.range(of: grant), help: "remove this grant, or narrow the one to \(wider.rawValue)",
          subject: "\(file.name(type.name)):\(role)")
      }
    }
  }
}
