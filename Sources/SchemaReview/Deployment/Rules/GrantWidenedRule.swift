import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let grantWidened = DeploymentRule(
    RuleDocumentation(
      id: "grant-widened",
      summary: "a role gains a permission",
      severity: .error,
      evidence: .documented,
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
}
