import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Adds a field that code does not list yet.
  static let fieldAdded = DeploymentRule(
    RuleDocumentation(
      id: "field-added",
      summary: "a field has come",
      severity: .warning,
      evidence: .assumed,
      why: "Code made from the schema, and code that lists every field, does not know it yet.",
      source: "our reading; the practice of tools that compare interfaces",
      remedy: "Bring the code to the schema in the same release.",
      bad: .deployment(of: .feed("title STRING,", "score INT64,"), over: .feed("title STRING,")),
      good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,"))),
    .policy(.source)
  ) { change, comparison in
    guard case .fieldAdded(let field, let type) = change else { return nil }
    return (
      "\(type).\(field.name), \(field.type) in \(comparison.newName), is not in \(comparison.oldName)",
      "bring the code that lists the fields of \(type) to the schema"
    )
  }
}
