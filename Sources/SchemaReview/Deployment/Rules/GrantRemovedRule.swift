import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let grantRemoved = DeploymentRule(
    RuleDocumentation(
      id: "grant-removed",
      summary: "a role loses a permission",
      severity: .error,
      evidence: .reported,
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
}
