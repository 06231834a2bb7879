import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let recordTypeAdded = DeploymentRule(
    RuleDocumentation(
      id: "record-type-added",
      summary: "a record type is added",
      severity: .error,
      evidence: .documented,
      why: "Generated code, and code that lists every record type, does not include it yet.",
      source: "the policy 'source' of 'celestra-admin schema plan'",
      remedy: "Update the code in the same release.",
      bad: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds()),
      good: .deployment(of: .feeds(), over: .feeds())),
    .policy(.source)
  ) { change, comparison in
    guard case .recordTypeAdded(let type) = change else { return nil }
    return (
      "record type \(type.name) is in \(comparison.newName) but not in \(comparison.oldName)",
      "update code that lists the record types"
    )
  }
}
