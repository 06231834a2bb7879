import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let recordTypeRemoved = DeploymentRule(
    RuleDocumentation(
      id: "record-type-removed",
      summary: "a record type of the live schema is missing",
      severity: .error,
      evidence: .documented,
      why: "Production refuses a schema that would lose records, and applies no part of it.",
      source: .schemaGuide("Add, Modify, and Remove"),
      remedy: "Keep the record type, mark it as deprecated and stop using it.",
      bad: .deployment(of: .feeds(), over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#)),
      good: .deployment(
        of: .feeds("-- DEPRECATED", #"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#),
        over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .recordTypeRemoved(let type) = change else { return nil }
    return (
      "record type \(type.name) is in \(comparison.oldName) but not in \(comparison.newName)",
      "keep the record type and mark it as deprecated; production refuses the schema without it"
    )
  }
}
