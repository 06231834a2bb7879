import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let fieldAdded = DeploymentRule(
    RuleDocumentation(
      id: "field-added",
      summary: "a field is added",
      severity: .error,
      evidence: .documented,
      why: "Generated code, and code that lists every field, does not include it yet.",
      source: "the policy 'source' of 'celestra-admin schema plan'",
      remedy: "Update the code in the same release.",
      bad: .deployment(of: .feed("title STRING,", "score INT64,"), over: .feed("title STRING,")),
      good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,"))),
    .policy(.source)
  ) { change, comparison in
    guard case .fieldAdded(let field, let type) = change else { return nil }
    return (
      "\(type).\(field.name) (\(field.type)) is in \(comparison.newName) but not in \(comparison.oldName)",
      "update code that lists the fields of \(type)"
    )
  }
}
