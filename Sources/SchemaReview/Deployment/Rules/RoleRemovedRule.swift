import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let roleRemoved = DeploymentRule(
    RuleDocumentation(
      id: "role-removed",
      summary: "a role of the live schema is missing",
      severity: .error,
      evidence: .reported,
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
