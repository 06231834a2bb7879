import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Lets a role do more.
  static let grantWidened = DeploymentRule(
    RuleDocumentation(
      id: "grant-widened",
      summary: "a role may do more than in the live schema",
      severity: .error,
      evidence: .documented,
      why: "Whoever holds the role may do more with records that exist, from the moment of the deployment.",
      source: .schemaGuide("Roles"),
      remedy: "Leave the permission out, or approve the change.",
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
      "\(role) may \(gained) \(type) in \(comparison.newName) and not in \(comparison.oldName)",
      "leave \(gained) out unless \(role) is meant to have it"
    )
  }
}
