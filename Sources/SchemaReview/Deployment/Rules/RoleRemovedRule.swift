import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Removes a role somebody may hold.
  static let roleRemoved = DeploymentRule(
    RuleDocumentation(
      id: "role-removed",
      summary: "a role of the live schema is missing",
      severity: .warning,
      evidence: .reported,
      why: "Whoever holds the role can no longer do what it granted.",
      source: "reports of deployments that locked users out",
      remedy: "Keep the role while somebody holds it.",
      bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", after: "CREATE ROLE Admin;")),
      good: .deployment(
        of: .feed("title STRING,", after: "CREATE ROLE Admin;"),
        over: .feed("title STRING,", after: "CREATE ROLE Admin;"))),
    .policy(.client)
  ) { change, comparison in
    guard case .roleRemoved(let role) = change else { return nil }
    return (
      "role \(role) of \(comparison.oldName) is not in \(comparison.newName)",
      "keep CREATE ROLE \(NameSpelling.spelling(role)); while somebody holds it"
    )
  }
}
