import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let preferredNumberChanged = DeploymentRule(
    RuleDocumentation(
      id: "preferred-number-changed",
      summary: "the preferred type of a NUMBER field changes",
      severity: .error,
      evidence: .documented,
      why: "The preferred type of a NUMBER field cannot change once it is set.",
      source: .schemaGuide("Data Types"),
      remedy: "Keep the preferred type, or add a field of type INT64 or DOUBLE.",
      bad: .deployment(of: .feed("score NUMBER PREFERRED AS DOUBLE,"), over: .feed("score NUMBER PREFERRED AS INT64,")),
      good: .deployment(
        of: .feed("score NUMBER PREFERRED AS INT64,", "scoreDouble DOUBLE,"),
        over: .feed("score NUMBER PREFERRED AS INT64,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, old.differsOnlyInPreferredNumber(from: new),
      !old.isNumber(becoming: new)
    else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "keep \(old), or add a field under another name"
    )
  }
}

extension FieldType {
  /// Whether two NUMBER types differ only in their preferred type.
  func differsOnlyInPreferredNumber(from other: FieldType) -> Bool {
    primitive == .number && other.primitive == .number && isList == other.isList
      && preferredNumber != other.preferredNumber
  }
}
