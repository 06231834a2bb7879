import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Removes a field that production keeps.
  static let fieldRemoved = DeploymentRule(
    RuleDocumentation(
      id: "field-removed",
      summary: "a field of the live schema is missing",
      severity: .error,
      evidence: .documented,
      why: "Production keeps what it has: a schema that would lose values is refused as a whole, and nothing "
        + "of it is applied.",
      source: .schemaGuide("Add, Modify, and Remove"),
      remedy: "Keep the line, mark it as deprecated, and stop using the field.",
      bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", "score INT64,")),
      good: .deployment(
        of: .feed("title STRING,", "score INT64, // DEPRECATED"), over: .feed("title STRING,", "score INT64,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldRemoved(let field, let type) = change else { return nil }
    return (
      "\(type).\(field.name), \(field.type) in \(comparison.oldName), is not in \(comparison.newName)",
      "keep the line and mark it as deprecated; production refuses the schema without it"
    )
  }
}
