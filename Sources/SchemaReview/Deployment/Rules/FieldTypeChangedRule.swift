import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Changes the type of a field, or whether it is a list.
  static let fieldTypeChanged = DeploymentRule(
    RuleDocumentation(
      id: "field-type-changed",
      summary: "a field has another type than in the live schema",
      severity: .warning,
      evidence: .reported,
      why: "A field that is in production keeps its type, lists and single values among them. Apple says so "
        + "of what would lose data, users report it of every change.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Add, Modify, and Remove; reports of "
        + "refused deployments",
      remedy: "Add a field of the new type under another name and move the values.",
      bad: .deployment(of: .feed("title STRING,", "score DOUBLE,"), over: .feed("title STRING,", "score INT64,")),
      good: .deployment(
        of: .feed("title STRING,", "score INT64,", "scoreDouble DOUBLE,"), over: .feed("title STRING,", "score INT64,"))
    ),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, !FieldType.isPreference(from: old, to: new) else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "add a field of type \(new) under another name and move the values to it"
    )
  }
}
