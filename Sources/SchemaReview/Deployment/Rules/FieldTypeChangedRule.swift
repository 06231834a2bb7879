import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let fieldTypeChanged = DeploymentRule(
    RuleDocumentation(
      id: "field-type-changed",
      summary: "a field's type changes",
      severity: .error,
      evidence: .reported,
      why: """
        A field in production keeps its type, including whether it is a list. Apple documents this for changes that would \
        lose data; users report it for every change.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Add, Modify, and Remove; reports of "
        + "refused deployments",
      remedy: "Add a field of the new type under another name and copy the values.",
      bad: .deployment(of: .feed("title STRING,", "score DOUBLE,"), over: .feed("title STRING,", "score INT64,")),
      good: .deployment(
        of: .feed("title STRING,", "score INT64,", "scoreDouble DOUBLE,"), over: .feed("title STRING,", "score INT64,"))
    ),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, !old.differsOnlyInPreferredNumber(from: new) else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "add a field of type \(new) under another name and copy the values to it"
    )
  }
}
