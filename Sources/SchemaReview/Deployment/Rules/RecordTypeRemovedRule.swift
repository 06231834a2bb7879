import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Removes a record type that production keeps.
  static let recordTypeRemoved = DeploymentRule(
    RuleDocumentation(
      id: "record-type-removed",
      summary: "a record type of the live schema is missing",
      severity: .error,
      evidence: .documented,
      why: "Production keeps what it has: a schema that would lose records is refused as a whole, and "
        + "nothing of it is applied.",
      source: .schemaGuide("Add, Modify, and Remove"),
      remedy: "Keep the record type, mark it as deprecated, and stop using it.",
      bad: .deployment(of: .feeds(), over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#)),
      good: .deployment(
        of: .feeds("-- DEPRECATED", #"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#),
        over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .recordTypeRemoved(let type) = change else { return nil }
    return (
      "record type \(type.name) of \(comparison.oldName) is not in \(comparison.newName)",
      "keep the record type and mark it as deprecated; production refuses the schema without it"
    )
  }
}
