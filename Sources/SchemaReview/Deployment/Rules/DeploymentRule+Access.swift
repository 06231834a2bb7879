import CloudKitSchema
import Diagnostics

/// Rules about roles and grants.
extension DeploymentRule {
  static let grantRemoved = DeploymentRule(
    RuleDocumentation(
      "grant-removed", .error, .reported, "a role loses a permission",
      why: "Apps fail when users with the role need the removed permission.",
      source: "reports of deployments that locked users out",
      remedy: "Keep the grant while a shipped app relies on it.",
      bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#)),
      good: .deployment(
        of: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#),
        over: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#))),
    .policy(.client)
  ) { change, comparison in
    let (role, type, lost): (String, RecordType.Name, Permissions)
    switch change {
    case .grantRemoved(let grant, let owner): (role, type, lost) = (grant.role, owner, grant.permissions)
    case .permissionsChanged(let name, let owner, let old, let new):
      (role, type, lost) = (name, owner, old.subtracting(new))
    default: return nil
    }
    guard !lost.isEmpty else { return nil }
    return (
      "\(role) has \(lost) on \(type) in \(comparison.oldName) but not in \(comparison.newName)",
      "keep the grant while a shipped app relies on it"
    )
  }

  static let grantWidened = DeploymentRule(
    RuleDocumentation(
      "grant-widened", .error, .documented, "a role gains a permission",
      why: "The deployment immediately gives users with the role more access to existing records.",
      source: .schemaGuide("Roles"),
      remedy: "Remove the permission, or approve the change.",
      bad: .deployment(of: .feed("title STRING,", grant: #"READ, WRITE TO "_world""#), over: .feed("title STRING,")),
      good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,"))),
    .security
  ) { change, comparison in
    let (role, type, gained): (String, RecordType.Name, Permissions)
    switch change {
    case .grantAdded(let grant, let owner): (role, type, gained) = (grant.role, owner, grant.permissions)
    case .permissionsChanged(let name, let owner, let old, let new):
      (role, type, gained) = (name, owner, new.subtracting(old))
    case .recordTypeAdded(let added):
      guard let grant = added.grants.first(where: \.isOpen) else { return nil }
      (role, type, gained) = (grant.role, added.name, grant.permissions)
    default: return nil
    }
    guard !gained.isEmpty else { return nil }
    return (
      "\(role) has \(gained) on \(type) in \(comparison.newName) but not in \(comparison.oldName)",
      "remove \(gained) unless \(role) needs it"
    )
  }

  static let roleRemoved = DeploymentRule(
    RuleDocumentation(
      "role-removed", .error, .reported, "a role of the live schema is missing",
      why: "Users with the role lose the permissions it granted.",
      source: "reports of deployments that locked users out",
      remedy: "Keep the role while any user has it.",
      bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", after: "CREATE ROLE Admin;")),
      good: .deployment(
        of: .feed("title STRING,", after: "CREATE ROLE Admin;"),
        over: .feed("title STRING,", after: "CREATE ROLE Admin;"))),
    .policy(.client)
  ) { change, comparison in
    guard case .roleRemoved(let role) = change else { return nil }
    return (
      "role \(role) is in \(comparison.oldName) but not in \(comparison.newName)",
      "keep 'CREATE ROLE \(NameSpelling.spelling(role));' while any user has the role"
    )
  }
}
