import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Takes a permission away that apps may need.
  static let grantRemoved = DeploymentRule(
    RuleDocumentation(
      id: "grant-removed",
      summary: "a role may do less than in the live schema",
      severity: .warning,
      evidence: .reported,
      why: "Apps whose users hold the role fail where they did what is no longer granted.",
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
      "\(role) may \(lost) \(type) in \(comparison.oldName) and not in \(comparison.newName)",
      "keep the grant while a shipped app relies on it"
    )
  }
}
