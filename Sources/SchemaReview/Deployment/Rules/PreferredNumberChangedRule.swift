import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Prefers another type for a NUMBER.
  static let preferredNumberChanged = DeploymentRule(
    RuleDocumentation(
      id: "preferred-number-changed",
      summary: "a NUMBER field is preferred as another type",
      severity: .error,
      evidence: .documented,
      why: "What a NUMBER is preferred as cannot change once it has been set.",
      source: .schemaGuide("Data Types"),
      remedy: "Keep the preference, or add a field of type INT64 or DOUBLE.",
      bad: .deployment(of: .feed("score NUMBER PREFERRED AS DOUBLE,"), over: .feed("score NUMBER PREFERRED AS INT64,")),
      good: .deployment(
        of: .feed("score NUMBER PREFERRED AS INT64,", "scoreDouble DOUBLE,"),
        over: .feed("score NUMBER PREFERRED AS INT64,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, FieldType.isPreference(from: old, to: new) else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "write \(old), or add a field of another name"
    )
  }
}

extension FieldType {
  /// Whether only what a NUMBER is preferred as differs.
  static func isPreference(from old: FieldType, to new: FieldType) -> Bool {
    old.primitive == .number && new.primitive == .number && old.isList == new.isList
      && old.preferredNumber != new.preferredNumber
  }
}
